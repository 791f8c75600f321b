#include "report/why.h"

#include <fmt/format.h>

#include "program/model_info.h"
#include "program/print.h"

namespace robur {

namespace {

using Edge = CycleEdge::Kind;

std::size_t after(const Tour& tour, std::size_t at) {
  return (at + 1) % tour.size();
}
std::size_t before(const Tour& tour, std::size_t at) {
  return (at + tour.size() - 1) % tour.size();
}

// Does the cycle go on from a stop within its thread, and past a fence of that kind?
bool passesFence(const ExecutionGraph& graph, const Tour& tour, std::size_t at,
                 bool (*does)(Order)) {
  if (tour[at].out != Edge::Po) return false;
  // The events of a thread are numbered in program order.
  for (std::size_t i = raw(tour[at].id); i <= raw(tour[after(tour, at)].id); ++i) {
    const Event& event = graph.events[i];
    if (event.thread == tour[at].event->thread && isFence(event) && does(event.order)) return true;
  }
  return false;
}

// "(2) is rlx, (3) is rlx"
std::string weakOnes(const Tour& tour, const std::vector<bool>& weak) {
  std::string out;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    if (!weak[i] || tour[i].event->init || tour[i].fence()) continue;
    out +=
        fmt::format("{}({}) is {}", out.empty() ? "" : ", ", i + 1, spelling(tour[i].event->order));
  }
  return out;
}

// The ends of the cycle's messages that lack the order or fence needed to carry earlier accesses
// with them. A read-modify-write between the two ends passes the message on, whatever its order.
std::string weakEnds(const ExecutionGraph& graph, const Tour& tour) {
  std::vector<bool> weak(tour.size());
  for (std::size_t i = 0; i < tour.size(); ++i) {
    const Stop& here = tour[i];
    if (here.out == Edge::Rf && here.in != Edge::Rf) {
      weak[i] =
          !releases(here.event->order) && !passesFence(graph, tour, before(tour, i), releases);
    }
    if (here.in == Edge::Rf && here.out != Edge::Rf) {
      weak[i] = !acquires(here.event->order) && !passesFence(graph, tour, i, acquires);
    }
  }
  return weakOnes(tour, weak);
}

// RC11 keeps sc accesses, and accesses around sc fences, in one total order. If some accesses of
// the cycle are sc, the cycle is possible because of those that are neither. An access that is
// alone in its thread has no fence, and needs none if the accesses that it connects have theirs.
// Empty if no access is sc.
std::string notSc(const ExecutionGraph& graph, const Tour& tour) {
  const auto isSc = [](Order order) { return order == Order::Sc; };
  const auto alone = [&](std::size_t i) {
    return tour[i].in != Edge::Po && tour[i].out != Edge::Po;
  };
  const auto fenced = [&](std::size_t i) {
    return passesFence(graph, tour, i, isSc) || passesFence(graph, tour, before(tour, i), isSc);
  };
  std::vector<bool> weak(tour.size());
  bool some = false;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    some = some || isSc(tour[i].event->order);
    std::size_t from = i;
    std::size_t to = i;
    if (alone(i)) {
      while (alone(from) && before(tour, from) != i) from = before(tour, from);
      while (alone(to) && after(tour, to) != i) to = after(tour, to);
    }
    weak[i] = !isSc(tour[i].event->order) && !(fenced(from) && fenced(to));
  }
  return some ? weakOnes(tour, weak) : std::string();
}

}  // namespace

std::string whyAllowed(ModelName model, Reordering kind, const ExecutionGraph& graph,
                       const Tour& tour) {
  const ModelInfo& info = infoOf(model);
  const char* title = info.title;
  const bool orders = kind == Reordering::StoreBuffering || kind == Reordering::WriteWrite ||
                      kind == Reordering::Iriw;
  const std::string weak =
      info.scAccesses == ScAccesses::Ordered && orders ? notSc(graph, tour) : std::string();
  if (!weak.empty()) {
    return fmt::format(
        "{} puts only sc accesses, and accesses around sc fences, into one order that all threads "
        "agree on; here {}",
        title, weak);
  }
  switch (kind) {
    case Reordering::Coherence:
      return {};
    case Reordering::StaleRmw:
      return fmt::format(
          "under {} a read-modify-write is atomic, but it may read an older store than the latest, "
          "as "
          "long as its thread has seen no newer one",
          title);
    case Reordering::StoreBuffering:
      if (info.whyStoreLoad) return fmt::format("under {} {}", title, info.whyStoreLoad);
      return fmt::format(
          "{} does not keep a store and a later load of another location in order, unless there is "
          "an "
          "sc fence between them",
          title);
    case Reordering::WriteWrite:
      if (info.whyStores) return fmt::format("under {} {}", title, info.whyStores);
      return fmt::format(
          "under {} all threads agree on the order of the stores to one location, but stores to "
          "different locations have no common order unless sc fences enforce one",
          title);
    case Reordering::Iriw:
      return fmt::format(
          "under {} two threads may see stores to different locations in different orders, unless "
          "sc "
          "fences enforce one",
          title);
    case Reordering::MessagePassing: {
      if (info.whyMessage) return fmt::format("under {} {}", title, info.whyMessage);
      const std::string ends = weakEnds(graph, tour);
      return fmt::format(
          "under {} a store makes earlier accesses visible only if it is a release and the load "
          "that "
          "reads it is an acquire, by their orders or by fences{}{}",
          title, ends.empty() ? "" : "; here ", ends);
    }
  }
  return {};
}

}  // namespace robur

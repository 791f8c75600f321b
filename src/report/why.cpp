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
  // A thread's events have growing numbers.
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

// Which ends of the messages in the cycle lack the order, or the fence, that would make them
// carry what came before. A read-modify-write on the way from one end to the other passes the
// message on whatever its order is.
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

// RC11 keeps sc accesses in one order, and so it does with accesses around sc fences. If some of
// the cycle are sc, those that are neither let it happen. An access that is alone in its thread
// has no fence, but needs none when the accesses that it links have theirs. Nothing if no access
// is sc.
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
        "under {} only sc accesses, and accesses around sc fences, have one order that all "
        "threads agree on; here {}",
        title, weak);
  }
  switch (kind) {
    case Reordering::Coherence:
      return {};
    case Reordering::StaleRmw:
      return fmt::format(
          "under {} a read-modify-write is atomic, but it may build on an older "
          "store than the latest, as long as its thread has seen nothing newer",
          title);
    case Reordering::StoreBuffering:
      if (info.whyStoreLoad) return fmt::format("under {} {}", title, info.whyStoreLoad);
      return fmt::format(
          "{} does not keep a store and a later load of another location in order; "
          "an sc fence between the two does",
          title);
    case Reordering::WriteWrite:
      if (info.whyStores) return fmt::format("under {} {}", title, info.whyStores);
      return fmt::format(
          "under {} all threads agree on the order of the stores to one location, "
          "but stores to different locations need not fit into one order, unless sc fences keep "
          "them in step",
          title);
    case Reordering::Iriw:
      return fmt::format(
          "under {} two threads may learn of stores to different locations in "
          "different orders, unless sc fences keep them in step",
          title);
    case Reordering::MessagePassing: {
      if (info.whyMessage) return fmt::format("under {} {}", title, info.whyMessage);
      const std::string ends = weakEnds(graph, tour);
      return fmt::format(
          "under {} a store passes on what came before it only if it releases and "
          "the load that reads it acquires, themselves or by fences{}{}",
          title, ends.empty() ? "" : "; here ", ends);
    }
  }
  return {};
}

}  // namespace robur

// The story of a robustness violation.
//
// A cycle in po, rf, mo and fr says that its accesses cannot be put in one order. It is
// told from the write that the offender misses, (1), along the cycle to the offender,
// (n). What an access does in the story depends on how the cycle enters and leaves it, so
// a read-modify-write counts as a read when it is entered by reads-from, or left by
// reads-before, and as a write otherwise. Fences are put in one order; on a cycle they only
// pass it on.
#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "program/pointer_values.h"
#include "program/print.h"
#include "report/narrate.h"
#include "report/words.h"

namespace robur {

namespace {

using Edge = CycleEdge::Kind;

struct Stop {  // one access of the cycle
  const Event* event = nullptr;
  EventId id = kNoEvent;
  Edge in{};
  Edge out{};
  bool kept = false;  // the next one is later in the thread, and the model keeps the two in order

  bool entersAsWrite() const {
    return in == Edge::Mo || in == Edge::Fr || (in == Edge::Po && writes(*event));
  }
  bool leavesAsRead() const { return out == Edge::Fr; }
  bool fence() const { return isFence(*event); }
};

// Does the model keep a store and a load after it in order, because of what is between them or
// of what they are?
bool keepsInOrder(ModelName model, const ExecutionGraph& graph, EventId store, EventId load) {
  if (model == ModelName::Rc11 && graph[store].order == Order::Sc &&
      graph[load].order == Order::Sc) {
    return true;
  }
  // A thread's events have growing numbers.
  for (std::size_t i = raw(store); i <= raw(load); ++i) {
    const Event& event = graph.events[i];
    if (event.thread != graph[store].thread) continue;
    const bool fence = event.kind == Event::Kind::Fence && event.order == Order::Sc;
    const bool locked = event.kind == Event::Kind::Update || event.locked;
    if (event.scFence || fence || (model == ModelName::Tso && locked)) return true;
  }
  return false;
}

using Tour = std::vector<Stop>;

// The cycle as stops, turned so that the offender comes last.
Tour tourOf(const Finding& finding, ModelName model) {
  const Witness& witness = finding.witness;
  Tour tour;
  for (std::size_t i = 0; i < witness.cycle.size(); ++i) {
    const CycleEdge& edge = witness.cycle[i];
    const CycleEdge& before = witness.cycle[i == 0 ? witness.cycle.size() - 1 : i - 1];
    tour.push_back({&witness.graph[edge.from], edge.from, before.kind, edge.kind});
    tour.back().kept =
        edge.kind == Edge::Po && keepsInOrder(model, witness.graph, edge.from, edge.to);
  }
  const auto offender = std::ranges::find(tour, witness.offender, &Stop::id);
  if (offender != tour.end()) std::rotate(tour.begin(), offender + 1, tour.end());
  return tour;
}

enum class Kind { Coherence, StaleRmw, StoreBuffering, WriteWrite, Iriw, MessagePassing };

// Which reordering the cycle needs. An edge against the flow of information is a mo or fr
// edge. With one of them alone, the rest is a chain of messages that did not carry what
// they should have. With more, each po edge before one is where order is lost: a store
// still on its way when a load runs, stores that do not fit into one order, or loads of
// two threads that tell different tales.
Kind kindOf(const Tour& tour) {
  std::size_t against = 0;
  bool overwrites = false;
  bool storeLoad = false;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    const Stop& here = tour[i];
    const Stop& next = tour[(i + 1) % tour.size()];
    if (here.fence()) continue;
    against += here.out == Edge::Mo || here.out == Edge::Fr;
    overwrites |= here.out == Edge::Mo;
    storeLoad |= here.out == Edge::Po && !here.kept && here.entersAsWrite() && next.leavesAsRead();
  }
  const CellId cell = tour.front().event->cell;
  if (std::ranges::all_of(tour, [&](const Stop& s) { return s.event->cell == cell; })) {
    return Kind::Coherence;
  }
  if (against == 1) return Kind::MessagePassing;
  if (tour.back().event->kind == Event::Kind::Update) return Kind::StaleRmw;
  if (storeLoad) return Kind::StoreBuffering;
  return overwrites ? Kind::WriteWrite : Kind::Iriw;
}

const char* spelling(Kind kind) {
  switch (kind) {
    case Kind::Coherence:
      return "coherence";
    case Kind::StaleRmw:
      return "stale-rmw";
    case Kind::StoreBuffering:
      return "store-buffering";
    case Kind::WriteWrite:
      return "write-write";
    case Kind::Iriw:
      return "iriw";
    case Kind::MessagePassing:
      return "message-passing";
  }
  return "?";
}

const char* headlineFor(const Event& offender) {
  switch (offender.kind) {
    case Event::Kind::Write:
      return "this store can be overwritten by a store that SC has already ordered before it";
    case Event::Kind::Update:
      return "this read-modify-write can miss a store that SC has already ordered before it";
    case Event::Kind::Read:
    case Event::Kind::Fence:
      break;
  }
  return "this load can miss a store that SC has already ordered before it";
}

const char* edgeWords(Edge edge) {
  switch (edge) {
    case Edge::Po:
      return "po";
    case Edge::Rf:
      return "read-by";
    case Edge::Mo:
      return "overwritten-by";
    case Edge::Fr:
      return "reads-before";
  }
  return "?";
}

std::string readText(const Program& program, const Event& event) {
  return valueText(program, event.cell, event.read);
}
std::string writtenText(const Program& program, const Event& event) {
  return valueText(program, event.cell, event.written);
}

std::string doing(const Program& program, const Event& event) {
  if (isFence(event)) return "is passed";
  switch (event.kind) {
    case Event::Kind::Read:
      return fmt::format("reads {}", readText(program, event));
    case Event::Kind::Write:
      return fmt::format("writes {}", writtenText(program, event));
    case Event::Kind::Update:
      return fmt::format("reads {} and writes {}", readText(program, event),
                         writtenText(program, event));
    case Event::Kind::Fence:
      break;
  }
  return "is passed";
}

// Why the last access of the story cannot be where it is, in any interleaving.
std::string closing(const Program& program, Kind kind, const Tour& tour) {
  const std::size_t n = tour.size();
  const Event& offender = *tour.back().event;
  if (kind == Kind::Iriw) {
    return fmt::format(
        "{}, missing (1): no interleaving of (1)..({}) lets two threads disagree on "
        "which store came first",
        doing(program, offender), n);
  }
  if (kind == Kind::StoreBuffering && n == 4 && tour[1].out == Edge::Fr &&
      tour[3].out == Edge::Fr && offender.kind == Event::Kind::Read &&
      tour[1].event->kind == Event::Kind::Read) {
    if (tour[1].event->read == offender.read) {
      return fmt::format("reads {0}: no interleaving of (1)..(4) lets both read {0}",
                         readText(program, offender));
    }
    return fmt::format("reads {}: no interleaving of (1)..(4) lets (2) read {} as well",
                       readText(program, offender), readText(program, *tour[1].event));
  }
  if (offender.kind == Event::Kind::Write) {
    return fmt::format(
        "writes {}, yet (1) overwrites it: in every interleaving of (1)..({}) it is "
        "the other way round",
        writtenText(program, offender), n);
  }
  return fmt::format("{}, missing (1), which comes first in every interleaving of (1)..({})",
                     doing(program, offender), n);
}

std::string remarkFor(const Program& program, Kind kind, const Tour& tour, std::size_t at) {
  const Stop& here = tour[at];
  if (here.event->init) {
    return fmt::format("the initial value of the cell is {}", writtenText(program, *here.event));
  }
  const std::size_t next = at + 2 > tour.size() ? 1 : at + 2;
  const std::size_t previous = at == 0 ? tour.size() : at;
  if (at + 1 == tour.size()) return closing(program, kind, tour);
  if (here.fence()) {
    return here.out == Edge::Po ? fmt::format("is passed after ({})", previous)
                                : fmt::format("is passed before ({})", next);
  }
  std::string text = doing(program, *here.event);
  if (here.in == Edge::Rf) text = fmt::format("{} from ({})", text, previous);
  if (here.event->kind == Event::Kind::Update && here.in == Edge::Rf) {
    text = fmt::format("reads {} from ({}), writes {}", readText(program, *here.event), previous,
                       writtenText(program, *here.event));
  }
  switch (here.out) {
    case Edge::Po:
      if (here.entersAsWrite() && tour[at + 1].leavesAsRead() && !here.kept) {
        return fmt::format("may still be on its way when ({}) runs", next);
      }
      return here.entersAsWrite() ? fmt::format("{}, before ({})", text, next) : text;
    case Edge::Rf:
      return text;
    case Edge::Mo:
      return fmt::format("{}, overwritten by ({})", text, next);
    case Edge::Fr:
      if (here.in != Edge::Po) return fmt::format("{}, so it comes before ({})", text, next);
      return fmt::format("{}, so ({}) comes later", text, next);
  }
  return text;
}

// Has the thread a fence of that kind between two of its events?
bool fenceBetween(const ExecutionGraph& graph, EventId from, EventId to, bool (*does)(Order)) {
  for (std::size_t i = raw(from) + 1; i < raw(to); ++i) {
    const Event& event = graph.events[i];
    if (event.thread == graph[from].thread && isFence(event) && does(event.order)) return true;
  }
  return false;
}

// Which ends of the messages in the cycle lack the order, or the fence, that would make them
// carry what came before: "(2) is rlx, (3) is rlx". A read-modify-write on the way from one end
// to the other passes the message on whatever its order is.
std::string weakEnds(const ExecutionGraph& graph, const Tour& tour) {
  std::string out;
  const auto blame = [&](std::size_t at) {
    out += fmt::format("{}({}) is {}", out.empty() ? "" : ", ", at + 1,
                       robur::spelling(tour[at].event->order));
  };
  for (std::size_t i = 0; i < tour.size(); ++i) {
    const Stop& here = tour[i];
    if (here.event->init || here.fence()) continue;
    const Stop& previous = tour[(i + tour.size() - 1) % tour.size()];
    const Stop& next = tour[(i + 1) % tour.size()];
    const bool sends = here.out == Edge::Rf && here.in != Edge::Rf;
    const bool receives = here.in == Edge::Rf && here.out != Edge::Rf;
    if (sends && !robur::releases(here.event->order) &&
        !(here.in == Edge::Po && fenceBetween(graph, previous.id, here.id, robur::releases))) {
      blame(i);
    }
    if (receives && !robur::acquires(here.event->order) &&
        !(here.out == Edge::Po && fenceBetween(graph, here.id, next.id, robur::acquires))) {
      blame(i);
    }
  }
  return out;
}

// RC11 keeps sc accesses in one order. If some of the cycle are sc, those that are not let it
// happen: "(2) is acq". Nothing if there is no such mixture.
std::string notSc(const Tour& tour) {
  std::string out;
  bool some = false;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    const Order order = tour[i].event->order;
    some = some || order == Order::Sc;
    if (order == Order::Sc || tour[i].event->init || tour[i].fence()) continue;
    out += fmt::format("{}({}) is {}", out.empty() ? "" : ", ", i + 1, robur::spelling(order));
  }
  return some ? out : std::string();
}

std::string whyFor(Kind kind, ModelName model, const ExecutionGraph& graph, const Tour& tour) {
  const char* title = titleOf(model);
  const bool orders =
      kind == Kind::StoreBuffering || kind == Kind::WriteWrite || kind == Kind::Iriw;
  const std::string weak = model == ModelName::Rc11 && orders ? notSc(tour) : std::string();
  if (!weak.empty()) {
    return fmt::format(
        "under RC11 only sc accesses, and accesses around sc fences, have one order that all "
        "threads agree on; here {}",
        weak);
  }
  switch (kind) {
    case Kind::Coherence:
      return {};
    case Kind::StaleRmw:
      return fmt::format(
          "under {} a read-modify-write is atomic, but it may build on an older "
          "store than the latest, as long as its thread has seen nothing newer",
          title);
    case Kind::StoreBuffering:
      if (model == ModelName::Tso) {
        return "under TSO a store waits in its thread's buffer while later loads run; a fence or a "
               "read-modify-write between them empties the buffer";
      }
      return fmt::format(
          "{} does not keep a store and a later load of another location in order; "
          "an sc fence between the two does",
          title);
    case Kind::WriteWrite:
      return fmt::format(
          "under {} all threads agree on the order of the stores to one location, "
          "but stores to different locations need not fit into one order, unless sc fences keep "
          "them in step",
          title);
    case Kind::Iriw:
      return fmt::format(
          "under {} two threads may learn of stores to different locations in "
          "different orders, unless sc fences keep them in step",
          title);
    case Kind::MessagePassing: {
      const std::string ends = weakEnds(graph, tour);
      return fmt::format(
          "under {} a store passes on what came before it only if it releases and "
          "the load that reads it acquires, themselves or by fences{}{}",
          title, ends.empty() ? "" : "; here ", ends);
    }
  }
  return {};
}

}  // namespace

Narration narrateCycle(const Program& program, ModelName model, const Finding& finding) {
  const Tour tour = tourOf(finding, model);
  Narration story;
  if (tour.empty()) {
    story.kind = "robustness";
    story.headline = headlineFor(Event{});
    return story;
  }
  const Kind kind = kindOf(tour);
  story.kind = spelling(kind);
  story.headline = headlineFor(*tour.back().event);
  story.why = whyFor(kind, model, finding.witness.graph, tour);
  for (std::size_t i = 0; i < tour.size(); ++i) {
    const Stop& stop = tour[i];
    Remark remark;
    remark.number = static_cast<unsigned>(i + 1);
    remark.event = stop.id;
    remark.text = remarkFor(program, kind, tour, i);
    remark.primary = i + 1 == tour.size();
    if (!stop.event->init) {
      remark.thread = threadName(program, stop.event->thread);
      remark.threadId = stop.event->thread;
      remark.span = spanOf(program, stop.event->thread, stop.event->pc);
    }
    story.remarks.push_back(std::move(remark));
    story.cycle +=
        fmt::format("({}) -{}-> ", i + 1,
                    stop.fence() && stop.out != Edge::Po ? "passed-before" : edgeWords(stop.out));
  }
  story.cycle += "(1)";
  return story;
}

}  // namespace robur

// The narration of a robustness violation.
//
// The accesses of a cycle in po, rf, mo and fr cannot be put in one order. Each of them gets a
// remark, in the order of the tour (tour.h).
#include <fmt/format.h>

#include "program/pointer_values.h"
#include "program/print.h"
#include "report/call_chain.h"
#include "report/narrate.h"
#include "report/tour.h"
#include "report/why.h"
#include "report/words.h"

namespace robur {

namespace {

using Edge = CycleEdge::Kind;

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

// Why no interleaving puts the last access where it is.
std::string closing(const Program& program, Reordering kind, const Tour& tour) {
  const std::size_t n = tour.size();
  const Event& offender = *tour.back().event;
  if (kind == Reordering::Iriw) {
    return fmt::format(
        "{}, missing (1): no interleaving of (1)..({}) lets two threads disagree on "
        "which store came first",
        doing(program, offender), n);
  }
  if (kind == Reordering::StoreBuffering && n == 4 && tour[1].out == Edge::Fr &&
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
        "writes {} and (1) overwrites it, although every interleaving puts (1) before ({})",
        writtenText(program, offender), n);
  }
  return fmt::format("{}, missing (1), which comes first in every interleaving of (1)..({})",
                     doing(program, offender), n);
}

std::string remarkFor(const Program& program, Reordering kind, const Tour& tour, std::size_t at) {
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

}  // namespace

Narration narrateCycle(const Program& program, ModelName model, const Finding& finding) {
  const Tour tour = tourOf(finding, model);
  Narration narration;
  if (tour.empty()) {
    narration.kind = "robustness";
    narration.headline = headlineFor(Event{});
    return narration;
  }
  const Reordering kind = reorderingOf(tour);
  narration.kind = spelling(kind);
  narration.headline = headlineFor(*tour.back().event);
  narration.why = whyAllowed(model, kind, finding.witness.graph, tour);
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
      remark.frame = frameOf(program, stop.event->thread, stop.event->pc);
    }
    narration.remarks.push_back(std::move(remark));
    narration.cycle += fmt::format("({}) -{}-> ", i + 1, edgeWords(stop));
  }
  narration.cycle += "(1)";
  return narration;
}

}  // namespace robur

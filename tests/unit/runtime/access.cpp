#include "unit/runtime/access.h"

namespace robur::testing {

namespace {

using Kind = Access::Kind;

bool allowedStale(const Program& frame, const ExecutionGraph& graph, ModelName model,
                  const Access& a, bool spuriously) {
  for (const EventId source : graph.modificationOrder[a.cell]) {
    const std::optional<Event> e = eventOf(a, graph[source].written, spuriously);
    if (!e) continue;
    ExecutionGraph other = graph;
    other.add(*e, source);
    if (consistent(frame, other, model) && !consistent(frame, other, ModelName::Sc)) return true;
  }
  return false;
}

}  // namespace

std::optional<Event> eventOf(const Access& a, std::int64_t old, bool spuriously) {
  Event e{.thread = ThreadId{a.thread}, .cell = CellId{a.cell}, .order = a.order};
  const bool cas =
      a.kind == Kind::BlockingCas || a.kind == Kind::StrongCas || a.kind == Kind::WeakCas;
  if (a.kind == Kind::Wait && old != a.expected) return std::nullopt;
  if (a.kind == Kind::Read || a.kind == Kind::Wait) {
    e.kind = Event::Kind::Read;
    e.read = old;
  } else if (a.kind == Kind::Write) {
    e.kind = Event::Kind::Write;
    e.written = a.desired;
  } else if (!cas || (old == a.expected && !spuriously)) {
    e.kind = Event::Kind::Update;
    e.read = old;
    e.written = a.desired;
  } else if (a.kind == Kind::BlockingCas) {
    return std::nullopt;
  } else {
    e.kind = Event::Kind::Read;
    e.locked = true;
    e.order = a.failure;
    e.read = old;
  }
  return e;
}

bool isViolation(const Program& frame, const ExecutionGraph& graph, ModelName model,
                 const Access& a) {
  return allowedStale(frame, graph, model, a, false) ||
         (a.kind == Kind::WeakCas && allowedStale(frame, graph, model, a, true));
}

}  // namespace robur::testing

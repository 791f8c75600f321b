#include "verify/graph_findings.h"

#include "check/fault_property.h"
#include "check/waiting_words.h"
#include "executions/execution_graph_of.h"
#include "program/internal_error.h"

namespace robur::verify {

Finding GraphFindings::at(const executions::LiveGraph& g, std::uint32_t thread, Pc pc,
                          Property property) const {
  executions::Translated translated = executions::executionGraphOf(program, g);
  if (!consistent(program, translated.graph, model)) {
    throw InternalError("the model's axioms reject a graph that the enumeration found");
  }
  Finding out;
  out.property = property;
  out.thread = ThreadId{thread};
  out.pc = pc;
  out.span = program.codeOf(out.thread).instrs[pc].span;
  out.witness.graph = std::move(translated.graph);
  out.witness.run = std::move(translated.run);
  return out;
}

Finding GraphFindings::fault(const executions::LiveGraph& g, executions::EventRef last) const {
  return at(g, last.thread, g[last].next, propertyOf(g[last].fault));
}

Finding GraphFindings::race(const executions::LiveGraph& g, executions::EventRef first,
                            executions::EventRef second) const {
  Finding out = at(g, second.thread, g[second].pc, Property::Race);
  const executions::Translated translated = executions::executionGraphOf(program, g);
  out.witness.other = translated.event[first.thread][first.index];
  out.witness.offender = translated.event[second.thread][second.index];
  if (!dataRace(program, out.witness.graph, model)) {
    throw InternalError("the enumeration found a data race, but the axioms find none");
  }
  return out;
}

std::optional<Finding> GraphFindings::conflict(const executions::LiveGraph& g,
                                               ModelName races) const {
  const executions::Translated translated = executions::executionGraphOf(program, g);
  const auto pair = dataRace(program, translated.graph, races);
  if (!pair) return std::nullopt;
  const Event& second = translated.graph[pair->second];
  Finding out = at(g, raw(second.thread), second.pc, Property::Race);
  out.witness.other = pair->first;
  out.witness.offender = pair->second;
  return out;
}

// What a blocked thread waits for, and the last write, which does not end the wait.
std::string GraphFindings::waitingWords(const executions::LiveGraph& g,
                                        std::uint32_t thread) const {
  const executions::LiveEvent& event = g[g.lastOf(thread)];
  if (event.kind != executions::Kind::Blocked) return spinningWords();
  const executions::EventRef write = g.lastWrite(event.cell);
  LastWrite last{.value = g.valueOf(event.cell, write), .initial = write == executions::kInitial};
  if (!last.initial) last.thread = ThreadId{write.thread}, last.pc = g[write].pc;
  return robur::waitingWords(program, CellId{event.cell}, last);
}

Finding GraphFindings::hang(const executions::LiveGraph& g, std::uint32_t t) const {
  const executions::LiveEvent& last = g[g.lastOf(t)];
  Finding out =
      at(g, t, last.kind == executions::Kind::Blocked ? last.pc : last.next, Property::Hang);
  out.message = waitingWords(g, t);
  return out;
}

Finding GraphFindings::outcome(const executions::LiveGraph& g) const {
  // The thread whose last event is the youngest.
  const std::uint32_t t = g.trail.empty() ? 0 : g.trail.back().thread;
  const executions::LiveEvent& last = g[g.lastOf(t)];
  return at(g, t, last.kind == executions::Kind::Start ? last.next : last.pc, Property::Outcome);
}

}  // namespace robur::verify

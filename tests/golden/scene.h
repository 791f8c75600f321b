// Results made by hand: a source text, threads whose accesses point into it, an execution
// graph, and the finding in it. The graph's own axioms check that a scene is possible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/check_result.h"

namespace robur::test {

class Scene {
 public:
  Scene(std::string path, std::string text);

  CellId atomic(const std::string& name);
  CellId plain(const std::string& name);
  ThreadId thread(const std::string& name);
  ThreadId copyOf(ThreadId original, const std::string& name);  // runs the same code

  // An instruction at the place where `text` stands in the given line.
  Pc at(ThreadId thread, Instr::Op op, std::uint32_t line, std::string_view text, CellId cell,
        Order order = Order::Rlx);
  Span spanOf(std::uint32_t line, std::string_view text) const;

  // Events of instructions, appended to the run. Reads take a value from a write, writes
  // follow one in modification order; without one, the latest.
  EventId read(ThreadId thread, Pc pc, EventId from = kNoEvent);
  EventId write(ThreadId thread, Pc pc, std::int64_t value, EventId after = kNoEvent);
  EventId update(ThreadId thread, Pc pc, std::int64_t value, EventId from = kNoEvent);
  EventId fence(ThreadId thread, Pc pc, ModelName model, Order order = Order::Sc);
  EventId initial(CellId cell) const { return graph.modificationOrder[raw(cell)].front(); }

  // A violation whose offender is the last event of the run.
  Finding robustness() const;
  Finding finding(Property property, ThreadId thread, Pc pc, std::string message) const;
  Result result(ModelName model, Verdict verdict, std::vector<Finding> findings = {}) const;

  Program program;
  ExecutionGraph graph;
  std::vector<EventId> run;

 private:
  CellId location(const std::string& name, bool isAtomic);
  EventId add(Event event, EventId source);
  Event eventAt(Event::Kind kind, ThreadId thread, Pc pc) const;
};

}  // namespace robur::test

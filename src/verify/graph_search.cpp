#include "verify/graph_search.h"

#include <fmt/format.h>

#include "check/fault_property.h"
#include "executions/execution_graph_of.h"
#include "program/internal_error.h"
#include "program/transform/spin_loops.h"
#include "support/large_stack.h"

namespace robur::verify {

namespace {

using namespace executions;

constexpr std::size_t kStackBytes = std::size_t{1} << 30;

// Stops at the first bad state.
class BadStateFinder : public Visitor {
 public:
  BadStateFinder(const Program& program, ModelName model) : program(program), model(model) {}

  bool onFinal(const LiveGraph&) override { return false; }

  bool onFault(const LiveGraph& g, EventRef last) override {
    Finding out = findingAt(g, last.thread, g[last].next);
    out.property = propertyOf(g[last].fault);
    finding = std::move(out);
    return true;
  }

  bool onRace(const LiveGraph& g, EventRef first, EventRef second) override {
    Finding out = findingAt(g, second.thread, g[second].pc);
    out.property = Property::Race;
    const Translated translated = executionGraphOf(program, g);
    out.witness.other = translated.event[first.thread][first.index];
    out.witness.offender = translated.event[second.thread][second.index];
    if (!dataRace(program, out.witness.graph, model)) {
      throw InternalError("the enumeration found a data race, but the axioms find none");
    }
    finding = std::move(out);
    return true;
  }

  std::optional<Finding> finding;

 private:
  Finding findingAt(const LiveGraph& g, std::uint32_t thread, Pc pc) const {
    Translated translated = executionGraphOf(program, g);
    if (!consistent(program, translated.graph, model)) {
      throw InternalError("the model's axioms reject a graph that the enumeration found");
    }
    Finding out;
    out.thread = ThreadId{thread};
    out.pc = pc;
    out.span = program.codeOf(out.thread).instrs[pc].span;
    out.witness.graph = std::move(translated.graph);
    out.witness.run = std::move(translated.run);
    return out;
  }

  const Program& program;
  const ModelName model;
};

std::string reasonOf(const Program& program, const Enumeration& enumeration) {
  if (enumeration.cut) {
    const ThreadId thread{enumeration.cutAt.thread};
    const Span span = program.codeOf(thread).instrs[enumeration.cutPc].span;
    return fmt::format(
        "thread {} can make more than {} steps{}, and graphs decide only programs whose runs end",
        program[thread].name, ThreadStepper::kMostEvents,
        span.known() ? fmt::format(" (at line {})", span.line) : "");
  }
  if (enumeration.end == Enumeration::End::Depth) return "the graphs are too large";
  if (enumeration.end == Enumeration::End::Graphs) return "the limit of --max-states was reached";
  return "interrupted";
}

}  // namespace

GraphSearch searchGraphs(const Program& program, ModelName model,
                         const GraphSearchOptions& options) {
  Program blocking = program;
  if (!options.exactLoops) blockSpinLoops(blocking);
  const Machine machine(blocking);
  BadStateFinder finder(blocking, model);
  EnumerationOptions enumerationOptions;
  enumerationOptions.stop = options.stop;
  enumerationOptions.maxGraphs = options.maxGraphs;
  enumerationOptions.endWhenCut = true;
  GraphSearch out;
  runOnLargeStack(kStackBytes,
                  [&] { out.enumeration = enumerate(machine, model, enumerationOptions, finder); });
  out.finding = std::move(finder.finding);
  const bool complete = out.enumeration.end == Enumeration::End::Complete && !out.enumeration.cut;
  if (!complete && !out.finding) out.reason = reasonOf(program, out.enumeration);
  return out;
}

}  // namespace robur::verify

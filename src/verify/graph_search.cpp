#include "verify/graph_search.h"

#include <memory>

#include "executions/ends.h"
#include "executions/execution_graph_of.h"
#include "program/internal_error.h"
#include "program/transform/locked_stores.h"
#include "program/transform/spin_loops.h"
#include "verify/cut_search.h"
#include "verify/graph_findings.h"
#include "verify/incomplete.h"

namespace robur::verify {

namespace {

// Stops at the first fault, race or hang.
class BadStateFinder : public executions::Visitor {
 public:
  BadStateFinder(const Machine& machine, ModelName model, bool hangs)
      : machine(machine),
        model(model),
        findings(machine.program(), model),
        ends(machine),
        hangs(hangs),
        mixed(hasPlainAccessToAtomic(machine.program())) {}

  bool onFinal(const executions::LiveGraph& g) override {
    // Accesses to atomic cells that are plain in the source race as the whole graph says.
    if (mixed) finding = findings.conflict(g, model);
    if (finding) return true;
    if (!hangs || ends.of(g) != executions::Ending::Hang) return false;
    std::uint32_t t = 0;
    while (!ends.waits(g, t)) ++t;
    finding = findings.hang(g, t);
    return true;
  }
  bool onFault(const executions::LiveGraph& g, executions::EventRef last) override {
    finding = findings.fault(g, last);
    return true;
  }
  bool onRace(const executions::LiveGraph& g, executions::EventRef first,
              executions::EventRef second) override {
    finding = findings.race(g, first, second);
    return true;
  }

  std::unique_ptr<Visitor> fork() const override {
    return std::make_unique<BadStateFinder>(machine, model, hangs);
  }
  void merge(Visitor& fork, bool found) override {
    if (found) finding = std::move(static_cast<BadStateFinder&>(fork).finding);
  }

  std::optional<Finding> finding;

 private:
  const Machine& machine;
  const ModelName model;
  const GraphFindings findings;
  executions::Ends ends;
  const bool hangs;
  const bool mixed;
};

// Stops at the first graph that passes a state of a target.
class TargetFinder : public executions::Visitor {
 public:
  TargetFinder(const Machine& machine, ModelName model, const std::vector<Target>& targets)
      : machine(machine),
        program(machine.program()),
        model(model),
        targets(targets),
        cuts(machine, targets) {}

  bool onFinal(const executions::LiveGraph& g) override { return look(g); }
  bool onFault(const executions::LiveGraph&, executions::EventRef) override { return false; }
  bool onRace(const executions::LiveGraph& g, executions::EventRef, executions::EventRef) override {
    race = true;
    return look(g);
  }

  std::unique_ptr<Visitor> fork() const override {
    return std::make_unique<TargetFinder>(machine, model, targets);
  }
  void merge(Visitor& fork, bool found) override {
    TargetFinder& other = static_cast<TargetFinder&>(fork);
    if (found) finding = std::move(other.finding);
    race = race || other.race;
  }

  std::optional<Finding> finding;
  bool race = false;

 private:
  bool look(const executions::LiveGraph& g) {
    const auto cut = cuts.find(g);
    if (!cut) return false;
    executions::Translated translated = executions::executionGraphOf(program, g, *cut);
    if (!consistent(program, translated.graph, model)) {
      throw InternalError("the model's axioms reject a graph that the enumeration found");
    }
    Finding out;
    out.witness.graph = std::move(translated.graph);
    out.witness.run = std::move(translated.run);
    for (std::uint16_t t = 0; t < g.threadCount() && !out.span.known(); ++t) {
      out.thread = ThreadId{t};
      out.pc = g[{t, (*cut)[t]}].next;
      const std::vector<Instr>& code = program.codeOf(out.thread).instrs;
      if (out.pc < code.size()) out.span = code[out.pc].span;
    }
    finding = std::move(out);
    return true;
  }

  const Machine& machine;
  const Program& program;
  const ModelName model;
  const std::vector<Target>& targets;
  CutSearch cuts;
};

// The formula may mention every register of the threads that it tests.
std::vector<std::vector<bool>> registersIn(const Program& program,
                                           const std::vector<Target>& targets) {
  std::vector<std::vector<bool>> out;
  for (std::uint32_t t = 0; t < program.threads.size(); ++t) {
    bool tested = false;
    for (const Target& target : targets) tested = tested || target.threads[t];
    out.emplace_back(program.codeOf(ThreadId{t}).registers.size(), tested);
  }
  return out;
}

}  // namespace

GraphSearch searchGraphs(const Program& program, ModelName model,
                         const GraphSearchOptions& options) {
  Program searched = program;
  lockScStores(searched, model);
  if (!options.exactLoops && options.reach == nullptr) blockSpinLoops(searched);
  const Machine machine(searched);
  executions::EnumerationOptions enumeration;
  enumeration.stop = options.stop;
  enumeration.maxGraphs = options.maxGraphs;
  enumeration.workers = options.workers;
  enumeration.rounds = options.unroll;
  enumeration.endWhenCut = options.unroll == 0;
  GraphSearch out;
  if (options.reach != nullptr) {
    enumeration.observed.always = registersIn(program, *options.reach);
    TargetFinder finder(machine, model, *options.reach);
    out.enumeration = executions::enumerate(machine, model, enumeration, finder);
    out.finding = std::move(finder.finding);
    if (finder.race) out.reason = "there is a data race, and what follows it is not defined";
  } else {
    BadStateFinder finder(machine, model, options.hangs);
    out.enumeration = executions::enumerate(machine, model, enumeration, finder);
    out.finding = std::move(finder.finding);
  }
  if (out.finding) {
    out.reason.clear();
  } else if (out.reason.empty()) {
    out.reason = whyIncomplete(program, out.enumeration, options.unroll);
  }
  return out;
}

}  // namespace robur::verify

#include "verify/final_states.h"

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

#include "executions/ends.h"
#include "executions/sequential.h"
#include "program/transform/locked_stores.h"
#include "program/transform/spin_loops.h"
#include "support/hash.h"
#include "verify/graph_findings.h"
#include "verify/incomplete.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostStates = 1000000;

using Values = std::vector<std::int64_t>;

struct ValuesHash {
  std::size_t operator()(const Values& values) const {
    std::uint64_t h = 1;
    for (const std::int64_t v : values) h = mixed(h, static_cast<std::uint64_t>(v));
    return h;
  }
};

Values valuesIn(const executions::LiveGraph& g, const Observables& observables) {
  Values out;
  for (const Observables::Register& r : observables.registers) {
    out.push_back(g.registers(g.lastOf(r.thread))[r.index]);
  }
  for (const std::uint32_t cell : observables.cells) {
    out.push_back(g.valueOf(cell, g.lastWrite(cell)));
  }
  return out;
}

// Which threads wait, and where.
Values waitingIn(const executions::LiveGraph& g, const executions::Ends& ends) {
  Values out;
  for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
    if (!ends.waits(g, t)) continue;
    out.push_back(t);
    out.push_back(g[g.lastOf(t)].next);
  }
  return out;
}

class StateCollector : public executions::Visitor {
 public:
  StateCollector(const Machine& machine, ModelName model, const ExecutionsOptions& options)
      : machine(machine),
        model(model),
        options(options),
        findings(machine.program(), model),
        ends(machine) {}

  bool onFinal(const executions::LiveGraph& g) override {
    switch (ends.of(g)) {
      case executions::Ending::Complete:
        return complete(g);
      case executions::Ending::Hang:
        hang(g);
        break;
      case executions::Ending::Unfair:
        ++states.unfair;
        break;
      case executions::Ending::Excluded:
        ++states.excluded;
        break;
      case executions::Ending::Faulted:
      case executions::Ending::Cut:
        break;
    }
    return false;
  }

  bool onFault(const executions::LiveGraph& g, executions::EventRef last) override {
    return bad(g, [&] { return findings.fault(g, last); });
  }

  bool onRace(const executions::LiveGraph& g, executions::EventRef first,
              executions::EventRef second) override {
    return bad(g, [&] { return findings.race(g, first, second); });
  }

  std::unique_ptr<Visitor> fork() const override {
    return std::make_unique<StateCollector>(machine, model, options);
  }

  void merge(Visitor& fork, bool found) override {
    StateCollector& other = static_cast<StateCollector&>(fork);
    states.executions += other.states.executions;
    states.notSc += other.states.notSc;
    states.hangs += other.states.hangs;
    states.unfair += other.states.unfair;
    states.excluded += other.states.excluded;
    for (const auto& [values, state] : other.seen) {
      seen[values].executions += state.executions;
      seen[values].sequential += state.sequential;
    }
    for (auto& [waiting, hang] : other.hangs) {
      const auto [at, fresh] = hangs.try_emplace(waiting, std::move(hang));
      if (!fresh) at->second.sequential = at->second.sequential || hang.sequential;
    }
    tooMany = tooMany || (found && other.tooMany) || seen.size() > kMostStates;
    // If errors end the enumeration, the fork that has found one has the first.
    if (other.error && (found || (!options.endAtError && !error))) error = std::move(other.error);
  }

  FinalStates take(const Program& program) {
    states.names = options.observables.names(program);
    for (const std::uint32_t cell : options.observables.cells) states.cells.push_back(CellId{cell});
    for (auto& [values, state] : seen) {
      states.states.push_back(std::move(state));
      states.states.back().values = values;
    }
    std::sort(states.states.begin(), states.states.end(),
              [](const auto& a, const auto& b) { return a.values < b.values; });
    return std::move(states);
  }

  // A hang that SC does not have, if there is one.
  std::optional<BadExecution> firstHang() {
    for (auto& [waiting, hang] : hangs) {
      if (!hang.sequential) return std::move(hang);
    }
    if (hangs.empty()) return std::nullopt;
    return std::move(hangs.begin()->second);
  }

  std::optional<BadExecution> error;
  bool tooMany = false;

 private:
  bool complete(const executions::LiveGraph& g) {
    const bool sc = sequential(g);
    ++states.executions;
    states.notSc += sc ? 0 : 1;
    FinalStates::State& state = seen[valuesIn(g, options.observables)];
    ++state.executions;
    state.sequential += sc ? 1 : 0;
    if (!sc && options.plainConflicts && !error) {
      if (auto conflict = findings.conflict(g, ModelName::Ra)) {
        error = BadExecution{std::move(*conflict), false};
        if (options.endAtError) return true;
      }
    }
    return tooMany = seen.size() > kMostStates;
  }

  void hang(const executions::LiveGraph& g) {
    ++states.hangs;
    const bool sc = sequential(g);
    const Values waiting = waitingIn(g, ends);
    const auto [at, fresh] = hangs.try_emplace(waiting);
    if (fresh) at->second.finding = findings.hang(g, static_cast<std::uint32_t>(waiting[0]));
    at->second.sequential = at->second.sequential || sc;
  }

  template <class Make>
  bool bad(const executions::LiveGraph& g, const Make& make) {
    if (!error) error = BadExecution{make(), sequential(g)};
    return options.endAtError;
  }

  const Machine& machine;
  const ModelName model;
  const ExecutionsOptions& options;
  const GraphFindings findings;
  executions::Ends ends;
  executions::Sequential sequential;
  FinalStates states;
  std::unordered_map<Values, FinalStates::State, ValuesHash> seen;
  std::map<Values, BadExecution> hangs;
};

// Stops at an execution that ends in given values and, if asked for, is not sequentially
// consistent.
class StateFinder : public executions::Visitor {
 public:
  StateFinder(const Machine& machine, ModelName model, const ExecutionsOptions& options,
              const Values& values, Wanted wanted)
      : machine(machine),
        model(model),
        options(options),
        values(values),
        wanted(wanted),
        findings(machine.program(), model),
        ends(machine) {}

  bool onFinal(const executions::LiveGraph& g) override {
    if (ends.of(g) != executions::Ending::Complete || valuesIn(g, options.observables) != values)
      return false;
    if (wanted == Wanted::NotSequential && sequential(g)) return false;
    found = findings.outcome(g);
    return true;
  }
  bool onFault(const executions::LiveGraph&, executions::EventRef) override { return false; }
  bool onRace(const executions::LiveGraph&, executions::EventRef, executions::EventRef) override {
    return false;
  }

  std::unique_ptr<Visitor> fork() const override {
    return std::make_unique<StateFinder>(machine, model, options, values, wanted);
  }
  void merge(Visitor& fork, bool isFirst) override {
    if (isFirst) found = std::move(static_cast<StateFinder&>(fork).found);
  }

  std::optional<Finding> found;

 private:
  const Machine& machine;
  const ModelName model;
  const ExecutionsOptions& options;
  const Values& values;
  const Wanted wanted;
  const GraphFindings findings;
  executions::Ends ends;
  executions::Sequential sequential;
};

struct Prepared {
  Program program;
  executions::EnumerationOptions options;
};

Prepared prepare(const Program& program, const ExecutionsOptions& options) {
  Prepared out{program, {}};
  const auto observed = options.observables.registersOf(program);
  if (!options.exactLoops) blockSpinLoops(out.program, observed);
  out.options.observed.atEnd = observed;
  out.options.rounds = options.unroll;
  out.options.stop = options.stop;
  out.options.maxGraphs = options.maxGraphs;
  out.options.workers = options.workers;
  out.options.endWhenCut = options.unroll == 0;
  return out;
}

}  // namespace

Executions allExecutions(const Program& program, ModelName model,
                         const ExecutionsOptions& options) {
  Prepared prepared = prepare(program, options);
  lockScStores(prepared.program, model);
  const Machine machine(prepared.program);
  StateCollector collector(machine, model, options);
  Executions out;
  out.enumeration = executions::enumerate(machine, model, prepared.options, collector);
  out.states = collector.take(program);
  out.error = std::move(collector.error);
  out.hang = collector.firstHang();
  if (collector.tooMany) {
    out.reason = "there are too many final states";
  } else if (!out.error || !options.endAtError) {
    out.reason = whyIncomplete(program, out.enumeration, options.unroll);
    out.loop = loopOf(program, out.enumeration);
  }
  out.states.complete = out.complete() && !(out.error && options.endAtError);
  return out;
}

std::optional<Finding> executionEndingIn(const Program& program, ModelName model,
                                         const ExecutionsOptions& options,
                                         const std::vector<std::int64_t>& values, Wanted wanted) {
  Prepared prepared = prepare(program, options);
  lockScStores(prepared.program, model);
  const Machine machine(prepared.program);
  StateFinder finder(machine, model, options, values, wanted);
  executions::enumerate(machine, model, prepared.options, finder);
  return std::move(finder.found);
}

}  // namespace robur::verify

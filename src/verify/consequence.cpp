#include "verify/consequence.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "check/unsupported.h"
#include "program/model_info.h"
#include "program/transform/locked_stores.h"
#include "result/final_states.h"
#include "result/stopwatch.h"
#include "verify/evidence.h"
#include "verify/final_states.h"

namespace robur::verify {

namespace {

constexpr std::uint32_t kMostRounds = 8;

Consequence::Bad badOf(Property property) {
  switch (property) {
    case Property::Assertion:
      return Consequence::Bad::Assertion;
    case Property::Race:
      return Consequence::Bad::Race;
    case Property::Hang:
      return Consequence::Bad::Hang;
    case Property::Outcome:
      return Consequence::Bad::Outcome;
    default:
      return Consequence::Bad::Fault;
  }
}

class Judging {
 public:
  Judging(const Program& program, ModelName model, const ConsequenceOptions& options)
      : program(program), model(model), options(options) {
    enumeration.observables = options.observables;
    enumeration.exactLoops = options.exactLoops;
    enumeration.workers = options.workers;
    enumeration.plainConflicts =
        infoOf(model).races == DataRaces::None &&
        std::ranges::any_of(program.locations, [](const Location& l) { return !l.atomic; });
    enumeration.stop = [this](const executions::Enumeration&) { return interrupted() || late(); };
  }

  Consequence run() {
    out.observed = options.observed;
    const Executions executions = allExecutions(program, model, enumeration);
    count(executions.states);
    if (executions.error) {
      harmful(*executions.error);
    } else if (!executions.complete()) {
      out.place = executions.loop;
      out.reason = whyUnknown(executions);
      if (executions.enumeration.cut) lookForErrors();
    } else {
      out.complete = true;
      conclude(executions);
    }
    out.seconds = stopwatch.seconds();
    return std::move(out);
  }

 private:
  bool interrupted() const { return options.interrupted != nullptr && *options.interrupted; }
  bool late() const { return options.seconds > 0 && stopwatch.seconds() > options.seconds; }

  void count(const FinalStates& states) {
    out.graphs = states.executions;
    out.notSc = states.notSc;
    out.unfair = states.unfair;
    out.dropped = states.excluded;
    out.outcomes = states.states.size();
    out.scOutcomes = out.outcomes - states.newStates();
  }

  std::string whyUnknown(const Executions& executions) const {
    if (interrupted()) return "interrupted";
    if (late())
      return fmt::format("there are more executions than {} s suffice for", options.seconds);
    if (executions.loop.known()) return "this loop writes in every round and need not end";
    return executions.reason;
  }

  void harmful(const BadExecution& bad) {
    if (bad.finding.property == Property::Unsupported) {
      out.reason = unsupportedWords(program, bad.finding);
      return;
    }
    out.answer = Consequence::Answer::Harmful;
    out.property = badOf(bad.finding.property);
    out.finding = bad.finding;
    out.departure = departureOf(program, bad.finding.witness.graph);
    out.place = bad.finding.span;
    if (bad.sequential) out.details = "it happens under SC, too: an ordinary bug";
  }

  // A loop need not end: an error in one of its first rounds is an error all the same.
  void lookForErrors() {
    for (std::uint32_t rounds = 1; rounds <= kMostRounds && !late() && !interrupted(); ++rounds) {
      enumeration.unroll = rounds;
      const Executions executions = allExecutions(program, model, enumeration);
      if (!executions.error) continue;
      out.unroll = rounds;
      out.reason.clear();
      return harmful(*executions.error);
    }
  }

  void conclude(const Executions& executions) {
    if (executions.hang && !executions.hang->sequential) return harmful(*executions.hang);
    if (executions.hang) out.details = "threads can wait forever, under SC as well";
    const FinalStates& states = executions.states;
    const auto fresh =
        std::ranges::find(states.states, std::uint64_t{0}, &FinalStates::State::sequential);
    if (fresh == states.states.end()) {
      out.answer = Consequence::Answer::Harmless;
      return;
    }
    out.answer = Consequence::Answer::Different;
    out.property = Consequence::Bad::Outcome;
    out.outcome = newIn(program, states, *fresh);
    out.finding = executionEndingIn(program, model, enumeration, fresh->values);
    if (out.finding) out.departure = departureOf(program, out.finding->witness.graph);
  }

  const Program& program;
  const ModelName model;
  const ConsequenceOptions& options;
  const Stopwatch stopwatch;
  ExecutionsOptions enumeration;
  Consequence out;
};

}  // namespace

std::string newIn(const Program& program, const FinalStates& states,
                  const FinalStates::State& state) {
  std::vector<bool> kept(state.values.size(), true);
  const auto underSc = [&](const FinalStates::State& other) {
    if (other.sequential == 0) return false;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i] && other.values[i] != state.values[i]) return false;
    }
    return true;
  };
  // Registers come first and say most, so cells are left out first.
  for (std::size_t i = kept.size(); i-- > 0;) {
    kept[i] = false;
    if (std::ranges::any_of(states.states, underSc)) kept[i] = true;
  }
  std::string out;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    out += fmt::format("{}{} == {}", out.empty() ? "" : " && ", states.names[i],
                       valueText(program, states, state, i));
  }
  return out;
}

Consequence consequenceOf(const Program& program, ModelName model,
                          const ConsequenceOptions& options) {
  Program emitted = program;
  lockScStores(emitted, model);
  return Judging(emitted, model, options).run();
}

}  // namespace robur::verify

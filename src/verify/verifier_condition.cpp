// The condition of a litmus test, when its final states are known. `exists` asks whether something
// is possible and cannot be violated; `~exists` and `forall` are claims, and a state that violates
// one is shown with an execution that ends in it.
#include <fmt/format.h>

#include "verify/final_states.h"
#include "verify/verifier.h"

namespace robur::verify {

namespace {

// Leaves out what the filter excludes.
void filterStates(const Proposition& filter, FinalStates& states) {
  std::erase_if(states.states, [&](const FinalStates::State& state) {
    if (holds(filter, state.values)) return false;
    states.excluded += state.executions;
    states.executions -= state.executions;
    states.notSc -= state.executions - state.sequential;
    return true;
  });
}

}  // namespace

void Verifier::decideCondition(const ExecutionsOptions& searched) {
  const FinalCondition& condition = *options.condition;
  out.condition = condition;
  if (condition.filter) filterStates(*condition.filter, *out.outcomes);
  using Quantifier = FinalCondition::Quantifier;
  const bool bad = condition.quantifier == Quantifier::NotExists;
  for (const FinalStates::State& state : out.outcomes->states) {
    if (condition.quantifier == Quantifier::Exists ||
        holds(*condition.claim, state.values) != bad) {
      continue;
    }
    auto found =
        executionEndingIn(program, out.model, searched, state.values, Wanted::AnyExecution);
    if (!found) {
      out.reason = stopping.why();
      return;
    }
    unsafe(std::move(*found));
    out.reached = true;
    const std::string claim = propositionText(condition, *condition.claim);
    out.reach = bad ? claim : fmt::format("not ({})", claim);
    return;
  }
  if (!out.outcomes->complete) return;
  out.hangs = options.hangs ? Hangs::None : Hangs::NotAsked;
  safe(condition.quantifier == Quantifier::Exists ? "the test claims nothing, and nothing is wrong"
                                                  : "every final state fulfils the claim");
}

}  // namespace robur::verify

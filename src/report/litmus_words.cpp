#include "report/litmus_words.h"

#include <fmt/format.h>

namespace robur {

namespace {

using Quantifier = FinalCondition::Quantifier;

const char* kindOf(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::Exists:
      return "Allowed";
    case Quantifier::NotExists:
      return "Forbidden";
    case Quantifier::Forall:
      break;
  }
  return "Required";
}

}  // namespace

Witnesses witnessesOf(const Verification& verification) {
  Witnesses out;
  for (const FinalStates::State& state : verification.outcomes->states) {
    const bool positive = holds(*verification.condition->claim, state.values);
    (positive ? out.positive : out.negative) += state.executions;
  }
  return out;
}

bool isFulfilled(const Verification& verification) {
  const Witnesses w = witnessesOf(verification);
  switch (verification.condition->quantifier) {
    case Quantifier::Exists:
      return w.positive > 0;
    case Quantifier::NotExists:
      return w.positive == 0;
    case Quantifier::Forall:
      break;
  }
  return w.negative == 0;
}

std::string herdText(const Verification& verification) {
  const FinalCondition& condition = *verification.condition;
  const FinalStates& outcomes = *verification.outcomes;
  std::string out = fmt::format("Test {} {}\nStates {}\n", condition.test,
                                kindOf(condition.quantifier), outcomes.states.size());
  for (const FinalStates::State& state : outcomes.states) {
    std::string line;
    for (std::size_t i = 0; i < condition.observed.size(); ++i) {
      line +=
          fmt::format("{}{}={};", i == 0 ? "" : " ", condition.observed[i].name, state.values[i]);
    }
    out += line + "\n";
  }
  const Witnesses w = witnessesOf(verification);
  const char* const often = w.positive == 0 ? "Never" : w.negative == 0 ? "Always" : "Sometimes";
  // Witnesses are for what the condition says, observations of what its formula says.
  const bool negated = condition.quantifier == Quantifier::NotExists;
  out += fmt::format(
      "{}\nWitnesses\nPositive: {} Negative: {}\nCondition {}\nObservation {} {} {} {}\n",
      isFulfilled(verification) ? "Ok" : "No", negated ? w.negative : w.positive,
      negated ? w.positive : w.negative, conditionText(condition), condition.test, often,
      w.positive, w.negative);
  return out;
}

}  // namespace robur

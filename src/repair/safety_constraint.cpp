#include "repair/safety_constraint.h"

#include <algorithm>

#include "program/transform/spin_loops.h"
#include "repair/refused.h"
#include "repair/strengthened_run.h"

#include "program/transform/locked_stores.h"

namespace robur {

Program examinedProgram(const Draft& draft, const Choice& choice, bool exactLoops) {
  Program program = draft.with(choice);
  if (!exactLoops) blockSpinLoops(program);
  return program;
}

Constraint moreThan(const Draft& draft, const Choice& choice) {
  Constraint out;
  for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
    if (!std::binary_search(choice.begin(), choice.end(), i)) out.anyOf.push_back(i);
  }
  return out;
}

Constraint constraintFrom(const Draft& draft, const Choice& choice, bool exactLoops,
                          ModelName model, const BadExecution& bad) {
  const auto remains = [&](const Choice& more) {
    Program program = examinedProgram(draft, more, exactLoops);
    lockScStores(program, model);
    return survives(bad, program, model);
  };
  Constraint out;
  out.anyOf = RefusedOptions(choice, remains).among(moreThan(draft, choice).anyOf);
  return out;
}

}  // namespace robur

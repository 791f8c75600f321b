#include "result/final_states.h"

#include "program/pointer_values.h"

namespace robur {

std::string valueText(const Program& program, const FinalStates& states,
                      const FinalStates::State& state, std::size_t i) {
  const std::size_t registers = states.names.size() - states.cells.size();
  if (i < registers) return std::to_string(state.values[i]);
  return valueText(program, states.cells[i - registers], state.values[i]);
}

}  // namespace robur

// Reads text into automata. Only syntax is checked.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/common/errors.h"
#include "frontend/trencher/automaton.h"

namespace robur::frontend_trencher {

// The result is complete if there were no errors. Registers that are read but never assigned are 0
// in Trencher; they are listed with assigned = false.
std::vector<Automaton> read(std::string_view text, Errors& errors);

}  // namespace robur::frontend_trencher

// Programs and diagnostics as text that tests compare with.
#pragma once

#include <string>

#include "frontend/language.h"

namespace robur::testing {

// Every location, register and instruction with its number and successors; an
// instruction that goes on to the next one says nothing about it.
std::string listing(const Program& program);

// What a user would see.
std::string rendered(const Source& source, const std::vector<Diagnostic>& diagnostics);

}  // namespace robur::testing

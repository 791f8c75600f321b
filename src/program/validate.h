// The IR's own rules, checked once between a frontend and everything after it.
#pragma once

#include <cstddef>
#include <vector>

#include "program/program.h"

namespace robur {

// Limits on what a program may consist of. A state holds all of it but the instructions.
inline constexpr std::size_t kMaxThreads = 64;
inline constexpr std::size_t kMaxCells = 4096;
inline constexpr std::size_t kMaxRegisters = 4096;  // of one thread
inline constexpr std::size_t kMaxInstrs = 65536;    // of one thread

// Empty if the program is well formed: successors exist and are as many as the operation
// wants, registers and locations are declared, initial values fit their types, orders fit
// their operations (a load does not release), plain locations are accessed plainly, Loaded
// occurs in Wait only, limits on size are kept.
std::vector<Diagnostic> validate(const Program& program);

}  // namespace robur

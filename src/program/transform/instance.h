// Instances of a program with threads of any number: the program with so many copies of each.
#pragma once

#include <vector>

#include "program/program.h"

namespace robur {

// The threads that stand for any number of copies, in the program's order.
std::vector<ThreadId> templatesOf(const Program& program);

// The program with counts[i] copies of the i-th of them, which may be 0.
Program instanceOf(const Program& program, const std::vector<unsigned>& counts);

// All ways to choose the numbers of copies of `templates` threads, which are some, `total` copies
// altogether.
std::vector<std::vector<unsigned>> countsOf(std::size_t templates, unsigned total);

}  // namespace robur

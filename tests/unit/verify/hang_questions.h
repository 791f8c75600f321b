// What the tests of hangs share: the local graphs of a program, and all its executions by brute
// force over src/graph.
#pragma once

#include <functional>
#include <string>

#include "generators/program.h"
#include "oracle/all_executions.h"
#include "verify/local_graph.h"

namespace robur::testing {

// Asks a question about the local graphs of a program; true if it has too many local states.
using LocalQuestion = std::function<bool(const Machine&, const verify::LocalGraphs&)>;
bool asks(const Program& program, const LocalQuestion& question);
// The same for a program in the language of Robur.
bool asks(const std::string& text, const LocalQuestion& question);

// Random programs of several models, `each` of each, that have a hang by brute force.
void forEachHanging(std::uint64_t firstSeed, std::uint64_t each,
                    const std::function<void(std::uint64_t seed, const Program&)>& visit);

}  // namespace robur::testing

// What all formats say alike about a repair.
#pragma once

#include <string>
#include <vector>

#include "result/repair_result.h"

namespace robur {

// "repaired", "robust", "relaxed", "impossible", "unknown"
const char* outcomeName(const RepairResult& result);

// The unified diff of all files that a solution changes.
std::string diffOf(const RepairSolution& solution);

// "fence(sc) is needed before this statement"
std::string neededText(const Program& program, const RepairChange& change);

// What happens without a change: "otherwise, at line 15, this load can miss …"
std::string preventedText(const Program& program, const RepairViolation& violation);
// "at line 15, this load can miss … (store-buffering; lines 8, 15)"
std::string violationText(const Program& program, const RepairViolation& violation);
// The same for a violation that no solution prevents, with the reason.
std::string remainingText(const Program& program, const RepairViolation& violation);

// A path without the "./" that clang puts before headers, which `git apply` does not accept.
std::string_view plainPath(std::string_view path);

}  // namespace robur

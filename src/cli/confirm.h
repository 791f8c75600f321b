// Whether a program reaches the goal of a repair, and whether the text of a repair does.
#pragma once

#include <vector>

#include "cli/editable.h"
#include "repair/repair.h"

namespace robur {

bool reachesGoal(const Program& program, ModelName model, const RepairOptions& options,
                 const CheckOptions& check);

// What was proved is about the draft. The text that the user gets must be the same program;
// if it is not to the letter, it is checked on its own. That it is safe is always verified again.
// An internal error if the goal is not reached.
void confirm(const Editable& program, const std::vector<FileChange>& changes, const Program& proved,
             const RepairOptions& options);

}  // namespace robur

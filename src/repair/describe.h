// A repair as a result that can be reported: changes with their source locations and their text in
// the program's language, instead of numbers of strengthenings.
#pragma once

#include "repair/repair.h"
#include "repair/words.h"
#include "result/repair_result.h"

namespace robur {

// One option of the draft, as a change of the user's text.
RepairChange changeOf(const Draft& draft, std::uint32_t option, TextEditor editor);

// Everything but what the caller adds: the file, the question, and the files that change.
RepairResult describe(const Draft& draft, const Repair& repair, TextEditor editor,
                      Goal goal = Goal::Robust);

}  // namespace robur

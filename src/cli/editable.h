// A program that can be changed, in any language: the candidates for changes, the files that a
// choice changes, and how to read the program again with those changes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/input.h"
#include "cli/settings.h"
#include "program/program.h"
#include "repair/strengthening.h"
#include "repair/words.h"
#include "result/repair_result.h"

namespace robur {

struct Editable {
  std::string title;
  TextEditor editor = TextEditor::Calls;
  Draft draft;
  std::function<std::vector<FileChange>(const Choice&)> changesOf;
  // The program with these changes; nothing if it cannot be read.
  std::function<std::optional<Program>(const std::vector<FileChange>&)> readWith;
};

// What a change of the program shall achieve.
struct RepairGoal {
  // The kinds of changes that are allowed and matter for this program. Asked once, when it has been
  // read, before `fulfilled`.
  std::function<Allowed(const Program&)> allowedFor;
  bool relaxing = false;
  // Does the program need no change? Asked before candidates are collected where that is expensive.
  std::function<bool(const Program&)> fulfilled;
};

// Reads the files of one program. If that fails, `loaded` has the reason, which has been printed.
std::optional<Editable> editable(const std::vector<std::string>& files,
                                 const EditSettings& settings, const RepairGoal& goal,
                                 const Prices& prices, Loaded& loaded);
// The same for a program that has been read already. Nothing if its files have no text to be
// changed.
std::optional<Editable> editableFrom(const std::vector<std::string>& files,
                                     const EditSettings& settings, const RepairGoal& goal,
                                     const Prices& prices, const Loaded& loaded);

}  // namespace robur

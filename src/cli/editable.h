// A program that can be changed: what may be chosen in it, the files that a choice changes, and
// how to read it again with those changes. One face for all languages.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/options.h"
#include "program/program.h"
#include "repair/strengthening.h"
#include "repair/words.h"
#include "result/repair_result.h"

namespace robur {

struct Editable {
  std::string title;
  Wording wording = Wording::Short;
  Draft draft;
  std::function<std::vector<FileChange>(const Choice&)> changesOf;
  // The program with these changes; nothing if it cannot be read.
  std::function<std::optional<Program>(const std::vector<FileChange>&)> readWith;
};

// How a program is to be changed.
struct Wish {
  Allowed allowed;
  bool relaxing = false;
  // Is there nothing to be done? Asked where finding out what could be done is expensive.
  std::function<bool(const Program&)> fulfilled;
};

// Reads the files of one program. If they cannot be read, that has been said, and `code` is why.
std::optional<Editable> editable(const std::vector<std::string>& files, const Settings& settings,
                                 const Wish& wish, const Prices& prices, ExitCode& code);

}  // namespace robur

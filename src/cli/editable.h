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
#include "repair/repair_report.h"
#include "repair/strengthening.h"

namespace robur {

struct Editable {
  std::string title;
  Wording wording = Wording::Short;
  Draft draft;
  std::function<std::vector<FileChange>(const Choice&)> changesOf;
  // The program with these changes; nothing if it cannot be read.
  std::function<std::optional<Program>(const std::vector<FileChange>&)> readWith;
};

// Reads the files of one program. If they cannot be read, that has been said, and `code` is why.
std::optional<Editable> editable(const std::vector<std::string>& files, const Settings& settings,
                                 const Allowed& allowed, const Prices& prices, bool relaxing,
                                 ExitCode& code);

}  // namespace robur

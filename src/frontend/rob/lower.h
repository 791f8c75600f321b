// Lowers the tree to the IR: resolves names, checks the rules of the language, flattens control
// flow.
#pragma once

#include <unordered_set>

#include "frontend/rob/ast.h"
#include "frontend/rob/line_table.h"
#include "program/program.h"

namespace robur::frontend_rob {

struct Lowering {
  const LineTable& lines;
  Errors& errors;
  const std::unordered_set<std::string_view>& unread;  // names in text that was skipped
};

// The program is meaningful only if no error was reported.
Program lower(const FileNode& file, const Lowering& context);

}  // namespace robur::frontend_rob

// From the tree to the IR: names are looked up, rules checked, control flow flattened.
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

// The program means something only if no problem was found.
Program lower(const FileNode& file, const Lowering& context);

}  // namespace robur::frontend_rob

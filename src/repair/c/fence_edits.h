// How fences are written into a file. Between statements of a block a fence is one more
// statement. A body without braces gets them, in the way the file writes braces, once however many
// fences it gets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repair/c/statements.h"
#include "repair/text_edit.h"

namespace robur::repair_c {

struct FenceToWrite {
  Gap gap;
  std::string statement;  // "atomic_thread_fence(memory_order_seq_cst);"
};

struct FenceEdit {
  TextEdit edit;
  std::optional<std::size_t> fence;  // which one it writes; nothing: only a brace
};

// Edits at one place come in the order in which they are to be made.
std::vector<FenceEdit> fenceEdits(std::string_view text, const std::vector<Statement>& statements,
                                  const std::vector<FenceToWrite>& fences);

}  // namespace robur::repair_c

// Inserts fences into a file. In a block, a fence is one more statement. A body without braces gets
// braces, once for all of its fences, placed as the file places its other braces.
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

// Edits at one offset come in the order in which they are applied.
std::vector<FenceEdit> fenceEdits(std::string_view text, const std::vector<Statement>& statements,
                                  const std::vector<FenceToWrite>& fences);

}  // namespace robur::repair_c

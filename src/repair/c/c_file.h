// One of the user's files, cut up.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "program/program.h"
#include "repair/c/order_call.h"
#include "repair/c/spelling.h"
#include "repair/c/statements.h"
#include "repair/c/tokens.h"

namespace robur::repair_c {

struct CFile {
  CFile(const Source& source, bool cplusplus);

  const Source* source;
  bool cplusplus;
  std::vector<Token> tokens;
  std::vector<Statement> statements;
  std::vector<Spelling> spellings;  // best first; the first is used

  const Spelling& spelling() const { return spellings.front(); }
  // In front of and behind the smallest statement around the offset, where a fence may stand. If
  // that is a bare body, those around what it belongs to come with them.
  std::set<Gap> gapsAround(std::size_t offset) const;
  // Is the call, whose expression begins there, a statement in a block, and nothing else?
  bool isStatement(std::size_t begin, const OrderCall& call) const;
};

// The offset at which an instruction's text begins.
std::size_t offsetIn(const Source& source, const Span& span);
// The character at the offset.
Span spanAt(const Source& source, std::size_t offset);

}  // namespace robur::repair_c

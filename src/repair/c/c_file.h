// One of the user's files with its tokens, statements and the notation it uses for orders.
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
  // The gaps before and after the smallest statement around the offset. If that is a body without
  // braces, the gaps around the statement that it belongs to are included.
  std::set<Gap> gapsAround(std::size_t offset) const;
  // Is the call whose expression begins there a complete statement in a block?
  bool isStatement(std::size_t begin, const OrderCall& call) const;
};

// The offset at which an instruction's text begins.
std::size_t offsetIn(const Source& source, const Span& span);
// The character at the offset.
Span spanAt(const Source& source, std::size_t offset);

}  // namespace robur::repair_c

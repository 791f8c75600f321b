// The statements of a C or C++ text that stand directly in a block, so that another statement
// may stand in front of them or behind them without changing what belongs to what.
//
// There is no grammar of C++ here: blocks are told from initialisers, classes and namespaces
// by what stands in front of their brace. A body without braces is part of the statement around
// it. Where brackets do not match, as they may around conditional compilation, nothing is
// found; and what is found is only a proposal, which the compiler has to confirm.
#pragma once

#include <vector>

#include "repair/c/tokens.h"

namespace robur::ctext {

struct Statement {
  std::size_t begin = 0;  // byte offsets; labels in front of it are left out
  std::size_t end = 0;    // exclusive
  std::size_t next = 0;   // where the next one in its block begins, labels included, or the brace
                          // that closes the block
  bool leaves = false;    // return, break, continue, goto, throw: nothing comes after it
  bool closes = false;    // no statement, but the brace at the end of a block, where destructors
                          // run; it leaves if nothing comes there
};

// In the order in which they begin; those of inner blocks, lambdas included, come after the
// statement that they are in.
std::vector<Statement> statementsOf(const std::vector<Token>& tokens);

// The smallest statement around the offset; null if there is none.
const Statement* statementAround(const std::vector<Statement>& statements, std::size_t offset);

}  // namespace robur::ctext

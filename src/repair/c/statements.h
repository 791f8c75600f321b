// Finds the statements of a C or C++ text and the gaps before and after them where another
// statement can be inserted without changing the structure: in a block, or in a body without
// braces, which then gets braces.
//
// This is not a C++ parser: blocks are distinguished from initialisers, classes and namespaces by
// the tokens before their brace. Where brackets do not match, as with conditional compilation,
// nothing is found. The result is a proposal that the compiler has to confirm.
#pragma once

#include <optional>
#include <vector>

#include "repair/c/tokens.h"

namespace robur::repair_c {

struct Statement {
  std::size_t begin = 0;   // byte offsets; labels in front of it are left out
  std::size_t end = 0;     // exclusive
  std::size_t next = 0;    // where the next one in its block begins, labels included, or the brace
                           // that closes the block
  bool leaves = false;     // return, break, continue, goto, throw: nothing comes after it
  bool closes = false;     // no statement, but the brace at the end of a block, where destructors
                           // run; it leaves if nothing comes there
  bool bare = false;       // the body of an if, else, for, while or do, without braces
  std::size_t head = 0;    // bare: where the words end whose body it is: behind ), else or do
  std::size_t owner = 0;   // bare: where the statement begins whose body it is
  std::size_t follow = 0;  // bare: the else or while that continues that statement; 0: none
};

// Where a fence may be written.
struct Gap {
  std::size_t offset = 0;           // in front of what begins there, or behind a bare body's end
  std::optional<std::size_t> body;  // the bare body that it is in, by its beginning
  friend auto operator<=>(const Gap&, const Gap&) = default;
};

// In the order in which they begin; those of inner blocks, lambdas included, come after the
// statement that they are in.
std::vector<Statement> statementsOf(const std::vector<Token>& tokens);

// The smallest statement around the offset; null if there is none.
const Statement* statementAround(const std::vector<Statement>& statements, std::size_t offset);

}  // namespace robur::repair_c

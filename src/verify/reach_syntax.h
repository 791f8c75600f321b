// Parses the formula of --reach into a tree, with names resolved.
#pragma once

#include <memory>
#include <string>

#include "semantics/machine.h"

namespace robur::verify {

// A node of the tree. Leaves are numbers, registers, cells and at(thread, label).
struct Term {
  enum class Kind : std::uint8_t { Number, Register, Cell, At, Unary, Binary };
  Kind kind = Kind::Number;
  std::int64_t value = 0;
  unsigned thread = 0;
  std::uint32_t index = 0;  // register, cell, or pc
  bool end = false;         // At: the end of the thread, not a label
  UnaryOp unary{};
  BinaryOp binary{};
  std::shared_ptr<Term> lhs;
  std::shared_ptr<Term> rhs;
  std::size_t begin = 0;  // offset in the text
  std::size_t size = 1;
};
using TermPtr = std::shared_ptr<Term>;

// Thrown on a syntax error, an unknown name, or a formula that is not supported.
struct ReachError {
  std::size_t at = 0;
  std::size_t size = 1;
  std::string message;
  std::string help;
};

TermPtr parseTerm(const Machine& machine, const std::string& text);

}  // namespace robur::verify

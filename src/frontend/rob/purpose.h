// What a program is lowered for, and what is refused because of it.
//
// Exhaustive checks need finite programs without annotations. Proofs need integers that never wrap
// around and memory without pointers. All other rules are the same for both, so this is the only
// file that tells a user to turn to the other command.
#pragma once

#include "frontend/rob/ast.h"
#include "frontend/rob/line_table.h"

namespace robur::frontend_rob {

enum class Purpose : std::uint8_t { Check, Proof };

class Refusals {
 public:
  Refusals(Purpose purpose, Errors& errors) : purpose_(purpose), errors_(errors) {}

  // Each returns whether the purpose rules the construct out, and reports it.
  bool refuse(const TypeNode& type);
  bool refuse(const StmtNode& statement);  // the statements that are for proofs
  bool refuse(const ExprNode& e);          // pointers and bit operations
  bool refuse(BinaryOp op, Range at);      // bit operations
  bool refuseGhost(const Declarator& declarator);
  bool refuseUnboundedArray(const Declarator& declarator);
  bool refuseIndex(const ThreadNode& thread, Range at);  // tid
  // A division, whose divisor has the value if it is a constant.
  void refuseDivisor(const ExprNode& e, bool constant, std::int64_t value);

 private:
  bool checks() const { return purpose_ == Purpose::Check; }
  bool refuseBits(Range at);
  bool report(Range at, std::string message, std::string help);

  Purpose purpose_;
  Errors& errors_;
};

}  // namespace robur::frontend_rob

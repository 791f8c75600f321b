// Expressions as Promela text, with the faults that their evaluation can cause.
//
// Promela computes with C's int. An operation that provably stays within 32 bits is written
// directly; a sum, difference or quotient that may exceed them gets a run-time check; any other is
// refused. So no verdict of Spin rests on arithmetic that wrapped silently.
#pragma once

#include <string>
#include <vector>

#include "program/program.h"
#include "promela/property.h"
#include "promela/ranges.h"

namespace robur::promela {

// If the condition holds, the instruction violates the property. In a list, a condition may be
// evaluated only if all earlier ones are false.
struct Fault {
  std::string condition;
  Property property{};
};

struct Text {
  std::string text;
  Interval range;
  std::vector<Fault> faults;
};

std::string number(std::int64_t value);
Text literal(std::int64_t value);

// An empty text is a condition that is always true.
std::string allOf(const std::vector<std::string>& conditions);
std::string anyOf(const std::vector<std::string>& conditions);
std::string noneOf(const std::vector<Fault>& faults);
std::string negated(const std::string& condition);
// The condition that the value is outside of `allowed`; "0" if never, "1" if always.
std::string outside(const Text& v, const Interval& allowed);

class ExprText {
 public:
  ExprText(const Program& program, const Ranges& ranges, CodeId code, Text threadIndex,
           std::vector<std::string> registers)
      : program_(program),
        ranges_(ranges),
        code_(code),
        threadIndex_(std::move(threadIndex)),
        registers_(std::move(registers)) {}

  Text write(const ExprPtr& e) const { return write(e, nullptr); }
  // With the value read, in the condition of a wait.
  Text write(const ExprPtr& e, const Text& loaded) const { return write(e, &loaded); }

  const std::string& nameOf(RegId reg) const { return registers_[raw(reg)]; }

 private:
  Text write(const ExprPtr& e, const Text* loaded) const;

  const Program& program_;
  const Ranges& ranges_;
  CodeId code_;
  Text threadIndex_;
  std::vector<std::string> registers_;
};

Text unaryText(UnaryOp op, Text a);
Text binaryText(BinaryOp op, Text a, Text b);
Text rmwText(RmwOp op, Text old, Text operand);
// The value converted to the type: an overflow is a fault or wraps around.
Text convertedText(Text v, const IntType& type);

}  // namespace robur::promela

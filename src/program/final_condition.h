// What a litmus test says about final states: which registers and cells it observes, a claim or a
// question about them, and a filter that leaves executions out. Other languages have none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/types.h"

namespace robur {

// A formula over the observed values; an immutable tree.
struct Proposition;
using PropositionPtr = std::shared_ptr<const Proposition>;

struct Proposition {
  enum class Kind : std::uint8_t { True, False, Equals, Not, And, Or, Implies };

  Kind kind = Kind::True;
  std::size_t observed = 0;  // Equals: index into FinalCondition::observed
  std::int64_t value = 0;    // Equals
  PropositionPtr lhs;        // the operand of Not
  PropositionPtr rhs;
};

struct FinalCondition {
  enum class Quantifier : std::uint8_t {
    Exists,     // a question: does some execution end so?
    NotExists,  // a claim: none does
    Forall,     // a claim: all do
  };

  // A register of a thread, or a cell.
  struct Observed {
    std::string name;  // "0:r1", "[x]", as herd prints them
    bool isCell = false;
    ThreadId thread{};
    RegId reg = kNoReg;
    CellId cell{};
  };

  std::string test;                // the name of the test
  std::vector<Observed> observed;  // registers by thread and name, then cells by name
  Quantifier quantifier = Quantifier::Forall;
  PropositionPtr claim;   // of the quantifier
  PropositionPtr filter;  // null: every execution counts
};

bool holds(const Proposition& proposition, const std::vector<std::int64_t>& values);

// "0:r1=0 /\ [x]=1", with as few parentheses as possible.
std::string propositionText(const FinalCondition& condition, const Proposition& proposition);
// "exists (0:r1=0 /\ [x]=1)"
std::string conditionText(const FinalCondition& condition);

}  // namespace robur

// Expressions of proofs: over registers, shared cells, the thread's number, and the values that
// one action reads or picks. Immutable trees, shared freely.
//
// Numbers are whole numbers without bounds, so arithmetic never wraps; truth is 0 and 1, as
// in the language. Unlike expressions of the exhaustive checks these may mention memory: an
// invariant is about it. The terms of an action do not; they speak of Loaded instead.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/expr.h"

namespace robur::prove {

enum class VarId : std::uint32_t {};   // a shared variable, scalar or array
enum class SlotId : std::uint32_t {};  // a register of one thread

struct Term;
using TermPtr = std::shared_ptr<const Term>;

struct Term {
  enum class Kind : std::uint8_t {
    Const,
    Tid,
    Register,
    Cell,     // the memory of now; an array has an index
    Loaded,   // what the action reads, before it writes
    Chosen,   // what a havoc picks for its register
    Changed,  // what a havoc of a cell picks for the cell
    Bound,    // the variable of the quantifier with this number
    Unary,
    Binary,
    Forall,
  };

  Kind kind = Kind::Const;
  UnaryOp unary{};
  BinaryOp binary{};
  std::int64_t value = 0;  // Const; Bound, Forall: the number of the quantifier
  VarId var{};             // Cell
  SlotId slot{};           // Register
  std::string name;        // Bound, Forall
  TermPtr lhs;             // Cell: the index, or null; the operand of the others
  TermPtr rhs;
};

TermPtr number(std::int64_t value);
TermPtr threadNumber();
TermPtr slot(SlotId id);
TermPtr cell(VarId var, TermPtr index = nullptr);
TermPtr ofAction(Term::Kind kind);  // Loaded, Chosen, Changed
TermPtr bound(std::int64_t quantifier, std::string name);
TermPtr forall(std::int64_t quantifier, std::string name, TermPtr body);
TermPtr unary(UnaryOp op, TermPtr operand);
TermPtr binary(BinaryOp op, TermPtr lhs, TermPtr rhs);
TermPtr negation(TermPtr condition);

bool equal(const TermPtr& a, const TermPtr& b);

template <class Visit>
void forEach(const TermPtr& t, const Visit& visit) {
  if (!t) return;
  visit(*t);
  forEach(t->lhs, visit);
  forEach(t->rhs, visit);
}

bool mentions(const TermPtr& t, Term::Kind kind);
bool mentionsVar(const TermPtr& t, VarId var);
bool mentionsSlot(const TermPtr& t, SlotId id);

// The term with every part for which `with` gives something replaced by that.
template <class With>
TermPtr replaced(const TermPtr& t, const With& with) {
  if (!t) return t;
  if (TermPtr other = with(*t)) return other;
  const TermPtr lhs = replaced(t->lhs, with);
  const TermPtr rhs = replaced(t->rhs, with);
  if (lhs == t->lhs && rhs == t->rhs) return t;
  auto copy = std::make_shared<Term>(*t);
  copy->lhs = lhs;
  copy->rhs = rhs;
  return copy;
}

// In the language's own words. Names come from the outside: shared variables, registers, and
// what Loaded is called here.
struct Names {
  const std::vector<std::string>& vars;
  const std::vector<std::string>& slots;
  std::string loaded = "the value read";
  std::string chosen = "the value picked";
  std::string changed = "the new value";
};
std::string spelled(const TermPtr& t, const Names& names);

}  // namespace robur::prove

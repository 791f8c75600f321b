// Terms of proofs: over registers, shared cells, the thread's number, and the values that an action
// reads or picks. Immutable trees that may share subtrees.
//
// Numbers are unbounded integers, so arithmetic never wraps; truth values are 0 and 1, as in the
// language. Unlike the expressions of src/program, terms may mention memory, as invariants do. The
// terms of an action do not; they mention Loaded instead.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/expr.h"

namespace robur::prove {

enum class VarId : std::uint32_t {};       // a shared variable, scalar or array
enum class RegisterId : std::uint32_t {};  // a register of one thread

struct Term;
using TermPtr = std::shared_ptr<const Term>;

struct Term {
  enum class Kind : std::uint8_t {
    Const,
    Tid,
    Register,
    Cell,     // the current value; `lhs` is the index in an array
    Loaded,   // the value that the action reads
    Chosen,   // the value that a havoc picks for its register
    Changed,  // the value that a havoc picks for its cell
    Bound,    // the variable of the quantifier numbered `value`
    Unary,
    Binary,
    Forall,
  };

  Kind kind = Kind::Const;
  UnaryOp unary{};
  BinaryOp binary{};
  std::int64_t value = 0;  // Const; Bound, Forall: the number of the quantifier
  VarId var{};             // Cell
  RegisterId reg{};        // Register
  std::string name;        // Bound, Forall
  TermPtr lhs;             // Cell: the index, or null; the operand of the others
  TermPtr rhs;
};

TermPtr number(std::int64_t value);
TermPtr threadNumber();
TermPtr registerTerm(RegisterId id);
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
bool mentionsRegister(const TermPtr& t, RegisterId id);

// Replaces every subterm for which `with` returns a term.
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

// Printing in the syntax of the language. The caller provides the names of variables and registers,
// and of the values that an action reads or picks.
struct Names {
  const std::vector<std::string>& vars;
  const std::vector<std::string>& registers;
  std::string loaded = "the value read";
  std::string chosen = "the value picked";
  std::string changed = "the new value";
};
std::string spelled(const TermPtr& t, const Names& names);

}  // namespace robur::prove

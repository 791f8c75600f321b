#include "prove/claim_terms.h"

#include <fmt/format.h>

namespace robur::prove {

using rob::ExprNode;
using rob::Symbol;

TermPtr ClaimTerms::wrong(rob::Range at, std::string message, std::string help) {
  errors_.add(at, std::move(message), std::move(help));
  return number(0);
}

TermPtr ClaimTerms::noted(std::int64_t value) {
  system_.note(value);
  return number(value);
}

TermPtr ClaimTerms::term(const ExprNode& e) {
  if (refusals_.refuse(e)) return number(0);
  switch (e.kind) {
    case ExprNode::Kind::Number:
      return noted(e.value);
    case ExprNode::Kind::Tid:
      return threadNumber();
    case ExprNode::Kind::Name:
    case ExprNode::Kind::Index:
      return named(e);
    case ExprNode::Kind::Unary:
      return unary(e.unary, term(*e.lhs));
    case ExprNode::Kind::Binary:
      return binary(e);
    case ExprNode::Kind::Access:
      return wrong(e.at, "a claim mentions memory without an access",
                   "write the cell's name alone");
    case ExprNode::Kind::Call:
      return call(e);
    case ExprNode::Kind::Broken:
    case ExprNode::Kind::Deref:
    case ExprNode::Kind::AddressOf:
      return number(0);
  }
  return number(0);
}

TermPtr ClaimTerms::condition(const ExprNode& e, Havoc& havoc) {
  havoc_ = &havoc;
  TermPtr made = term(e);
  havoc_ = nullptr;
  return made;
}

TermPtr ClaimTerms::named(const ExprNode& e) {
  const bool indexed = e.kind == ExprNode::Kind::Index;
  for (auto b = bound_.rbegin(); !indexed && b != bound_.rend(); ++b) {
    if (b->first == e.name.text) return bound(b->second, std::string(b->first));
  }
  const Symbol* const symbol = scope_.find(e.name);
  if (symbol == nullptr) return number(0);
  switch (symbol->kind) {
    case Symbol::Kind::Cell:
      return cellNamed(e, VarId{raw(symbol->location)});
    case Symbol::Kind::Constant:
      if (!indexed) return noted(symbol->value);
      break;
    case Symbol::Kind::Register: {
      if (indexed) break;
      TermPtr meaning = meanings_[raw(symbol->reg)];
      const bool picked = havoc_ != nullptr && havoc_->reg == meaning->reg;
      return picked ? ofAction(Term::Kind::Chosen) : meaning;
    }
  }
  return wrong(e.at, fmt::format("{} is no array and has no elements", rob::quoted(e.name.text)));
}

TermPtr ClaimTerms::cellNamed(const ExprNode& e, VarId id) {
  const rob::Variable& variable = scope_.variables()[at(id)];
  if (!scope_.checkIndexed(e, variable)) return number(0);
  if (variable.ghost && havoc_ != nullptr) {
    return wrong(e.at, fmt::format("{} is a ghost: what a havoc picks cannot depend on it",
                                   rob::quoted(e.name.text)));
  }
  const TermPtr index = e.lhs != nullptr ? term(*e.lhs) : nullptr;
  if (havoc_ == nullptr) return cell(id, index);
  const bool known = havoc_->var.has_value();
  if (known && (havoc_->var != id || !equal(havoc_->index, index))) havoc_->several = true;
  havoc_->var = id;
  havoc_->index = index;
  return ofAction(havoc_->changes ? Term::Kind::Changed : Term::Kind::Loaded);
}

TermPtr ClaimTerms::call(const ExprNode& e) {
  if (e.name.text == "forall") return forall(e);
  if (havoc_ != nullptr && havoc_->changes && e.name.text == "old" && e.arguments.size() == 1) {
    term(*e.arguments[0]);  // reports that it must be the cell
    return ofAction(Term::Kind::Loaded);
  }
  return wrong(e.at, fmt::format("a claim cannot call {}", rob::quoted(e.name.text)),
               "the only call in a claim is forall(i, claim about i)");
}

TermPtr ClaimTerms::forall(const ExprNode& e) {
  if (e.arguments.size() != 2 || e.arguments[0]->kind != ExprNode::Kind::Name) {
    return wrong(e.at, "'forall' is used as forall(i, claim about i)");
  }
  const std::string_view name = e.arguments[0]->name.text;
  const std::int64_t id = ++quantifiers_;
  bound_.emplace_back(name, id);
  const TermPtr body = term(*e.arguments[1]);
  bound_.pop_back();
  return prove::forall(id, std::string(name), body);
}

TermPtr ClaimTerms::binary(const ExprNode& e) {
  const TermPtr lhs = term(*e.lhs);
  const TermPtr rhs = term(*e.rhs);
  refusals_.refuseDivisor(e, rhs->kind == Term::Kind::Const, rhs->value);
  return prove::binary(e.binary, lhs, rhs);
}

}  // namespace robur::prove

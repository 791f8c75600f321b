// Reasoning about conditions, just enough to prove that the checks at a state are a case
// distinction: propositional logic over comparisons, with a few laws of comparisons. Nothing is
// assumed that cannot be proved.
#pragma once

#include <vector>

#include "program/expr.h"

namespace robur::frontend_trencher {

// A condition that holds exactly if e is not zero, in normal form: And and Or over comparisons ==,
// !=, < and <=, or a constant 0 or 1. The other functions require this form.
ExprPtr truth(const ExprPtr& e);
ExprPtr negation(const ExprPtr& condition);
ExprPtr conjunction(const std::vector<ExprPtr>& conditions);
ExprPtr disjunction(const std::vector<ExprPtr>& conditions);

// True means proved; false may also mean that no proof was found.
bool alwaysHolds(const ExprPtr& condition);
bool exclude(const ExprPtr& a, const ExprPtr& b);
// A bound on the work that alwaysHolds does, for callers with a budget.
std::uint64_t costOf(const ExprPtr& condition);

bool isConstant(const ExprPtr& e, std::int64_t value);

}  // namespace robur::frontend_trencher

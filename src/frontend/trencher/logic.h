// Just enough reasoning about conditions to see that the checks at a state are a case
// distinction: propositional logic over comparisons, with a little of what comparisons
// mean. What cannot be shown is not assumed.
#pragma once

#include <vector>

#include "program/expr.h"

namespace robur::frontend_trencher {

// A condition that holds exactly if e is not zero, in normal form: And and Or over
// comparisons ==, !=, < and <=, or a constant 0 or 1. The other functions want this form.
ExprPtr truth(const ExprPtr& e);
ExprPtr negation(const ExprPtr& condition);
ExprPtr conjunction(const std::vector<ExprPtr>& conditions);
ExprPtr disjunction(const std::vector<ExprPtr>& conditions);

// "Yes" is a proof; "no" may also mean that none was found.
bool alwaysHolds(const ExprPtr& condition);
bool exclude(const ExprPtr& a, const ExprPtr& b);
// A bound on the work that alwaysHolds does, for those who ask often.
std::uint64_t costOf(const ExprPtr& condition);

bool isConstant(const ExprPtr& e, std::int64_t value);

}  // namespace robur::frontend_trencher

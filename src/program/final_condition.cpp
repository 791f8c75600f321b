#include "program/final_condition.h"

#include <fmt/format.h>

namespace robur {

namespace {

using Kind = Proposition::Kind;

// The higher, the tighter the operator binds.
int strength(Kind kind) {
  switch (kind) {
    case Kind::Implies:
      return 0;
    case Kind::Or:
      return 1;
    case Kind::And:
      return 2;
    case Kind::Not:
      return 3;
    case Kind::True:
    case Kind::False:
    case Kind::Equals:
      break;
  }
  return 4;
}

std::string inner(const FinalCondition& condition, const Proposition& p, int least) {
  const std::string text = propositionText(condition, p);
  return strength(p.kind) < least ? fmt::format("({})", text) : text;
}

}  // namespace

bool holds(const Proposition& p, const std::vector<std::int64_t>& values) {
  switch (p.kind) {
    case Kind::True:
      return true;
    case Kind::False:
      return false;
    case Kind::Equals:
      return values[p.observed] == p.value;
    case Kind::Not:
      return !holds(*p.lhs, values);
    case Kind::And:
      return holds(*p.lhs, values) && holds(*p.rhs, values);
    case Kind::Or:
      return holds(*p.lhs, values) || holds(*p.rhs, values);
    case Kind::Implies:
      return !holds(*p.lhs, values) || holds(*p.rhs, values);
  }
  return false;
}

std::string propositionText(const FinalCondition& condition, const Proposition& p) {
  const auto both = [&](const char* op, int left, int right) {
    return fmt::format("{} {} {}", inner(condition, *p.lhs, left), op,
                       inner(condition, *p.rhs, right));
  };
  switch (p.kind) {
    case Kind::True:
      return "true";
    case Kind::False:
      return "false";
    case Kind::Equals:
      return fmt::format("{}={}", condition.observed[p.observed].name, p.value);
    case Kind::Not:
      return fmt::format("not ({})", propositionText(condition, *p.lhs));
    case Kind::And:
      return both("/\\", 2, 2);
    case Kind::Or:
      return both("\\/", 1, 1);
    case Kind::Implies:
      return both("=>", 1, 0);
  }
  return {};
}

std::string conditionText(const FinalCondition& condition) {
  const char* const quantifier =
      condition.quantifier == FinalCondition::Quantifier::Exists      ? "exists"
      : condition.quantifier == FinalCondition::Quantifier::NotExists ? "~exists"
                                                                      : "forall";
  return fmt::format("{} ({})", quantifier, propositionText(condition, *condition.claim));
}

}  // namespace robur

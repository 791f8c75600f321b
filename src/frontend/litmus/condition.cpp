// What is observed of final states, and the condition:
//
//   locations [x; 0:r1;]  filter (0:r0=1)  exists (0:r1=0 /\ x=1)
#include "frontend/litmus/parser.h"

#include <algorithm>
#include <numeric>

namespace robur::frontend_litmus {

namespace {

PropositionPtr node(Proposition::Kind kind, PropositionPtr lhs = nullptr,
                    PropositionPtr rhs = nullptr) {
  Proposition p;
  p.kind = kind;
  p.lhs = std::move(lhs);
  p.rhs = std::move(rhs);
  return std::make_shared<const Proposition>(std::move(p));
}

// The same with other numbers for what is observed.
PropositionPtr renumbered(const PropositionPtr& p, const std::vector<std::size_t>& number) {
  if (!p) return nullptr;
  Proposition out = *p;
  if (out.kind == Proposition::Kind::Equals) out.observed = number[out.observed];
  out.lhs = renumbered(p->lhs, number);
  out.rhs = renumbered(p->rhs, number);
  return std::make_shared<const Proposition>(std::move(out));
}

}  // namespace

void Parser::observedLocations() {
  if (!accept("locations") || !expect("[", "after locations")) return;
  while (!stopped_ && !accept("]")) {
    observed();
    if (!stopped_ && !is("]")) expect(";", "between locations");
  }
}

void Parser::finalCondition() {
  if (accept("filter")) condition_.filter = proposition(0);
  using Quantifier = FinalCondition::Quantifier;
  condition_.claim = node(Proposition::Kind::True);
  if (stopped_ || token_.kind == Token::Kind::End) return;
  if (accept("exists")) {
    condition_.quantifier = Quantifier::Exists;
  } else if (accept("forall")) {
    condition_.quantifier = Quantifier::Forall;
  } else if (is("~") && ahead_.is("exists")) {
    advance();
    advance();
    condition_.quantifier = Quantifier::NotExists;
  } else {
    return error(fmt::format("expected a condition, found {}", found()),
                 "conditions begin with exists, ~exists or forall");
  }
  condition_.claim = proposition(0);
}

// Levels: => (to the right), \/, /\.
PropositionPtr Parser::proposition(int level) {
  if (level == 3) return atom();
  constexpr std::string_view kOperators[] = {"=>", "\\/", "/\\"};
  constexpr Proposition::Kind kKinds[] = {Proposition::Kind::Implies, Proposition::Kind::Or,
                                          Proposition::Kind::And};
  PropositionPtr lhs = proposition(level + 1);
  while (!stopped_ && accept(kOperators[level])) {
    if (++operators_ > kMaxOperators) {
      error(fmt::format("this condition has more than {} operators", kMaxOperators));
      return nullptr;
    }
    PropositionPtr rhs = proposition(level == 0 ? 0 : level + 1);
    lhs = node(kKinds[level], std::move(lhs), std::move(rhs));
  }
  return lhs;
}

PropositionPtr Parser::atom() {
  if (!enter()) return nullptr;
  PropositionPtr out;
  if (accept("(")) {
    out = proposition(0);
    expect(")", "in the condition");
  } else if (accept("~") || accept("not")) {
    out = node(Proposition::Kind::Not, atom());
  } else if (accept("true")) {
    out = node(Proposition::Kind::True);
  } else if (accept("false")) {
    out = node(Proposition::Kind::False);
  } else {
    Proposition equals;
    equals.kind = Proposition::Kind::Equals;
    const std::optional<std::size_t> what = observed();
    const bool differs = !stopped_ && (accept("!=") || accept("<>"));
    if (stopped_ || (!differs && !expect("=", "after what is observed"))) return nullptr;
    if (token_.kind == Token::Kind::Name) {
      error("the value of a location or register is a number");
      return nullptr;
    }
    const std::optional<std::int64_t> value = expectInteger("a number");
    if (!what || !value) return nullptr;
    equals.observed = *what;
    equals.value = *value;
    out = std::make_shared<const Proposition>(std::move(equals));
    if (differs) out = node(Proposition::Kind::Not, std::move(out));
  }
  --nesting_;
  return out;
}

// "0:r1", "x", "[x]", "*x"; its number.
std::optional<std::size_t> Parser::observed() {
  const Span start = token_.span;
  if (token_.kind == Token::Kind::Number) {
    const std::int64_t number = token_.value;
    advance();
    if (!expect(":", "after the number of the thread")) return std::nullopt;
    const Token name = expectName("a register");
    if (stopped_) return std::nullopt;
    if (number < 0 || static_cast<std::size_t>(number) >= procs_.size()) {
      refuse(from(start), fmt::format("there is no thread P{}", number));
      return std::nullopt;
    }
    const Proc& proc = procs_[static_cast<std::size_t>(number)];
    const auto found = proc.registers.find(name.text);
    if (found == proc.registers.end()) {
      refuse(from(start), fmt::format("P{} has no variable '{}'", number, name.text));
      return std::nullopt;
    }
    FinalCondition::Observed out;
    out.name = fmt::format("{}:{}", number, name.text);
    out.thread = ThreadId{static_cast<std::uint32_t>(number)};
    out.reg = found->second;
    return add(std::move(out));
  }
  const bool bracket = accept("[");
  if (!bracket) accept("*");
  const Token name = expectName("a register such as 0:r1, or a location");
  if (stopped_ || (bracket && !expect("]", "after the location"))) return std::nullopt;
  const auto found = globals_.find(name.text);
  if (found == globals_.end()) {
    refuse(name.span, fmt::format("there is no location '{}'", name.text),
           "registers are written with their thread: 0:r1");
    return std::nullopt;
  }
  FinalCondition::Observed out;
  out.name = fmt::format("[{}]", name.text);
  out.isCell = true;
  out.cell = CellId{raw(found->second.id)};  // locations are scalars
  return add(std::move(out));
}

std::size_t Parser::add(FinalCondition::Observed observed) {
  std::vector<FinalCondition::Observed>& all = condition_.observed;
  const auto [at, isNew] = observedAt_.try_emplace(observed.name, all.size());
  if (isNew) all.push_back(std::move(observed));
  return at->second;
}

// In the order in which states are printed.
void Parser::sortObserved() {
  std::vector<FinalCondition::Observed>& all = condition_.observed;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return std::tuple(all[i].isCell, raw(all[i].thread), all[i].name);
    };
    return key(a) < key(b);
  });
  std::vector<FinalCondition::Observed> sorted;
  std::vector<std::size_t> number(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    number[order[i]] = i;
    sorted.push_back(all[order[i]]);
  }
  all = std::move(sorted);
  condition_.claim = renumbered(condition_.claim, number);
  condition_.filter = renumbered(condition_.filter, number);
}

}  // namespace robur::frontend_litmus

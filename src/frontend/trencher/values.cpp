#include "frontend/trencher/values.h"

#include <algorithm>

#include "program/arithmetic.h"

namespace robur::frontend_trencher {

namespace {

// Work is counted in registers copied and terms evaluated. Realistic programs stay far below this.
constexpr std::uint64_t kMostPerRound = 500'000;
constexpr std::uint64_t kMostInAll = 10'000'000;

ValueSet converted(const ValueSet& set) {
  if (set.any()) return set;
  ValueSet out;
  for (const std::int64_t v : set.values()) out.add(kInt32.wrap(v));
  return out;
}

ValueSet truthValues() {
  ValueSet set(0);
  set.add(1);
  return set;
}

ValueSet combine(BinaryOp op, const ValueSet& a, const ValueSet& b) {
  if (a.empty() || b.empty()) return {};
  if (a.any() || b.any()) {
    const bool decided = op == BinaryOp::And && (a.single() == 0 || b.single() == 0);
    if (decided) return ValueSet(0);
    return op >= BinaryOp::Eq ? truthValues() : ValueSet::anything();
  }
  ValueSet out;
  for (const std::int64_t x : a.values()) {
    for (const std::int64_t y : b.values()) out.add(*apply(op, x, y));  // there is no division
  }
  return out;
}

std::uint64_t termsOf(const Transition& t) {
  std::uint64_t terms = 0;
  forEachNode(t.value, [&](const Expr&) { ++terms; });
  forEachNode(t.address, [&](const Expr&) { ++terms; });
  return terms;
}

// The register that e mentions, if e mentions exactly one.
std::optional<RegId> onlyRegister(const ExprPtr& e) {
  std::optional<RegId> found;
  bool several = false;
  forEachNode(e, [&](const Expr& node) {
    if (node.kind != Expr::Kind::Reg) return;
    several |= found && *found != node.reg;
    found = node.reg;
  });
  return several ? std::nullopt : found;
}

// Restricts the values of registers to those that the check allows; returns false if there are
// none.
bool restrict(const ExprPtr& check, std::vector<ValueSet>& registers) {
  const ValueSet result = evaluate(check, registers);
  if (result.empty() || result.single() == 0) return false;
  const std::optional<RegId> r = onlyRegister(check);
  if (!r || registers[raw(*r)].any()) return true;
  const ValueSet before = registers[raw(*r)];
  ValueSet kept;
  for (const std::int64_t v : before.values()) {
    registers[raw(*r)] = ValueSet(v);
    if (evaluate(check, registers).single() != 0) kept.add(v);
  }
  registers[raw(*r)] = kept;
  return !kept.empty();
}

}  // namespace

bool ValueSet::add(std::int64_t value) {
  if (any_) return false;
  const auto at = std::ranges::lower_bound(values_, value);
  if (at != values_.end() && *at == value) return false;
  values_.insert(at, value);
  if (values_.size() > kMost) *this = anything();
  return true;
}

bool ValueSet::add(const ValueSet& other) {
  if (any_) return false;
  if (other.any_) {
    *this = anything();
    return true;
  }
  bool grew = false;
  for (const std::int64_t v : other.values_) grew |= add(v);
  return grew;
}

ValueSet evaluate(const ExprPtr& e, const std::vector<ValueSet>& registers) {
  switch (e->kind) {
    case Expr::Kind::Const:
      return ValueSet(e->value);
    case Expr::Kind::Reg:
      return registers[raw(e->reg)];
    case Expr::Kind::Unary:
      return combine(BinaryOp::Eq, evaluate(e->lhs, registers), ValueSet(0));
    case Expr::Kind::Binary:
      return combine(e->binary, evaluate(e->lhs, registers), evaluate(e->rhs, registers));
    default:
      return ValueSet::anything();
  }
}

ValueSet Values::cell(std::optional<std::int64_t> address) const {
  ValueSet all = address ? anywhere_ : everywhere_;
  all.add(0);
  if (address) {
    const auto known = cells_.find(*address);
    if (known != cells_.end()) all.add(known->second);
  }
  return all;
}

ValueSet Values::read(const ValueSet& addresses) const {
  if (addresses.any()) return cell(std::nullopt);
  ValueSet out;
  for (const std::int64_t a : addresses.values()) out.add(cell(a));
  return out;
}

bool Values::write(const ValueSet& addresses, const ValueSet& values) {
  bool grew = everywhere_.add(values);
  if (addresses.any()) return anywhere_.add(values) || grew;
  for (const std::int64_t a : addresses.values()) grew |= cells_[a].add(values);
  return grew;
}

// Propagates what is known about the source of the transition; returns true if anything changed.
bool Values::visit(const Automaton& automaton, Approximation& approximation,
                   std::uint32_t transition) {
  const Transition& t = automaton.transitions[transition];
  const std::optional<Registers>& before = approximation.states[static_cast<std::size_t>(t.from)];
  if (!before) return false;
  Registers registers = *before;
  bool news = false;
  if (t.kind == Transition::Kind::Check && !restrict(t.value, registers)) return false;
  if (!approximation.possible[transition]) {
    approximation.possible[transition] = true;
    news = true;
  }
  if (accesses(t.kind))
    news |= approximation.addresses[transition].add(evaluate(t.address, registers));
  const ValueSet& addresses = approximation.addresses[transition];
  if (t.kind == Transition::Kind::Write) {
    news |= write(addresses, converted(evaluate(t.value, registers)));
  } else if (t.kind == Transition::Kind::Read) {
    registers[raw(t.reg)] = read(addresses);
  } else if (t.kind == Transition::Kind::Local) {
    registers[raw(t.reg)] = converted(evaluate(t.value, registers));
  }
  std::optional<Registers>& after = approximation.states[static_cast<std::size_t>(t.to)];
  if (!after) {
    after = std::move(registers);
    return true;
  }
  for (std::size_t r = 0; r < registers.size(); ++r) news |= (*after)[r].add(registers[r]);
  return news;
}

Values::Values(const std::vector<Automaton>& threads) {
  std::uint64_t size = 0;
  for (const Automaton& automaton : threads) {
    Approximation approximation;
    approximation.states.resize(automaton.states.size());
    approximation.addresses.resize(automaton.transitions.size());
    approximation.possible.resize(automaton.transitions.size(), false);
    approximation.states[static_cast<std::size_t>(automaton.initial)] =
        Registers(automaton.registers.size(), ValueSet(0));
    approximations_.push_back(std::move(approximation));
    size += automaton.transitions.size() * (automaton.registers.size() + 1);
    for (const Transition& t : automaton.transitions) size += termsOf(t);
  }
  std::uint64_t work = 0;
  for (bool news = true; news;) {
    news = false;
    work += size;
    if (size > kMostPerRound || work > kMostInAll) {
      giveUp(threads);
      return;
    }
    for (std::size_t t = 0; t < threads.size(); ++t) {
      for (std::uint32_t i = 0; i < threads[t].transitions.size(); ++i) {
        news |= visit(threads[t], approximations_[t], i);
      }
    }
  }
}

// Assumes that every value is possible; only addresses that are constant whatever registers hold
// stay known.
void Values::giveUp(const std::vector<Automaton>& threads) {
  anywhere_ = ValueSet::anything();
  everywhere_ = ValueSet::anything();
  for (std::size_t t = 0; t < threads.size(); ++t) {
    const Registers unknown(threads[t].registers.size(), ValueSet::anything());
    approximations_[t].states.clear();
    for (std::size_t i = 0; i < threads[t].transitions.size(); ++i) {
      const Transition& transition = threads[t].transitions[i];
      approximations_[t].possible[i] = true;
      if (accesses(transition.kind)) {
        approximations_[t].addresses[i] = evaluate(transition.address, unknown);
      }
    }
  }
}

}  // namespace robur::frontend_trencher

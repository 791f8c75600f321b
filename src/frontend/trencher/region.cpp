#include "frontend/trencher/region.h"

#include <algorithm>

#include "frontend/trencher/logic.h"
#include "program/arithmetic.h"

namespace robur::frontend_trencher {

namespace {

constexpr std::size_t kMaxPaths = 64;
constexpr std::size_t kMaxSteps = 100;
constexpr std::size_t kMaxSize = 200;  // the most nodes of an expression

// Replaces registers and the value read by what `leaf` returns for them; null means unchanged.
template <class Leaf>
ExprPtr replaced(const ExprPtr& e, const Leaf& leaf) {
  if (e->kind == Expr::Kind::Unary) return unary(e->unary, replaced(e->lhs, leaf));
  if (e->kind == Expr::Kind::Binary) {
    return binary(e->binary, replaced(e->lhs, leaf), replaced(e->rhs, leaf));
  }
  ExprPtr other = leaf(*e);
  return other ? other : e;
}

std::size_t sizeOf(const ExprPtr& e) {
  std::size_t nodes = 0;
  forEachNode(e, [&](const Expr&) { ++nodes; });
  return nodes;
}

// The symbolic state at one point of a path.
struct Moment {
  StateId state{};
  std::vector<ExprPtr> registers;  // null: as before the region
  ExprPtr memory = loaded();
  bool wrote = false;
  std::vector<ExprPtr> conditions;

  bool operator==(const Moment& o) const {
    return state == o.state && std::ranges::equal(registers, o.registers, equal) &&
           equal(memory, o.memory) && wrote == o.wrote &&
           std::ranges::equal(conditions, o.conditions, equal);
  }
};

class Follower {
 public:
  Follower(const Automaton& automaton, std::size_t thread, const Values& values,
           std::uint64_t& budget, Errors& errors)
      : automaton_(automaton), thread_(thread), values_(values), budget_(budget), errors_(errors) {}

  std::optional<Region> run(const Transition& lock) {
    lock_ = &lock;
    Moment start;
    start.state = lock.to;
    start.registers.resize(automaton_.registers.size());
    follow(start);
    if (failed_) return std::nullopt;
    return std::move(region_);
  }

 private:
  void fail(Span span, std::string message) {
    if (!failed_) {
      errors_.add(span, std::move(message),
                  "between lock and unlock there may be one atomic access: a read and a write of "
                  "one address, with checks of the value read");
    }
    failed_ = true;
  }

  ExprPtr now(const Moment& m, const ExprPtr& e) const {
    return folded(replaced(e, [&](const Expr& leaf) {
      return leaf.kind == Expr::Kind::Reg ? m.registers[raw(leaf.reg)] : nullptr;
    }));
  }

  void follow(const Moment& m) {
    if (failed_ || std::ranges::find(trail_, m) != trail_.end()) return;
    const State& state = automaton_.states[static_cast<std::size_t>(m.state)];
    if (state.out.empty()) {
      return fail(lock_->span, fmt::format("the thread can end in state {} without unlocking",
                                           quoted(state.name)));
    }
    if (steps_.size() >= kMaxSteps || region_.paths.size() >= kMaxPaths) {
      return fail(lock_->span, "there are too many ways through this lock ... unlock region");
    }
    trail_.push_back(m);
    for (const std::uint32_t index : state.out) {
      if (values_.possible(thread_, index)) take(m, index);
    }
    trail_.pop_back();
  }

  void take(const Moment& m, std::uint32_t index) {
    const Transition& t = automaton_.transitions[index];
    if (!affordable(m, t)) {
      return fail(t.span, "this lock ... unlock region is too complicated to understand");
    }
    Moment next = m;
    next.state = t.to;
    switch (t.kind) {
      case Transition::Kind::Lock:
        return fail(t.span, "this lock is inside another lock ... unlock region");
      case Transition::Kind::Unlock:
        region_.paths.push_back({steps_, t.to, m.conditions, m.wrote ? m.memory : nullptr});
        return;
      case Transition::Kind::Noop:
      case Transition::Kind::Mfence:
        break;
      case Transition::Kind::Check:
        if (!assume(next, truth(now(m, t.value)))) return;
        break;
      case Transition::Kind::Local:
        next.registers[raw(t.reg)] = now(m, t.value);
        break;
      case Transition::Kind::Read:
        if (!visitAddress(m, t, index)) return;
        next.registers[raw(t.reg)] = m.memory;
        break;
      case Transition::Kind::Write:
        if (!visitAddress(m, t, index)) return;
        next.memory = now(m, t.value);
        next.wrote = true;
        region_.span = t.span;
        break;
    }
    steps_.push_back(&t);
    follow(next);
    steps_.pop_back();
  }

  // Whether the expressions are small enough and the work is within the budget.
  bool affordable(const Moment& m, const Transition& t) {
    const auto tooLarge = [](const ExprPtr& e) { return e && sizeOf(e) > kMaxSize; };
    if (tooLarge(t.value) || tooLarge(t.address) || tooLarge(m.memory)) return false;
    if (std::ranges::any_of(m.registers, tooLarge)) return false;
    std::uint64_t cost = m.registers.size() + trail_.size();
    if (t.kind == Transition::Kind::Check) {
      const ExprPtr condition = truth(now(m, t.value));
      if (tooLarge(condition)) return false;
      cost += 2 * costOf(binary(BinaryOp::And, conjunction(m.conditions), condition));
    }
    if (cost > budget_) return false;
    budget_ -= cost;
    return true;
  }

  // Adds the condition unless the conditions so far imply it; returns false if it contradicts them.
  static bool assume(Moment& m, const ExprPtr& condition) {
    const ExprPtr known = conjunction(m.conditions);
    if (isConstant(condition, 0) || exclude(known, condition)) return false;
    if (isConstant(condition, 1) || exclude(known, negation(condition))) return true;
    split(condition, m.conditions);
    return true;
  }

  static void split(const ExprPtr& condition, std::vector<ExprPtr>& out) {
    if (condition->kind == Expr::Kind::Binary && condition->binary == BinaryOp::And) {
      split(condition->lhs, out);
      split(condition->rhs, out);
    } else {
      out.push_back(condition);
    }
  }

  bool visitAddress(const Moment& m, const Transition& t, std::uint32_t index) {
    const ValueSet& addresses = values_.addresses(thread_, index);
    ExprPtr address = now(m, t.address);
    if (const std::optional<std::int64_t> single = addresses.single()) address = constant(*single);
    if (mentionsLoaded(address)) {
      fail(t.span, "this address depends on what was read in the same lock ... unlock region");
      return false;
    }
    if (region_.accesses && !equal(region_.address, address)) {
      fail(t.span, "this goes to another address than the rest of the lock ... unlock region");
      return false;
    }
    if (!region_.accesses) region_.span = t.span;
    region_.accesses = true;
    region_.address = address;
    region_.addresses.add(addresses);
    return true;
  }

  const Automaton& automaton_;
  std::size_t thread_;
  const Values& values_;
  std::uint64_t& budget_;
  Errors& errors_;
  const Transition* lock_ = nullptr;
  Region region_;
  std::vector<Moment> trail_;
  std::vector<const Transition*> steps_;
  bool failed_ = false;
};

}  // namespace

ExprPtr RegionPath::condition() const {
  return conjunction(conditions);
}

std::optional<Region> followRegion(const Automaton& automaton, std::size_t thread,
                                   const Values& values, const Transition& lock,
                                   std::uint64_t& budget, Errors& errors) {
  return Follower(automaton, thread, values, budget, errors).run(lock);
}

ExprPtr withLoaded(const ExprPtr& e, const ExprPtr& value) {
  return folded(replaced(
      e, [&](const Expr& leaf) { return leaf.kind == Expr::Kind::Loaded ? value : nullptr; }));
}

bool mentionsLoaded(const ExprPtr& e) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) { found |= node.kind == Expr::Kind::Loaded; });
  return found;
}

bool mentions(const ExprPtr& e, RegId r) {
  bool found = false;
  forEachNode(e, [&](const Expr& node) { found |= node.kind == Expr::Kind::Reg && node.reg == r; });
  return found;
}

}  // namespace robur::frontend_trencher

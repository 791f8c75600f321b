#include "prove/candidates.h"

#include <algorithm>
#include <set>

namespace robur::prove {

namespace {

constexpr std::size_t kMostPairs = 8;  // pairs of variables that are compared with each other

// A list of terms without repetitions.
class Pool {
 public:
  void add(const TermPtr& t) {
    const bool known =
        std::ranges::any_of(terms_, [&](const TermPtr& other) { return equal(t, other); });
    if (!known) terms_.push_back(t);
  }
  void compare(BinaryOp op, const TermPtr& a, const TermPtr& b) { add(binary(op, a, b)); }
  std::vector<TermPtr> take() { return std::move(terms_); }

 private:
  std::vector<TermPtr> terms_;
};

class Guessing {
 public:
  explicit Guessing(const System& system) : system_(system), numbers_(system.vars.size()) {
    for (std::size_t v = 0; v < system.vars.size(); ++v) {
      for (const std::int64_t n : system.vars[v].init) numbers_[v].insert(n);
      numbers_[v].insert(0);
    }
    for (const Thread& t : system.threads) {
      for (const Action& a : t.actions) collectNumbers(a);
    }
  }

  Candidates run() {
    Candidates all;
    all.everywhere = aboutMemory();
    for (const Thread& t : system_.threads) all.local.push_back(aboutThread(t));
    return all;
  }

 private:
  void collectNumbers(const Action& a) {
    const auto from = [&](VarId v, const TermPtr& t) {
      forEach(t, [&](const Term& part) {
        if (part.kind == Term::Kind::Const) numbers_[at(v)].insert(part.value);
      });
    };
    if (a.var) {
      from(*a.var, a.guard);
      if (a.stored && a.stored->kind == Term::Kind::Const) from(*a.var, a.stored);
    }
    for (const GhostUpdate& g : a.ghosts) {
      if (g.value->kind == Term::Kind::Const) from(g.var, g.value);
    }
  }

  std::vector<TermPtr> aboutMemory() {
    Pool pool;
    for (const Claim& c : system_.invariants) {
      for (const TermPtr& part : conjuncts(c.condition)) pool.add(part);
    }
    std::vector<VarId> scalars;
    for (std::size_t v = 0; v < system_.vars.size(); ++v) {
      if (system_.vars[v].array) continue;
      scalars.push_back(VarId(v));
      for (const std::int64_t n : numbers_[v]) {
        for (const BinaryOp op : {BinaryOp::Eq, BinaryOp::Ge, BinaryOp::Le}) {
          pool.compare(op, cell(VarId(v)), number(n));
        }
      }
    }
    if (scalars.size() > kMostPairs) return pool.take();
    for (const VarId x : scalars) {
      for (const VarId y : scalars) {
        if (x != y) pool.compare(BinaryOp::Le, cell(x), cell(y));
      }
    }
    return pool.take();
  }

  std::vector<TermPtr> aboutThread(const Thread& t) {
    Pool pool;
    const auto consider = [&](const Claim& c) {
      for (const TermPtr& part : conjuncts(c.condition)) pool.add(part);
    };
    for (const auto& claims : t.invariants) std::ranges::for_each(claims, consider);
    std::ranges::for_each(t.ensures, consider);
    for (const Action& a : t.actions) {
      if (a.kind == Action::Kind::Local && a.guard && !a.chooses) {
        pool.add(a.guard);
        pool.add(negation(a.guard));
      }
      for (const Claim& c : a.claims) {
        if (mentions(c.condition, Term::Kind::Loaded)) continue;
        if (mentions(c.condition, Term::Kind::Chosen)) continue;
        pool.add(c.condition);
      }
      aboutSets(pool, t, a);
      aboutAccess(pool, a);
    }
    for (std::size_t r = 0; r < t.registers.size(); ++r) {
      if (!t.registers[r].lo) continue;
      pool.compare(BinaryOp::Ge, registerTerm(RegisterId(r)), number(*t.registers[r].lo));
      pool.compare(BinaryOp::Le, registerTerm(RegisterId(r)), number(*t.registers[r].hi));
    }
    for (std::size_t v = 0; v < system_.vars.size(); ++v) {
      if (system_.vars[v].array) continue;
      for (const std::int64_t n : numbers_[v]) {
        pool.compare(BinaryOp::Eq, cell(VarId(v)), number(n));
        pool.compare(BinaryOp::Ne, cell(VarId(v)), number(n));
      }
    }
    return pool.take();
  }

  // The value of a register after an assignment.
  void aboutSets(Pool& pool, const Thread& t, const Action& a) {
    for (const Assignment& set : a.sets) {
      const TermPtr reg = registerTerm(set.reg);
      pool.compare(BinaryOp::Eq, reg, number(t.registers[at(set.reg)].init));
      if (set.value->kind == Term::Kind::Const) pool.compare(BinaryOp::Eq, reg, set.value);
      if (set.value->kind == Term::Kind::Register) pool.compare(BinaryOp::Eq, reg, set.value);
      if (!a.var || set.value->kind == Term::Kind::Binary) continue;
      const TermPtr source = cell(*a.var, a.index);
      for (const BinaryOp op : {BinaryOp::Eq, BinaryOp::Le, BinaryOp::Ge}) {
        pool.compare(op, reg, source);
      }
      for (const std::int64_t n : numbers_[at(*a.var)]) {
        pool.compare(BinaryOp::Eq, reg, number(n));
        pool.compare(BinaryOp::Ne, reg, number(n));
      }
      if (!a.index) aboutSnapshot(pool, t, *a.var, reg);
    }
  }

  // A claim about a variable may also hold for a value that was read from it.
  void aboutSnapshot(Pool& pool, const Thread& t, VarId var, const TermPtr& reg) {
    const auto consider = [&](const Claim& c) {
      for (const TermPtr& part : conjuncts(c.condition)) {
        if (!mentionsVar(part, var)) continue;
        pool.add(replaced(part, [&](const Term& p) -> TermPtr {
          return p.kind == Term::Kind::Cell && p.var == var ? reg : nullptr;
        }));
      }
    };
    for (const Claim& c : system_.invariants) consider(c);
    for (const auto& claims : t.invariants) {
      for (const Claim& c : claims) consider(c);
    }
  }

  // The value of a cell after a write; the value read is in a register.
  void aboutAccess(Pool& pool, const Action& a) {
    for (const GhostUpdate& g : a.ghosts) {
      if (!mentionsVar(g.value, g.var)) {
        pool.compare(BinaryOp::Eq, cell(g.var, g.index), g.value);
      }
    }
    if (!a.var) return;
    const TermPtr here = cell(*a.var, a.index);
    if (a.index) {
      for (const std::int64_t n : numbers_[at(*a.var)]) {
        pool.compare(BinaryOp::Eq, here, number(n));
        pool.compare(BinaryOp::Ne, here, number(n));
      }
    }
    if (!a.stored || a.changes) return;
    TermPtr stored = a.stored;
    for (const Assignment& set : a.sets) {
      if (set.value->kind != Term::Kind::Loaded) continue;
      stored = replaced(stored, [&](const Term& part) -> TermPtr {
        return part.kind == Term::Kind::Loaded ? registerTerm(set.reg) : nullptr;
      });
    }
    if (mentions(stored, Term::Kind::Loaded) || mentions(stored, Term::Kind::Chosen)) return;
    pool.compare(BinaryOp::Eq, here, stored);
    if (stored->kind == Term::Kind::Binary) {
      pool.compare(BinaryOp::Ge, here, stored);
      pool.compare(BinaryOp::Le, here, stored);
    }
  }

  const System& system_;
  std::vector<std::set<std::int64_t>>
      numbers_;  // per variable: constants that it is compared with or assigned
};

}  // namespace

Candidates candidatesFor(const System& system) {
  return Guessing(system).run();
}

std::vector<TermPtr> conjuncts(const TermPtr& claim) {
  if (claim->kind != Term::Kind::Binary || claim->binary != BinaryOp::And) return {claim};
  std::vector<TermPtr> all = conjuncts(claim->lhs);
  for (TermPtr& part : conjuncts(claim->rhs)) all.push_back(std::move(part));
  return all;
}

}  // namespace robur::prove

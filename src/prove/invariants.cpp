#include "prove/invariants.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::prove {

Invariants::Invariants(const System& system, Smt& smt, Candidates candidates)
    : system_(system),
      smt_(smt),
      memory_(smt.memory("")),
      candidates_(std::move(candidates)),
      everywhere_(candidates_.everywhere) {
  const auto collect = [&](const TermPtr& candidate) {
    if (!mentions(candidate, Term::Kind::Forall)) return;
    forEach(candidate, [&](const Term& part) {
      if (part.kind == Term::Kind::Cell && part.lhs) quantified_.push_back(part.var);
    });
  };
  std::ranges::for_each(candidates_.everywhere, collect);
  for (const auto& list : candidates_.local) std::ranges::for_each(list, collect);
  // Every conjunct of a claim is a candidate.
  const auto noteClaim = [](CandidateSet& set, const Claim& claim) {
    for (const TermPtr& part : conjuncts(claim.condition)) {
      std::size_t k = 0;
      while (!equal(set[k], part)) ++k;
      set.claimedBy(k, claim);
    }
  };
  for (const Claim& c : system.invariants) noteClaim(everywhere_, c);
  std::size_t nodes = 0;
  for (std::size_t t = 0; t < system.threads.size(); ++t) {
    const Thread& thread = system.threads[t];
    i_.push_back(smt.local(thread, "i:"));
    j_.push_back(smt.local(thread, "j:"));
    local_.emplace_back(thread.nodes(), CandidateSet(candidates_.local[t]));
    reached_.emplace_back(thread.nodes(), false);
    for (std::size_t n = 0; n < thread.nodes(); ++n) {
      for (const Claim& c : thread.invariants[n]) noteClaim(local_[t][n], c);
    }
    base_.push_back(nodes);
    nodes += thread.nodes();
  }
  together_.assign(nodes, std::vector<bool>(nodes, false));
  start();
  while (round()) {
  }
}

Invariants::Obligation Invariants::obligation(CandidateSet& set, std::size_t k, const Memory& m,
                                              const Local& l) {
  return {smt_.truth(set[k], m, l), &set, k, needsQuantifiers(set[k])};
}

void Invariants::start() {
  const Memory initial = smt_.initialMemory();
  for (std::size_t t = 0; t < system_.threads.size(); ++t) {
    const Thread& thread = system_.threads[t];
    const Local local = smt_.initialLocal(thread, "i:");
    z3::expr_vector assumed(smt_.context());
    assumed.push_back(smt_.tidRange(thread, local));
    const std::size_t n = at(thread.entry);
    std::vector<Obligation> obligations;
    const auto add = [&](CandidateSet& set) {
      for (std::size_t k = 0; k < set.size(); ++k) {
        obligations.push_back(obligation(set, k, initial, local));
      }
    };
    if (t == 0) add(everywhere_);
    add(local_[t][n]);
    LostClaim blame;
    blame.atStart = true;
    weaken(assumed, std::move(obligations), "invariants hold at the start", blame, t, std::nullopt);
    reached_[t][n] = true;
    for (std::size_t u = 0; u < system_.threads.size(); ++u) {
      if (meets(t, u)) together_[base_[t] + n][base_[u] + at(system_.threads[u].entry)] = true;
    }
  }
}

// Checks every obligation whose assumptions have changed. True if a candidate was dropped, or a
// node or a pair of nodes was added.
bool Invariants::round() {
  bool changed = false;
  for (std::size_t t = 0; t < system_.threads.size(); ++t) {
    const Thread& thread = system_.threads[t];
    for (std::size_t a = 0; a < thread.actions.size(); ++a) {
      const NodeId from = thread.actions[a].from;
      if (!reached(t, from)) continue;
      changed |= own(t, a);
      for (std::size_t u = 0; u < system_.threads.size(); ++u) {
        if (!meets(t, u)) continue;
        for (std::size_t m = 0; m < system_.threads[u].nodes(); ++m) {
          if (together(t, from, u, NodeId(m))) changed |= others(t, a, u, NodeId(m));
        }
      }
    }
  }
  return changed;
}

// True if the obligation has not been checked with these versions; records that it now is.
bool Invariants::outdated(const Key& key, const Key& versions) {
  const auto [found, isNew] = checked_.try_emplace(key, versions);
  if (isNew) return true;
  if (found->second == versions) return false;
  found->second = versions;
  return true;
}

// The action writes a variable or ghost that the candidate mentions.
bool Invariants::mayChange(const Action& a, const TermPtr& candidate) {
  if (a.writes() && mentionsVar(candidate, *a.var)) return true;
  return std::ranges::any_of(a.ghosts,
                             [&](const GhostUpdate& g) { return mentionsVar(candidate, g.var); });
}

// The action assigns a register that the candidate mentions.
bool Invariants::assigns(const Action& a, const TermPtr& candidate) {
  return std::ranges::any_of(
      a.sets, [&](const Assignment& s) { return mentionsRegister(candidate, s.reg); });
}

// The action preserves the invariants that hold everywhere, and establishes those of its target.
bool Invariants::own(std::size_t t, std::size_t action) {
  const Action& a = system_.threads[t].actions[action];
  const std::size_t to = at(a.to);
  CandidateSet& before = local_[t][at(a.from)];
  CandidateSet& after = local_[t][to];
  if (!outdated({t, action}, {everywhere_.version(), before.version()})) return false;
  z3::expr_vector assumed(smt_.context());
  z3::expr_vector full(smt_.context());
  assume(assumed, t, a.from, Side::I, How::WithoutQuantifiers);
  assume(full, t, a.from, Side::I);
  Memory m = memory_;
  Local l = i_[t];
  const Choice c = smt_.choice("i:");
  assumed.push_back(smt_.take(a, m, l, c));
  full.push_back(assumed.back());
  const std::string title =
      fmt::format("line {}: {} preserves the invariants", a.span.line, a.text);
  bool changed = false;
  if (!reached_[t][to]) {
    if (smt_.impossible(assumed, title + ": can it happen?")) return false;
    reached_[t][to] = true;
    changed = true;
  }
  std::vector<Obligation> obligations;
  everywhere_.forEachAlive([&](std::size_t k) {
    if (mayChange(a, everywhere_[k])) obligations.push_back(obligation(everywhere_, k, m, l));
  });
  after.forEachAlive([&](std::size_t k) {
    if (before.alive(k) && !mayChange(a, after[k]) && !assigns(a, after[k])) return;
    obligations.push_back(obligation(after, k, m, l));
  });
  LostClaim blame;
  blame.breaker = {t, action};
  return weakenAll(assumed, full, obligations, title, blame, t, std::nullopt) || changed;
}

// The action does not break the invariants of another thread at node m. If it can be taken while
// the other thread is there, then the pair of its target and m is reachable.
bool Invariants::others(std::size_t t, std::size_t action, std::size_t u, NodeId m) {
  const Action& a = system_.threads[t].actions[action];
  CandidateSet& other = local_[u][at(m)];
  const bool met = together(t, a.to, u, m);
  std::vector<std::size_t> affected;
  other.forEachAlive([&](std::size_t k) {
    if (mayChange(a, other[k])) affected.push_back(k);
  });
  if (met && affected.empty()) return false;
  if (!outdated({t, action, u, at(m)},
                {everywhere_.version(), local_[t][at(a.from)].version(), other.version()})) {
    return false;
  }
  z3::expr_vector assumed(smt_.context());
  z3::expr_vector full(smt_.context());
  Memory memory = memory_;
  Local l = i_[t];
  const z3::expr guard = smt_.take(a, memory, l, smt_.choice("i:"));
  for (auto& [list, how] : {std::pair(&assumed, How::WithoutQuantifiers), {&full, How::All}}) {
    assume(*list, t, a.from, Side::I, how);
    assume(*list, u, m, Side::J, how);
    assumeApart(*list, t, u);
    list->push_back(guard);
  }
  const std::string title =
      fmt::format("line {}: {} preserves the invariants of another thread", a.span.line, a.text);
  bool changed = false;
  if (!met) {
    if (smt_.impossible(assumed, title + ": can it happen?")) return false;
    together_[base_[t] + at(a.to)][base_[u] + at(m)] = true;
    together_[base_[u] + at(m)][base_[t] + at(a.to)] = true;
    changed = true;
  }
  std::vector<Obligation> obligations;
  for (const std::size_t k : affected) {
    obligations.push_back(obligation(other, k, memory, j_[u]));
  }
  LostClaim blame;
  blame.breaker = {t, action};
  blame.ownThread = false;
  return weakenAll(assumed, full, obligations, title, blame, t, u) || changed;
}

}  // namespace robur::prove

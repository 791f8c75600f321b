#include "prove/facts.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::prove {

Facts::Facts(const System& system, Smt& smt, const Candidates& candidates)
    : system_(system),
      smt_(smt),
      memory_(smt.memory("")),
      everywhere_(candidates.everywhere),
      pool_(candidates.local) {
  always_.assign(everywhere_.size(), 1);
  const auto collect = [&](const TermPtr& fact) {
    if (!mentions(fact, Term::Kind::Forall)) return;
    forEach(fact, [&](const Term& part) {
      if (part.kind == Term::Kind::Cell && part.lhs) quantified_.push_back(part.var);
    });
  };
  for (const TermPtr& fact : everywhere_) collect(fact);
  for (const auto& facts : pool_) std::ranges::for_each(facts, collect);
  const auto find = [](const std::vector<TermPtr>& terms, const TermPtr& t) {
    std::size_t k = 0;
    while (!equal(terms[k], t)) ++k;
    return k;
  };
  for (const Claim& c : system.invariants) {
    for (const TermPtr& part : conjuncts(c.condition)) {
      claimedAlways_[find(everywhere_, part)] = &c;
    }
  }
  std::size_t nodes = 0;
  for (std::size_t t = 0; t < system.threads.size(); ++t) {
    const Thread& thread = system.threads[t];
    i_.push_back(smt.local(thread, "i:"));
    j_.push_back(smt.local(thread, "j:"));
    alive_.emplace_back(thread.nodes(), std::vector<char>(pool_[t].size(), 1));
    version_.emplace_back(thread.nodes(), 0);
    reached_.emplace_back(thread.nodes(), 0);
    claimed_.emplace_back(thread.nodes());
    for (std::size_t n = 0; n < thread.nodes(); ++n) {
      for (const Claim& c : thread.invariants[n]) {
        for (const TermPtr& part : conjuncts(c.condition))
          claimed_[t][n][find(pool_[t], part)] = &c;
      }
    }
    base_.push_back(nodes);
    nodes += thread.nodes();
  }
  together_.assign(nodes, std::vector<char>(nodes, 0));
  start();
  while (round()) {
  }
}

void Facts::start() {
  const Memory initial = smt_.initialMemory();
  for (std::size_t t = 0; t < system_.threads.size(); ++t) {
    const Thread& thread = system_.threads[t];
    const Local local = smt_.initialLocal(thread, "i:");
    z3::expr_vector assumed(smt_.context());
    assumed.push_back(smt_.tidRange(thread, local));
    std::vector<Post> posts;
    for (std::size_t k = 0; t == 0 && k < everywhere_.size(); ++k) {
      const auto claim = claimedAlways_.find(k);
      posts.push_back({smt_.truth(everywhere_[k], initial, local), &always_, k, &alwaysVersion_,
                       claim == claimedAlways_.end() ? nullptr : claim->second,
                       needsQuantifiers(everywhere_[k])});
    }
    const std::size_t n = at(thread.entry);
    for (std::size_t k = 0; k < pool_[t].size(); ++k) {
      const auto claim = claimed_[t][n].find(k);
      posts.push_back({smt_.truth(pool_[t][k], initial, local), &alive_[t][n], k, &version_[t][n],
                       claim == claimed_[t][n].end() ? nullptr : claim->second,
                       needsQuantifiers(pool_[t][k])});
    }
    LostClaim blame;
    blame.atStart = true;
    weaken(assumed, std::move(posts), "what holds at the start", blame, t, std::nullopt);
    reached_[t][n] = 1;
    for (std::size_t u = 0; u < system_.threads.size(); ++u) {
      if (meets(t, u)) together_[base_[t] + n][base_[u] + at(system_.threads[u].entry)] = 1;
    }
  }
}

bool Facts::round() {
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

// Nothing that the question depends on has changed since it was answered.
bool Facts::stale(const Key& key, const Key& stamp) {
  const auto [found, isNew] = stamps_.try_emplace(key, stamp);
  if (isNew) return true;
  if (found->second == stamp) return false;
  found->second = stamp;
  return true;
}

bool Facts::touches(const Action& a, const TermPtr& fact) {
  if (a.writes() && mentionsVar(fact, *a.var)) return true;
  return std::ranges::any_of(a.ghosts,
                             [&](const GhostUpdate& g) { return mentionsVar(fact, g.var); });
}

bool Facts::sets(const Action& a, const TermPtr& fact) {
  return std::ranges::any_of(a.sets,
                             [&](const Assignment& s) { return mentionsSlot(fact, s.slot); });
}

// The action keeps what is known everywhere, and establishes what is known where it leads.
bool Facts::own(std::size_t t, std::size_t action) {
  const Action& a = system_.threads[t].actions[action];
  const std::size_t to = at(a.to);
  if (!stale({t, action}, {alwaysVersion_, version_[t][at(a.from)]})) return false;
  z3::expr_vector assumed(smt_.context());
  z3::expr_vector full(smt_.context());
  assume(assumed, t, a.from, Side::I, How::WithoutQuantifiers);
  assume(full, t, a.from, Side::I);
  Memory m = memory_;
  Local l = i_[t];
  const Choice c = smt_.choice("i:");
  assumed.push_back(smt_.take(a, m, l, c));
  full.push_back(assumed.back());
  const std::string title = fmt::format("line {}: {} keeps what is known", a.span.line, a.text);
  bool changed = false;
  if (reached_[t][to] == 0) {
    if (smt_.impossible(assumed, title + ": can it happen?")) return false;
    reached_[t][to] = 1;
    changed = true;
  }
  std::vector<Post> posts;
  for (std::size_t k = 0; k < everywhere_.size(); ++k) {
    if (always_[k] == 0 || !touches(a, everywhere_[k])) continue;
    const auto claim = claimedAlways_.find(k);
    posts.push_back({smt_.truth(everywhere_[k], m, l), &always_, k, &alwaysVersion_,
                     claim == claimedAlways_.end() ? nullptr : claim->second,
                     needsQuantifiers(everywhere_[k])});
  }
  for (std::size_t k = 0; k < pool_[t].size(); ++k) {
    const TermPtr& fact = pool_[t][k];
    if (alive_[t][to][k] == 0) continue;
    if (alive_[t][at(a.from)][k] != 0 && !touches(a, fact) && !sets(a, fact)) continue;
    const auto claim = claimed_[t][to].find(k);
    posts.push_back({smt_.truth(fact, m, l), &alive_[t][to], k, &version_[t][to],
                     claim == claimed_[t][to].end() ? nullptr : claim->second,
                     needsQuantifiers(fact)});
  }
  LostClaim blame;
  blame.breaker = {t, action};
  return weakenAll(assumed, full, posts, title, blame, t, std::nullopt) || changed;
}

// The action does not break what another thread knows at its place. If it can be taken while
// the other one is there, the two can be at its end and there at once.
bool Facts::others(std::size_t t, std::size_t action, std::size_t u, NodeId m) {
  const Action& a = system_.threads[t].actions[action];
  const bool met = together(t, a.to, u, m);
  std::vector<std::size_t> affected;
  for (std::size_t k = 0; k < pool_[u].size(); ++k) {
    if (alive_[u][at(m)][k] != 0 && touches(a, pool_[u][k])) affected.push_back(k);
  }
  if (met && affected.empty()) return false;
  if (!stale({t, action, u, at(m)},
             {alwaysVersion_, version_[t][at(a.from)], version_[u][at(m)]})) {
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
      fmt::format("line {}: {} leaves what another thread knows", a.span.line, a.text);
  bool changed = false;
  if (!met) {
    if (smt_.impossible(assumed, title + ": can it happen?")) return false;
    together_[base_[t] + at(a.to)][base_[u] + at(m)] = 1;
    together_[base_[u] + at(m)][base_[t] + at(a.to)] = 1;
    changed = true;
  }
  std::vector<Post> posts;
  for (const std::size_t k : affected) {
    const auto claim = claimed_[u][at(m)].find(k);
    posts.push_back({smt_.truth(pool_[u][k], memory, j_[u]), &alive_[u][at(m)], k,
                     &version_[u][at(m)],
                     claim == claimed_[u][at(m)].end() ? nullptr : claim->second,
                     needsQuantifiers(pool_[u][k])});
  }
  LostClaim blame;
  blame.breaker = {t, action};
  blame.ownThread = false;
  return weakenAll(assumed, full, posts, title, blame, t, u) || changed;
}

bool Facts::needsQuantifiers(const TermPtr& fact) const {
  return mentions(fact, Term::Kind::Forall) ||
         std::ranges::any_of(quantified_, [&](VarId v) { return mentionsVar(fact, v); });
}

bool Facts::weakenAll(const z3::expr_vector& simple, const z3::expr_vector& full,
                      const std::vector<Post>& posts, const std::string& title,
                      const LostClaim& blame, std::size_t t, std::optional<std::size_t> u) {
  std::vector<Post> easy;
  std::vector<Post> hard;
  for (const Post& p : posts) (p.hard ? hard : easy).push_back(p);
  const bool changed = weaken(simple, std::move(easy), title, blame, t, u);
  return weaken(full, std::move(hard), title, blame, t, u) || changed;
}

// Drops what does not follow, a model at a time: one refutation usually speaks against many.
bool Facts::weaken(const z3::expr_vector& assumed, std::vector<Post> posts,
                   const std::string& title, LostClaim blame, std::size_t t,
                   std::optional<std::size_t> u) {
  bool changed = false;
  const Action* const breaker =
      blame.breaker ? &system_.threads[t].actions[blame.breaker->second] : nullptr;
  while (!posts.empty()) {
    z3::expr_vector all(smt_.context());
    for (const Post& p : posts) all.push_back(p.claim);
    const Answer answer = smt_.prove(assumed, z3::mk_and(all), title);
    if (answer == Answer::Valid) return changed;
    if (answer == Answer::Refuted) blame.before = describe(t, u, breaker, nullptr);
    std::vector<Post> rest;
    std::vector<Post> unsure;
    const std::size_t before = posts.size();
    for (const Post& p : posts) {
      const auto holds = answer == Answer::Refuted ? smt_.inModelHolds(p.claim) : std::nullopt;
      if (!holds) {
        unsure.push_back(p);
      } else if (*holds) {
        rest.push_back(p);
      } else {
        drop(p, blame);
        changed = true;
      }
    }
    // If the model speaks against none of them, or there is no model, each is asked about.
    const bool each = rest.size() + unsure.size() == before;
    for (const Post& p : unsure) {
      if (!each) {
        rest.push_back(p);
        continue;
      }
      const Answer alone = smt_.prove(assumed, p.claim, title);
      if (alone == Answer::Valid) continue;  // it follows, and is of no further interest
      LostClaim reason = blame;
      reason.answer = alone;
      if (alone == Answer::Refuted) reason.before = describe(t, u, breaker, nullptr);
      drop(p, std::move(reason));
      changed = true;
    }
    posts = std::move(rest);
  }
  return changed;
}

void Facts::drop(const Post& post, LostClaim blame) {
  (*post.alive)[post.fact] = 0;
  ++*post.version;
  if (post.required == nullptr) return;
  blame.claim = *post.required;
  const bool known = std::ranges::any_of(
      lost_, [&](const LostClaim& l) { return l.claim.span == blame.claim.span; });
  if (!known) lost_.push_back(std::move(blame));
}

}  // namespace robur::prove

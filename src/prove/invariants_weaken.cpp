// The step of Houdini: dropping the candidates that an obligation refutes.
#include <algorithm>

#include "prove/invariants.h"

namespace robur::prove {

bool Invariants::needsQuantifiers(const TermPtr& candidate) const {
  return mentions(candidate, Term::Kind::Forall) ||
         std::ranges::any_of(quantified_, [&](VarId v) { return mentionsVar(candidate, v); });
}

bool Invariants::weakenAll(const z3::expr_vector& simple, const z3::expr_vector& full,
                           const std::vector<Obligation>& obligations, const std::string& title,
                           const LostClaim& blame, std::size_t t, std::optional<std::size_t> u) {
  std::vector<Obligation> easy;
  std::vector<Obligation> hard;
  for (const Obligation& o : obligations) (o.hard ? hard : easy).push_back(o);
  const bool changed = weaken(simple, std::move(easy), title, blame, t, u);
  return weaken(full, std::move(hard), title, blame, t, u) || changed;
}

// Drops the candidates that do not follow. One counterexample usually refutes many of them.
bool Invariants::weaken(const z3::expr_vector& assumed, std::vector<Obligation> obligations,
                        const std::string& title, LostClaim blame, std::size_t t,
                        std::optional<std::size_t> u) {
  bool changed = false;
  const Action* const breaker =
      blame.breaker ? &system_.threads[t].actions[blame.breaker->second] : nullptr;
  while (!obligations.empty()) {
    z3::expr_vector all(smt_.context());
    for (const Obligation& o : obligations) all.push_back(o.holds);
    const Answer answer = smt_.prove(assumed, z3::mk_and(all), title);
    if (answer == Answer::Valid) return changed;
    if (answer == Answer::Refuted) blame.before = describe(t, u, breaker, nullptr);
    std::vector<Obligation> rest;
    std::vector<Obligation> undecided;
    const std::size_t before = obligations.size();
    for (const Obligation& o : obligations) {
      const auto holds = answer == Answer::Refuted ? smt_.inModelHolds(o.holds) : std::nullopt;
      if (!holds) {
        undecided.push_back(o);
      } else if (*holds) {
        rest.push_back(o);
      } else {
        drop(o, blame);
        changed = true;
      }
    }
    // Without a model, or with one that refutes none of them, each is checked on its own.
    const bool each = rest.size() + undecided.size() == before;
    for (const Obligation& o : undecided) {
      if (!each) {
        rest.push_back(o);
        continue;
      }
      const Answer alone = smt_.prove(assumed, o.holds, title);
      if (alone == Answer::Valid) continue;  // proved; nothing more to do
      LostClaim reason = blame;
      reason.answer = alone;
      if (alone == Answer::Refuted) reason.before = describe(t, u, breaker, nullptr);
      drop(o, std::move(reason));
      changed = true;
    }
    obligations = std::move(rest);
  }
  return changed;
}

void Invariants::drop(const Obligation& o, LostClaim blame) {
  o.set->drop(o.candidate);
  const Claim* const claim = o.set->claimOf(o.candidate);
  if (claim == nullptr) return;
  blame.claim = *claim;
  const bool known = std::ranges::any_of(
      lost_, [&](const LostClaim& l) { return l.claim.span == blame.claim.span; });
  if (!known) lost_.push_back(std::move(blame));
}

}  // namespace robur::prove

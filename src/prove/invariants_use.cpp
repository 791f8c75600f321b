// Uses of invariants: assuming them, checking claims with them, describing counterexamples.
#include <algorithm>

#include <fmt/format.h>

#include "prove/invariants.h"

namespace robur::prove {

void Invariants::assume(z3::expr_vector& into, std::size_t thread, NodeId n, Side side, How how) {
  const Local& l = local(thread, side);
  const auto add = [&](const CandidateSet& set) {
    set.forEachAlive([&](std::size_t k) {
      if (how == How::WithoutQuantifiers && mentions(set[k], Term::Kind::Forall)) return;
      into.push_back(smt_.truth(set[k], memory_, l));
    });
  };
  into.push_back(smt_.tidRange(system_.threads[thread], l));
  if (side == Side::I) add(everywhere_);  // once is enough
  add(local_[thread][at(n)]);
}

void Invariants::assumeClaimed(z3::expr_vector& into, std::size_t thread, NodeId n) {
  const Local& l = i_[thread];
  const CandidateSet& here = local_[thread][at(n)];
  into.push_back(smt_.tidRange(system_.threads[thread], l));
  everywhere_.forEachAlive(
      [&](std::size_t k) { into.push_back(smt_.truth(everywhere_[k], memory_, l)); });
  here.forEachAlive([&](std::size_t k) {
    if (here.claimOf(k) != nullptr) into.push_back(smt_.truth(here[k], memory_, l));
  });
}

void Invariants::assumeApart(z3::expr_vector& into, std::size_t t, std::size_t u) {
  if (t == u) into.push_back(i_[t].tid != j_[u].tid);
}

// The model as values of variables and of the registers of the threads involved; of an array, the
// elements that the two actions access.
State Invariants::describe(std::size_t t, std::optional<std::size_t> u, const Action* a,
                           const Action* b) {
  State state;
  const auto show = [&](const std::string& name, const z3::expr& e) {
    const auto known = std::ranges::find(state, name, &State::value_type::first);
    if (known == state.end()) state.emplace_back(name, smt_.inModel(e));
  };
  for (std::size_t v = 0; v < system_.vars.size(); ++v) {
    if (!system_.vars[v].array) show(system_.vars[v].name, memory_.vars[v]);
  }
  const auto element = [&](const Action* action, const Local& l) {
    if (action == nullptr || !action->index) return;
    const z3::expr index = smt_.index(*action, memory_, l);
    const std::string& name = system_.vars[at(*action->var)].name;
    show(fmt::format("{}[{}]", name, smt_.inModel(index)),
         z3::select(memory_.vars[at(*action->var)], index));
  };
  element(a, i_[t]);
  if (u) element(b, j_[*u]);
  const auto registers = [&](std::size_t thread, const Local& l) {
    const Thread& info = system_.threads[thread];
    std::string owner = info.name;
    if (info.replicated()) owner += fmt::format("[{}]", smt_.inModel(l.tid));
    for (std::size_t s = 0; s < info.registers.size(); ++s) {
      if (info.registers[s].hidden) continue;
      show(fmt::format("{}.{}", owner, info.registers[s].name), l.registers[s]);
    }
  };
  registers(t, i_[t]);
  if (u) registers(*u, j_[*u]);
  return state;
}

std::vector<LostClaim> Invariants::checkClaims() {
  std::vector<LostClaim> failed;
  for (std::size_t t = 0; t < system_.threads.size(); ++t) {
    const Thread& thread = system_.threads[t];
    // A thread without actions ends in its initial state.
    for (const Claim& claim : thread.entry == thread.exit ? thread.ensures : std::vector<Claim>{}) {
      const Local initial = smt_.initialLocal(thread, "i:");
      z3::expr_vector assumed(smt_.context());
      assumed.push_back(smt_.tidRange(thread, initial));
      const Answer answer = smt_.prove(
          assumed, smt_.truth(claim.condition, smt_.initialMemory(), initial), claimText(claim));
      if (answer != Answer::Valid) failed.push_back({claim, answer, true, {}, true, {}});
    }
    for (std::size_t i = 0; i < thread.actions.size(); ++i) {
      const Action& a = thread.actions[i];
      if (!reached(t, a.from)) continue;
      const bool ends = a.to == thread.exit && !thread.ensures.empty();
      if (a.claims.empty() && !ends) continue;
      z3::expr_vector assumed(smt_.context());
      assume(assumed, t, a.from, Side::I);
      const Choice c = smt_.choice("i:");
      Memory m = memory_;
      Local l = i_[t];
      assumed.push_back(smt_.take(a, m, l, c));
      const auto check = [&](const Claim& claim, const z3::expr& holds) {
        const Answer answer = smt_.prove(
            assumed, holds, fmt::format("line {}: {}", claim.span.line, claimText(claim)));
        if (answer == Answer::Valid) return;
        LostClaim lost{claim, answer, false, {{t, i}}, true, {}};
        if (answer == Answer::Refuted) lost.before = describe(t, std::nullopt, &a, nullptr);
        failed.push_back(std::move(lost));
      };
      for (const Claim& claim : a.claims) {
        check(claim, smt_.truth(a, claim.condition, memory_, i_[t], c));
      }
      if (!ends) continue;
      for (const Claim& claim : thread.ensures) check(claim, smt_.truth(claim.condition, m, l));
    }
  }
  return failed;
}

}  // namespace robur::prove

#include "prove/prove.h"

#include <algorithm>
#include <chrono>
#include <set>

#include "check/check.h"
#include "prove/buffer_free.h"
#include "prove/fuse.h"
#include "prove/instance.h"

namespace robur::prove {

namespace {

// Exploring a finite program is a fallback, so it may not take much longer than the proof itself.
constexpr std::uint64_t kMostStates = 1'000'000;

class Proving {
 public:
  Proving(const System& system, Smt& smt, Invariants& invariants)
      : system_(system), invariants_(invariants), movers_(system, smt, invariants) {}

  // The theorem: the program is robust if every write is atomic.
  Robustness run(Proof& proof) {
    Robustness all = Robustness::Robust;
    for (std::size_t t = 0; t < system_.threads.size(); ++t) {
      for (std::size_t w = 0; w < system_.threads[t].actions.size(); ++w) {
        const Action& a = system_.threads[t].actions[w];
        if (a.kind != Action::Kind::Write || !invariants_.reached(t, a.from)) continue;
        WriteVerdict v = isAtomic(t, w);
        if (v.rule == Rule::None) all = std::max(all, Robustness::NotProved);
        if (v.rule == Rule::Unknown) all = std::max(all, Robustness::Unknown);
        if (v.equalValues) all = std::max(all, Robustness::UpToEqualValues);
        proof.writes.push_back(std::move(v));
      }
    }
    proof.rightMovers = rightMovers_.size();
    proof.leftMovers = leftMovers_.size();
    return all;
  }

 private:
  WriteVerdict isAtomic(std::size_t t, std::size_t w) {
    const Thread& thread = system_.threads[t];
    WriteVerdict v;
    v.thread = t;
    v.action = w;
    const auto reads =
        bufferFreeReads(thread, w, [&](NodeId n) { return invariants_.reached(t, n); });
    if (reads.empty()) {
      v.rule = Rule::NothingOvertakes;
      return v;
    }
    std::set<std::size_t> instructions;
    std::set<std::size_t> stuck;
    Commutes right = Commutes::Apart;
    for (const std::size_t r : reads) {
      if (instructions.insert(thread.actions[r].instruction).second) v.reads.push_back(r);
      const Movement& m = rightMovement(t, r);
      if (m.grade > Commutes::Equal) stuck.insert(thread.actions[r].instruction);
      if (m.conflict && (!v.readConflict || m.grade > right)) v.readConflict = m.conflict;
      right = worse(right, m.grade);
    }
    if (right <= Commutes::Equal) {
      v.rule = Rule::ReadsMoveRight;
      v.equalValues = right == Commutes::Equal;
      v.readConflict.reset();
      for (const std::size_t i : instructions) rightMovers_.insert({t, i});
      if (!v.equalValues) return v;
    }
    // Prefer a proof that does not rest on equal values: its verdict is stronger.
    Movement left = movers_.movesLeft(t, w);
    if (left.grade == Commutes::Apart || (v.rule == Rule::None && left.grade == Commutes::Equal)) {
      v.rule = Rule::MovesLeft;
      v.equalValues = left.grade == Commutes::Equal;
      v.readConflict.reset();
      leftMovers_.insert({t, thread.actions[w].instruction});
      return v;
    }
    if (v.rule == Rule::ReadsMoveRight) return v;
    v.writeConflict = left.conflict;
    v.stuck = stuck.size();
    if (right == Commutes::Unknown || left.grade == Commutes::Unknown) v.rule = Rule::Unknown;
    return v;
  }

  const Movement& rightMovement(std::size_t t, std::size_t r) {
    const auto [found, isNew] = right_.try_emplace({t, r});
    if (isNew) found->second = movers_.movesRight(t, r);
    return found->second;
  }

  using InstructionRef = std::pair<std::size_t, std::size_t>;

  const System& system_;
  Invariants& invariants_;
  Movers movers_;
  std::map<InstructionRef, Movement> right_;
  std::set<InstructionRef> rightMovers_;  // thread and instruction
  std::set<InstructionRef> leftMovers_;
};

bool aboutGhosts(const System& system, const Claim& claim) {
  bool found = false;
  forEach(claim.condition, [&](const Term& part) {
    found |= part.kind == Term::Kind::Cell && system.vars[at(part.var)].ghost;
  });
  return found;
}

// Claims of a finite program that do not follow from the invariants may still hold, so all of its
// states are visited. Invariants and claims about memory or ghosts are not part of an instance.
void explore(const System& lowered, Proof& proof) {
  if (lowered.unbounded() || (proof.failed.empty() && proof.lost.empty())) return;
  const auto decidable = [&](const LostClaim& l) {
    switch (l.claim.kind) {
      case Claim::Kind::Range:
        return true;
      case Claim::Kind::Invariant:
        return false;
      default:
        return !mentions(l.claim.condition, Term::Kind::Cell);
    }
  };
  if (std::ranges::none_of(proof.failed, decidable) &&
      std::ranges::none_of(proof.lost, decidable)) {
    return;
  }
  const auto program = instanceOf(lowered, {});
  if (!program) return;
  CheckOptions options;
  options.limits.maxStates = kMostStates;
  const Result result = check(*program, ModelName::Sc, options);
  if (result.verdict != Verdict::Robust || !result.findings.empty()) return;
  const auto before = proof.failed.size() + proof.lost.size();
  std::erase_if(proof.failed, decidable);
  std::erase_if(proof.lost, decidable);
  proof.explored = proof.failed.size() + proof.lost.size() < before;
}

void countClaims(const System& system, Proof& proof) {
  for (const Thread& t : system.threads) {
    proof.claims += t.ensures.size();
    for (const Claim& c : t.ensures) proof.ghostClaims += aboutGhosts(system, c) ? 1 : 0;
    std::set<std::size_t> abstracted;
    for (const Action& a : t.actions) {
      if (a.abstracts()) abstracted.insert(a.instruction);
      proof.claims += a.claims.size();
      for (const Claim& c : a.claims) proof.ghostClaims += aboutGhosts(system, c) ? 1 : 0;
    }
    proof.abstractions += abstracted.size();
  }
}

// Collects the invariants to report: not those about hidden registers, which have no name in the
// source, and not those that follow from the others.
void collectFound(const System& system, Smt& smt, Invariants& invariants, Proof& proof) {
  const auto hidden = [&](const Thread& thread, const TermPtr& invariant) {
    bool found = false;
    forEach(invariant, [&](const Term& part) {
      if (part.kind != Term::Kind::Register) return;
      found |= thread.registers[at(part.reg)].hidden;
    });
    return found;
  };
  const auto keep = [&](std::vector<TermPtr> list, std::size_t t, const z3::expr_vector& known) {
    std::erase_if(list, [&](const TermPtr& f) { return hidden(system.threads[t], f); });
    for (std::size_t k = list.size(); k-- > 0;) {
      z3::expr_vector rest(smt.context());
      for (const z3::expr& e : known) rest.push_back(e);
      const auto truth = [&](const TermPtr& f) {
        return smt.truth(f, invariants.memory(), invariants.local(t, Side::I));
      };
      for (std::size_t other = 0; other < list.size(); ++other) {
        if (other != k) rest.push_back(truth(list[other]));
      }
      if (smt.prove(rest, truth(list[k]), "redundant invariant") == Answer::Valid) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(k));
      }
    }
    return list;
  };
  z3::expr_vector nothing(smt.context());
  for (const TermPtr& t : keep(invariants.foundEverywhere(), 0, nothing)) {
    proof.found.push_back({true, 0, {}, spelled(t, system.names(system.threads[0]))});
  }
  for (std::size_t t = 0; t < system.threads.size(); ++t) {
    const Thread& thread = system.threads[t];
    for (std::size_t n = 0; n < thread.nodes(); ++n) {
      if (!invariants.reached(t, NodeId(n)) || thread.out[n].empty()) continue;
      z3::expr_vector known(smt.context());
      invariants.assumeClaimed(known, t, NodeId(n));
      for (const TermPtr& invariant : keep(invariants.foundAt(t, NodeId(n)), t, known)) {
        proof.found.push_back({false, t, thread.actions[thread.out[n][0]].span,
                               spelled(invariant, system.names(thread))});
      }
    }
  }
}

}  // namespace

Proof prove(System system, const ProveOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Proof proof;
  Smt smt(system, options.smt);
  countClaims(system, proof);
  proof.badAbstractions = checkAbstractions(system, smt);
  if (proof.badAbstractions.empty()) {
    const Candidates candidates = candidatesFor(system);
    const System lowered = system;
    for (Thread& t : system.threads) fuseLocalSteps(t);
    Invariants invariants(system, smt, candidates);
    proof.lost = invariants.lost();
    proof.robustness = Proving(system, smt, invariants).run(proof);
    if (!options.moversOnly) {
      proof.failed = invariants.checkClaims();
      explore(lowered, proof);
    }
    if (options.reportInvariants) collectFound(system, smt, invariants, proof);
  }
  proof.obligations = smt.obligations();
  proof.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  proof.system = std::move(system);
  return proof;
}

}  // namespace robur::prove

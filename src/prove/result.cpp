#include "prove/result.h"

namespace robur::prove {

namespace {

AtomicityRule ruleOf(Rule rule) {
  switch (rule) {
    case Rule::NothingOvertakes:
      return AtomicityRule::NothingOvertakes;
    case Rule::ReadsMoveRight:
      return AtomicityRule::ReadsMoveRight;
    case Rule::MovesLeft:
      return AtomicityRule::MovesLeft;
    case Rule::None:
      return AtomicityRule::None;
    case Rule::Unknown:
      break;
  }
  return AtomicityRule::Unknown;
}

ProofResult::Verdict verdictOf(const Proof& proof) {
  if (!proof.proved()) {
    return proof.robustness == Robustness::Unknown ? ProofResult::Verdict::Unknown
                                                   : ProofResult::Verdict::NotProved;
  }
  if (proof.abstractions > 0) return ProofResult::Verdict::Abstracted;
  return proof.robustness == Robustness::UpToEqualValues ? ProofResult::Verdict::EqualValues
                                                         : ProofResult::Verdict::Robust;
}

std::optional<std::uint64_t> threadsOf(const System& system) {
  std::uint64_t count = 0;
  for (const Thread& t : system.threads) {
    if (t.copies == Thread::Copies::Any) return std::nullopt;
    count += static_cast<std::uint64_t>(t.count);
  }
  return count;
}

ProofAction actionOf(const System& system, std::size_t thread, std::size_t action) {
  const Thread& t = system.threads[thread];
  return {t.actions[action].span, t.name, t.actions[action].text};
}

ProofConflict conflictOf(const System& system, const Conflict& c) {
  return {actionOf(system, c.thread, c.action), actionOf(system, c.otherThread, c.otherAction),
          c.state};
}

ProofWrite writeOf(const System& system, const WriteVerdict& v) {
  ProofWrite out;
  out.action = actionOf(system, v.thread, v.action);
  out.rule = ruleOf(v.rule);
  out.equalValues = v.equalValues;
  for (const std::size_t read : v.reads) out.reads.push_back(actionOf(system, v.thread, read));
  if (v.readConflict) out.readConflict = conflictOf(system, *v.readConflict);
  if (v.writeConflict) out.writeConflict = conflictOf(system, *v.writeConflict);
  return out;
}

ProofClaim claimOf(const System& system, const LostClaim& l) {
  ProofClaim out;
  out.span = l.claim.span;
  out.kind = kindName(l.claim.kind);
  out.what = claimText(l.claim);
  out.unknown = l.answer == Answer::Unknown;
  out.atStart = l.atStart;
  if (l.breaker) out.breaker = actionOf(system, l.breaker->first, l.breaker->second);
  out.ownThread = l.ownThread;
  out.before = l.before;
  return out;
}

ProofSuggestions suggestionsOf(const Suggestions& s) {
  ProofSuggestions out;
  for (const Suggestion& one : s.list) out.list.push_back({one.span, one.load, one.statement});
  out.suffices = s.suffices;
  return out;
}

}  // namespace

ProofResult resultOf(const Proof& proof, const std::optional<Suggestions>& suggestions) {
  const System& system = proof.system;
  ProofResult out;
  out.source = system.source;
  out.verdict = verdictOf(proof);
  out.everyWriteAtomic =
      proof.robustness <= Robustness::UpToEqualValues && proof.badAbstractions.empty();
  out.threads = threadsOf(system);
  out.finite = !system.unbounded();
  for (const WriteVerdict& v : proof.writes) out.writes.push_back(writeOf(system, v));
  for (const BadAbstraction& b : proof.badAbstractions) {
    out.badHavocs.push_back({actionOf(system, b.thread, b.action), b.read});
  }
  for (const LostClaim& l : proof.lost) out.lostInvariants.push_back(claimOf(system, l));
  for (const LostClaim& l : proof.failed) out.failedClaims.push_back(claimOf(system, l));
  out.claims = proof.claims;
  out.explored = proof.explored;
  out.ghostClaims = proof.ghostClaims > 0;
  out.abstractions = proof.abstractions;
  out.rightMovers = proof.rightMovers;
  out.leftMovers = proof.leftMovers;
  out.obligations = proof.obligations;
  out.seconds = proof.seconds;
  for (const Proof::Found& f : proof.found) {
    out.found.push_back({f.everywhere, f.before, f.claim});
  }
  if (suggestions) out.suggestions = suggestionsOf(*suggestions);
  return out;
}

}  // namespace robur::prove

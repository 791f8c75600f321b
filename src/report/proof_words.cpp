#include "report/proof_words.h"

#include <fmt/format.h>

namespace robur {

std::string meaningOf(const ProofResult& result) {
  std::string meaning;
  switch (result.verdict) {
    case ProofResult::Verdict::Robust:
      meaning = "every run under TSO has the trace of a run under SC";
      break;
    case ProofResult::Verdict::EqualValues:
      meaning =
          "SC reaches every state that TSO reaches; traces may differ where a value is overwritten "
          "by the same value or is never read";
      break;
    case ProofResult::Verdict::Abstracted:
      meaning =
          "every assertion proved under SC for the program with its havocs holds under TSO for the "
          "program with the accesses that they replace";
      break;
    case ProofResult::Verdict::NotProved:
    case ProofResult::Verdict::Unknown:
      return "nothing has been shown";
  }
  if (result.ghostClaims) {
    meaning += "; claims about ghosts refer to the SC run into which a TSO run can be rearranged";
  }
  return meaning;
}

std::string stateText(const ProofState& state) {
  std::string out;
  for (const auto& [name, value] : state) {
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, value);
  }
  return out.empty() ? "any state" : out;
}

bool isAtomic(const ProofWrite& write) {
  return write.rule != AtomicityRule::None && write.rule != AtomicityRule::Unknown;
}

std::string notAtomicText(const ProofWrite& write) {
  return write.rule == AtomicityRule::Unknown ? "Z3 could not decide whether this write is atomic"
                                              : "this write is not shown to be atomic";
}

std::string lostInvariantText(const ProofClaim& claim) {
  return claim.unknown ? "Z3 could not decide whether this invariant is inductive"
                       : "this invariant is not inductive";
}

std::string failedClaimText(const ProofClaim& claim) {
  return fmt::format("{} does not follow from the invariants", claim.what);
}

std::string badHavocRemark(const BadHavoc& havoc) {
  return fmt::format("the access can read {}, and its effect is then not allowed here", havoc.read);
}

std::string breakerRemark(const ProofClaim& claim) {
  return claim.ownThread
             ? "after this step it may not hold"
             : fmt::format("this step of another thread ({}) may break it", claim.breaker->thread);
}

}  // namespace robur

#include "report/proof_words.h"

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

}  // namespace robur

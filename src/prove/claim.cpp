#include "prove/claim.h"

#include <fmt/format.h>

namespace robur::prove {

const char* kindName(Claim::Kind kind) {
  switch (kind) {
    case Claim::Kind::Invariant:
      return "invariant";
    case Claim::Kind::Range:
      return "range";
    case Claim::Kind::Assertion:
      return "assertion";
    case Claim::Kind::Index:
      return "index";
    case Claim::Kind::FitsTarget:
      return "fits-target";
    case Claim::Kind::Ensures:
      return "ensures";
  }
  return "";
}

std::string claimText(const Claim& claim) {
  switch (claim.kind) {
    case Claim::Kind::Invariant:
      return "the invariant";
    case Claim::Kind::Range:
      return fmt::format("the range of {}", claim.target);
    case Claim::Kind::Assertion:
      return "the assertion";
    case Claim::Kind::Index:
      return "the bound of the array index";
    case Claim::Kind::FitsTarget:
      return fmt::format("the range of the value assigned to {}", claim.target);
    case Claim::Kind::Ensures:
      return "the ensures clause of the thread";
  }
  return "";
}

}  // namespace robur::prove

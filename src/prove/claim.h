// A condition that the program claims, or that its declarations imply.
//
// The kind decides how a claim is treated: which claims a finite instance checks, and which of
// them an exhaustive search can decide. The text that a report prints is derived from the kind
// and never read back.
#pragma once

#include <string>

#include "program/source.h"
#include "prove/term.h"

namespace robur::prove {

struct Claim {
  enum class Kind : std::uint8_t {
    Invariant,   // "invariant" in the source
    Range,       // a shared variable stays within its declared range
    Assertion,   // "assert" in the source
    Index,       // an array index is within the declared size
    FitsTarget,  // an assigned value is within the range of its register or element
    Ensures,     // "ensures" in the source: holds when the thread ends
  };

  Kind kind = Kind::Invariant;
  TermPtr condition;
  Span span;
  std::string target;  // Range, FitsTarget: the name of the variable or register
};

// For machines: "invariant", "range", "assertion", "index", "fits-target", "ensures".
const char* kindName(Claim::Kind kind);
// For people: "the range of x".
std::string claimText(const Claim& claim);

}  // namespace robur::prove

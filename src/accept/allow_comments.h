// Comments by which the author of a program accepts a finding:
//
//   while (flag.load(std::memory_order_acquire)) {}  // robur: allow(store-buffering) retried below
//
// A comment accepts the findings of its kinds that have an access on its line, or, if there is
// nothing else on the line, on the next line with code. A reason is mandatory, because the next
// reader needs it; a kind that does not exist, or a missing reason, is an error and not ignored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "program/source.h"

namespace robur::accept {

struct AllowComment {
  Span span;               // of the comment
  std::uint32_t line = 0;  // whose findings it accepts
  std::vector<std::string> kinds;
  std::string reason;
};

struct AllowComments {
  std::vector<AllowComment> comments;
  std::vector<Diagnostic> errors;  // comments that are malformed
};

AllowComments allowCommentsIn(const std::vector<Source>& sources);

// "coherence", "race", …: what a comment or a baseline can accept.
const std::vector<std::string>& acceptableKinds();

}  // namespace robur::accept

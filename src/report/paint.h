// Colours, all in one place: whoever writes for a terminal says what a piece of text means,
// and only here it is decided what that looks like. Switched off, text passes unchanged.
#pragma once

#include <string>
#include <string_view>

namespace robur {

enum class Tone : unsigned char {
  Plain,
  Strong,  // the place and headline of a diagnostic
  Bad,     // errors, the offending access, "NOT ROBUST"
  Good,    // "robust"
  Unsure,  // warnings, "UNKNOWN"
  Mark,    // the other accesses of a cycle
  Gutter,  // line numbers and the bar beside the source
  Aside,   // what may be skipped in reading
};

struct Paint {
  bool colours = false;

  std::string operator()(Tone tone, std::string_view text) const;
};

}  // namespace robur

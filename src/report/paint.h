// Colours. Code that writes to a terminal says what a piece of text means; the mapping to colours
// is here. Switched off, text passes unchanged.
#pragma once

#include <string>
#include <string_view>

namespace robur {

enum class Tone : unsigned char {
  Plain,
  Strong,  // the location and headline of a diagnostic
  Bad,     // errors, the offending access, "NOT ROBUST"
  Good,    // "robust"
  Unsure,  // warnings, "UNKNOWN"
  Mark,    // the other accesses of a cycle
  Gutter,  // line numbers and the bar beside the source
  Aside,   // text that a reader may skip
};

struct Paint {
  bool colours = false;

  std::string operator()(Tone tone, std::string_view text) const;
};

}  // namespace robur

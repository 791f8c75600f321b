// A line of the user's source as HTML, with parts of it marked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"

namespace robur::report_html {

class CodeLine {
 public:
  // The stronger tone wins where marks overlap.
  enum class Tone : unsigned char { Plain, Lit, Cycle, Bad };

  explicit CodeLine(std::string_view source) : source_(source), tones_(source.size()) {}

  // The part of the line that a span beginning in it covers.
  void mark(const Span& span, Tone tone);

  std::string html() const;

 private:
  std::string_view source_;
  std::vector<Tone> tones_;  // per byte
};

}  // namespace robur::report_html

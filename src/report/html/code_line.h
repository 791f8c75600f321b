// A line of the user's source as HTML, with parts of it marked.
#pragma once

#include <algorithm>
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

  // Leaves out so many blanks at the beginning, if there are so many.
  void indentLess(std::size_t blanks) { skipped_ = std::min(blanks, indentation(source_)); }
  static std::size_t indentation(std::string_view source);

  std::string html() const;

 private:
  std::string_view source_;
  std::vector<Tone> tones_;  // per byte
  std::size_t skipped_ = 0;
};

}  // namespace robur::report_html

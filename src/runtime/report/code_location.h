// A location in the source, as the symbolizer writes it ("file:12:5") and in parts.
#pragma once

#include "runtime/text/text.h"

namespace robur::runtime {

struct CodeLocation {
  Text written;   // "file:12:5"; empty if there is none
  Text function;  // empty if unknown

  Line file;  // part of `written`; empty if unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  bool known() const { return written.size() > 0; }
  void set(Line location, Line function);
  void addText(Text& out);  // "file:12:5 in function"; nothing if it is not known
  void addJson(Text& out);  // an object with file, line, column and function
};

}  // namespace robur::runtime

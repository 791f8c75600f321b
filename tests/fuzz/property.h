// What must hold for any input at all, for the fuzzers and for their replay.
//
// A parser returns; a program that it accepts is valid, its canonical form too, and a .rob
// text made from it is read as the same program. Diagnostics can be shown.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "frontend/language.h"
#include "frontend/rob/parse_rob.h"
#include "program/print.h"
#include "program/simplify.h"
#include "program/validate.h"

namespace robur::fuzz {

// Empty, or what went wrong.
inline std::string violation(Language language, std::string_view text) {
  const Source source{"input", std::string(text)};
  const Parsed parsed = parse(language, source);
  for (const Diagnostic& d : parsed.diagnostics) {
    if (d.message.empty() || render(source, d).empty()) return "a diagnostic says nothing";
  }
  if (!parsed.program) {
    return hasErrors(parsed.diagnostics) ? "" : "there is neither a program nor an error";
  }
  if (hasErrors(parsed.diagnostics)) return "there is a program in spite of an error";
  if (!validate(*parsed.program).empty()) return "the program is not valid";
  const Program canonical = simplified(*parsed.program);
  if (!validate(canonical).empty()) return "the canonical form is not valid";
  const Source printed{"printed", printRob(*parsed.program)};
  const Parsed again = parseRob(printed);
  if (!again.program) {
    return "the printed program is refused:\n" + render(printed, again.diagnostics.at(0));
  }
  if (!sameUpToNames(simplified(*again.program), canonical)) {
    return "the printed program is another one:\n" + printed.text;
  }
  return "";
}

// Stops where the fuzzer notices.
inline int run(Language language, const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string wrong = violation(language, text);
  if (!wrong.empty()) {
    fmt::print(stderr, "{}\n", wrong);
    std::abort();
  }
  return 0;
}

}  // namespace robur::fuzz

// One function per input language: text in, a validated program or diagnostics out.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "program/program.h"

namespace robur {

struct Parsed {
  std::optional<Program> program;       // absent if there was an error
  std::vector<Diagnostic> diagnostics;  // errors, and warnings that come with a program
  // Where one more statement may stand: what begins there comes after it. In Trencher's
  // language, which has transitions and no statements, these are the transitions.
  std::vector<Span> gaps = {};
};

enum class Language : std::uint8_t { Rob, Tpl, Trencher };

std::optional<Language> languageNamed(std::string_view name);   // "rob", "tpl", "trencher"
std::optional<Language> languageOfPath(std::string_view path);  // .rob, .tpl, .trencher or .txt

Parsed parse(Language language, Source source);
Parsed parseRob(Source source);
Parsed parseTpl(Source source);
Parsed parseTrencher(Source source);

}  // namespace robur

#include "frontend/rob/token.h"

#include <array>
#include <cassert>

namespace robur::frontend_rob {

namespace {

constexpr std::size_t kKeywords = static_cast<std::size_t>(Tok::Name);

// In the order of the enumeration, quoted as messages quote them.
constexpr auto kDescriptions = std::to_array<std::string_view>({
    "'atomic'", "'plain'",   "'const'",
    "'thread'", "'local'",   "'bool'",
    "'wrap'",   "'if'",      "'else'",
    "'while'",  "'do'",      "'for'",
    "'loop'",   "'break'",   "'continue'",
    "'goto'",   "'choose'",  "'or'",
    "'skip'",   "'return'",  "'true'",
    "'false'",  "'tid'",     "a name",
    "a number", "a comment", "the end of the file",
    "'('",      "')'",       "'{'",
    "'}'",      "'['",       "']'",
    "','",      "';'",       "':'",
    "'.'",      "'..'",      "'='",
    "'+='",     "'-='",      "'*='",
    "'|='",     "'&='",      "'^='",
    "'+'",      "'-'",       "'*'",
    "'/'",      "'%'",       "'&'",
    "'|'",      "'^'",       "'~'",
    "'!'",      "'&&'",      "'||'",
    "'<'",      "'<='",      "'>'",
    "'>='",     "'=='",      "'!='",
    "'<<'",     "'>>'",      "'++'",
    "'--'",     "'?'",
});
static_assert(kDescriptions.size() == static_cast<std::size_t>(Tok::Question) + 1);

}  // namespace

std::string_view describe(Tok kind) {
  return kDescriptions[static_cast<std::size_t>(kind)];
}

std::string_view keywordText(Tok keyword) {
  assert(isKeyword(keyword));
  const std::string_view quoted = describe(keyword);
  return quoted.substr(1, quoted.size() - 2);
}

Tok keywordNamed(std::string_view text) {
  if (text.size() < 2 || text.size() > 8) return Tok::Name;
  for (std::size_t i = 0; i < kKeywords; ++i) {
    const std::string_view quoted = kDescriptions[i];
    if (quoted.size() == text.size() + 2 && quoted[1] == text[0] &&
        quoted.substr(1, text.size()) == text) {
      return static_cast<Tok>(i);
    }
  }
  return Tok::Name;
}

}  // namespace robur::frontend_rob

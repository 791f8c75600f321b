// Graphviz wants UTF-8 and stops at anything else, so text that is not well formed loses
// its bytes beyond ASCII. Control characters are replaced in any case.
#include "report/dot_text.h"

#include "report/utf8.h"

namespace robur {

std::string dotQuoted(std::string_view text) {
  const auto escape = [](std::string& out, char c) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  };
  std::string out = cleaned(text, false, escape);
  out.insert(0, 1, '"');
  out += '"';
  return out;
}

std::string dotEscaped(std::string_view text) {
  const auto escape = [](std::string& out, char c) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  };
  return cleaned(text, false, escape);
}

}  // namespace robur

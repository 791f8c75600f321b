// Graphviz wants UTF-8 and stops at anything else, so text that is not well formed loses
// its bytes beyond ASCII. Control characters are replaced in any case.
#include "report/dot_text.h"

namespace robur {

namespace {

// Bytes of the character that begins here, 0 if none does.
std::size_t characterAt(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0) != 0x80) return 0;
  }
  return length;
}

template <class Escape>
std::string cleaned(std::string_view text, const Escape& escape) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = characterAt(text, i);
    if (length > 1) {
      out += text.substr(i, length);
    } else if (length == 0 || static_cast<unsigned char>(text[i]) < 0x20 || text[i] == 0x7F) {
      out += '?';
    } else {
      escape(out, text[i]);
    }
    i += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace

std::string dotQuoted(std::string_view text) {
  const auto escape = [](std::string& out, char c) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  };
  std::string out = cleaned(text, escape);
  out.insert(0, 1, '"');
  out += '"';
  return out;
}

std::string dotEscaped(std::string_view text) {
  return cleaned(text, [](std::string& out, char c) {
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
  });
}

}  // namespace robur

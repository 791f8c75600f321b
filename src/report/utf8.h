// Text for formats that want UTF-8 and stop at anything else, and at control characters.
#pragma once

#include <string>
#include <string_view>

namespace robur {

// Bytes of the character that begins here, 0 if none does.
std::size_t characterAt(std::string_view text, std::size_t at);

bool isUtf8(std::string_view text);

// Appends each ASCII character by `escape`. Control characters and bytes that belong to no
// character become question marks, but with `layout` line ends and tabs are characters like others.
template <class Escape>
std::string cleaned(std::string_view text, bool layout, const Escape& escape) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = characterAt(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool control =
        byte == 0x7F || (byte < 0x20 && !(layout && (byte == '\n' || byte == '\t')));
    if (length > 1) {
      out += text.substr(i, length);
    } else if (length == 0 || control) {
      out += '?';
    } else {
      escape(out, text[i]);
    }
    i += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace robur

#include "report/utf8.h"

namespace robur {

std::size_t characterAt(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  // Forms that are longer than needed, surrogates, and what lies beyond the last character.
  if (first == 0xE0 && byte(at + 1) < 0xA0) return 0;
  if (first == 0xED && byte(at + 1) > 0x9F) return 0;
  if (first == 0xF0 && byte(at + 1) < 0x90) return 0;
  if (first == 0xF4 && byte(at + 1) > 0x8F) return 0;
  return length;
}

bool isUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = characterAt(text, i);
    if (length == 0) return false;
    i += length;
  }
  return true;
}

}  // namespace robur

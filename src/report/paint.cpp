// The basic eight colours, which every terminal theme adapts to its background.
#include "report/paint.h"

namespace robur {

namespace {

const char* sequence(Tone tone) {
  switch (tone) {
    case Tone::Plain:
      return "";
    case Tone::Strong:
      return "\x1b[1m";
    case Tone::Bad:
      return "\x1b[1;31m";
    case Tone::Good:
      return "\x1b[1;32m";
    case Tone::Unsure:
      return "\x1b[1;33m";
    case Tone::Mark:
      return "\x1b[1;36m";
    case Tone::Gutter:
      return "\x1b[34m";
    case Tone::Aside:
      return "\x1b[2m";
  }
  return "";
}

}  // namespace

std::string Paint::operator()(Tone tone, std::string_view text) const {
  if (!colours || tone == Tone::Plain || text.empty()) return std::string(text);
  std::string out = sequence(tone);
  out += text;
  out += "\x1b[0m";
  return out;
}

}  // namespace robur

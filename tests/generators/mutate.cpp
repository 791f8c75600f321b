#include "generators/mutate.h"

#include <algorithm>
#include <cctype>

namespace robur::testing {

namespace {

int kindOf(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (std::isalnum(byte) != 0 || c == '_') return 1;
  return std::isspace(byte) != 0 ? 2 : 0;
}

}  // namespace

std::vector<std::string> tokensOf(const std::string& text) {
  std::vector<std::string> tokens;
  for (const char c : text) {
    const bool joins = !tokens.empty() && kindOf(c) != 0 && kindOf(tokens.back()[0]) == kindOf(c);
    if (joins) {
      tokens.back() += c;
    } else {
      tokens.emplace_back(1, c);
    }
  }
  return tokens;
}

Mutator::Mutator(std::vector<std::string> seeds, std::uint64_t seed)
    : seeds_(std::move(seeds)), random_(seed) {}

std::string Mutator::next() {
  std::string text = anySeed();
  for (std::size_t changes = 1 + below(6); changes > 0; --changes) change(text);
  return text;
}

void Mutator::change(std::string& text) {
  if (text.empty()) {
    text = anySeed();
    return;
  }
  const std::size_t at = below(text.size());
  switch (below(8)) {
    case 0:
      text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
      break;
    case 1:
      text[at] = static_cast<char>(below(256));
      break;
    case 2:
      text.erase(at, 1 + below(8));
      break;
    case 3: {  // the beginning of this text and the end of another
      const std::string& other = anySeed();
      text = text.substr(0, at) + other.substr(below(other.size()));
      break;
    }
    default:
      changeTokens(text);
      break;
  }
}

void Mutator::changeTokens(std::string& text) {
  std::vector<std::string> tokens = tokensOf(text);
  const std::size_t at = below(tokens.size());
  const auto here = tokens.begin() + static_cast<std::ptrdiff_t>(at);
  switch (below(5)) {
    case 0:
      tokens.erase(here);
      break;
    case 1:
      tokens.insert(here, *here);
      break;
    case 2:
      std::swap(*here, tokens[below(tokens.size())]);
      break;
    case 3: {
      const std::vector<std::string> other = tokensOf(anySeed());
      *here = other[below(other.size())];
      break;
    }
    default: {
      static const char* const kNumbers[] = {
          "0", "-1", "2147483648", "9223372036854775808", "99999999999999999999", "4097"};
      *here = kNumbers[below(std::size(kNumbers))];
      break;
    }
  }
  text.clear();
  for (const std::string& token : tokens) text += token;
}

}  // namespace robur::testing

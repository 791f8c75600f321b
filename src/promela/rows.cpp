#include "promela/rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur::promela {

namespace {

// More rows than this are updated by a loop, which keeps pan.c from growing quadratically.
constexpr unsigned kUnrolled = 16;

const char* typeFor(unsigned bits) {
  if (bits <= 8) return "byte";
  if (bits <= 15) return "short";
  return "int";
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.size() < 7 &&
         std::ranges::all_of(text, [](char c) { return '0' <= c && c <= '9'; });
}

}  // namespace

std::string joined(const Lines& lines, std::string_view separator) {
  return fmt::format("{}", fmt::join(lines, separator));
}

void append(Lines& lines, Lines more) {
  lines.insert(lines.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

Mask maskOf(unsigned bits, unsigned first, unsigned count) {
  Mask mask(wordsFor(bits), 0);
  for (unsigned b = first; b < first + count; ++b) {
    mask[b / kBitsPerWord] |= std::uint32_t{1} << (b % kBitsPerWord);
  }
  return mask;
}

std::string Rows::at(std::string_view row, std::string_view word) const {
  if (words() == 1) return fmt::format("{}[{}]", name_, row);
  if (isNumber(row) && isNumber(word)) {
    const unsigned long r = std::stoul(std::string(row));
    const unsigned long w = std::stoul(std::string(word));
    return fmt::format("{}[{}]", name_, r * words() + w);
  }
  return fmt::format("{}[({}) * {} + {}]", name_, row, words(), word);
}

std::string Rows::at(std::string_view row, unsigned word) const {
  return at(row, std::to_string(word));
}

std::string Rows::declare() const {
  return fmt::format("{} {}[{}];\n", typeFor(bits_), name_, count_ * words());
}

std::string Rows::declare(const std::vector<Mask>& initial) const {
  std::vector<std::uint32_t> values;
  for (const Mask& mask : initial) values.insert(values.end(), mask.begin(), mask.end());
  if (values.size() == 1) return fmt::format("{} {}[1] = {};\n", typeFor(bits_), name_, values[0]);
  return fmt::format("{} {}[{}] = {{ {} }};\n", typeFor(bits_), name_, values.size(),
                     fmt::join(values, ", "));
}

Lines Rows::select(unsigned bits, std::string_view bit) {
  if (wordsFor(bits) == 1) return {fmt::format("bit_ = 1 << ({})", bit)};
  return {fmt::format("word_ = ({}) / {}", bit, kBitsPerWord),
          fmt::format("bit_ = 1 << (({}) % {})", bit, kBitsPerWord)};
}

Lines Rows::everyRow(std::string_view op) const {
  const auto update = [&](const std::string& row) {
    const std::string element = at(row, std::string_view("word_"));
    return fmt::format("{0} = {0} {1}", element, op);
  };
  if (count_ > kUnrolled) {
    return {fmt::format("for (row_ : 0 .. {}) {{ {} }}", count_ - 1, update("row_"))};
  }
  Lines lines;
  for (unsigned r = 0; r < count_; ++r) lines.push_back(update(std::to_string(r)));
  return lines;
}

Lines Rows::setSelected() const {
  return everyRow("| bit_");
}
Lines Rows::clearSelected() const {
  return everyRow("& ~bit_");
}

}  // namespace robur::promela

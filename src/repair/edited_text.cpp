#include "repair/edited_text.h"

#include <algorithm>
#include <numeric>

namespace robur {

namespace {

struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

Position positionOf(std::string_view text, std::size_t offset) {
  const std::string_view head = text.substr(0, offset);
  const auto line = static_cast<std::uint32_t>(std::count(head.begin(), head.end(), '\n')) + 1;
  const std::size_t newline = head.rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  return {line, static_cast<std::uint32_t>(offset - begin) + 1};
}

}  // namespace

EditedText::EditedText(std::string_view original, std::vector<TextEdit> edits)
    : original_(original) {
  std::vector<std::size_t> order(edits.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return edits[a].begin < edits[b].begin; });
  std::size_t at = 0;
  for (const std::size_t number : order) {
    const TextEdit& edit = edits[number];
    text_ += original.substr(at, edit.begin - at);
    pieces_.push_back(
        {text_.size(), text_.size() + edit.text.size(), edit.begin, edit.end, number});
    text_ += edit.text;
    at = edit.end;
  }
  text_ += original.substr(at);
}

std::optional<std::size_t> EditedText::editAt(const Span& span) const {
  const std::size_t offset = offsetOf(text_, span.line, span.column);
  for (const Piece& piece : pieces_) {
    if (piece.begin <= offset && offset < piece.end) return piece.number;
  }
  return std::nullopt;
}

Span EditedText::spanOf(std::size_t begin, std::size_t end) const {
  const Position from = positionOf(text_, begin);
  const Position to = positionOf(text_, end);
  return {0, from.line, from.column, to.line, to.column};
}

std::size_t EditedText::originalOffset(std::size_t offset) const {
  std::size_t end = 0;  // of the last piece before it, in both texts
  std::size_t to = 0;
  for (const Piece& piece : pieces_) {
    if (offset < piece.begin) break;
    if (offset < piece.end) return piece.from;
    end = piece.end;
    to = piece.to;
  }
  return to + (offset - end);
}

Span EditedText::back(Span span) const {
  const Position begin =
      positionOf(original_, originalOffset(offsetOf(text_, span.line, span.column)));
  const Position end =
      positionOf(original_, originalOffset(offsetOf(text_, span.endLine, span.endColumn)));
  span.line = begin.line;
  span.column = begin.column;
  span.endLine = end.line;
  span.endColumn = end.column;
  return span;
}

}  // namespace robur

// A text with edits applied, and the mapping of positions back to the original text, so that the
// positions in a program read from the edited text refer to what the user wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/types.h"
#include "repair/text_edit.h"

namespace robur {

class EditedText {
 public:
  // The original must stay alive. Edits must not overlap; those at one offset keep their order.
  EditedText(std::string_view original, std::vector<TextEdit> edits);

  const std::string& text() const { return text_; }
  // The number of the edit in whose new text the span begins.
  std::optional<std::size_t> editAt(const Span& span) const;
  // The span between two offsets of the edited text.
  Span spanOf(std::size_t begin, std::size_t end) const;
  // The span in the original. A position inside an edit is mapped to the beginning of the edit.
  Span back(Span span) const;

 private:
  struct Piece {
    std::size_t begin = 0;  // of the new text, in the edited one
    std::size_t end = 0;
    std::size_t from = 0;  // what it replaced, in the original
    std::size_t to = 0;
    std::size_t number = 0;  // of the edit
  };

  std::size_t originalOffset(std::size_t offset) const;

  std::string_view original_;
  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace robur

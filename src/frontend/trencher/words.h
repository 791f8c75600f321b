// Splits text into words separated by blanks, with their positions; a word that begins with #
// starts a comment up to the end of its line.
#pragma once

#include <string_view>

#include "frontend/common/errors.h"

namespace robur::frontend_trencher {

struct Word {
  std::string_view text;  // empty at the end of the file
  Span span;

  bool atEnd() const { return text.empty(); }
};

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  Word next() {
    skipBlanks();
    std::size_t length = 0;
    while (at_ + length < text_.size() && !isBlank(text_[at_ + length])) ++length;
    const auto column = static_cast<std::uint32_t>(at_ - lineStart_ + 1);
    const Word word{text_.substr(at_, length),
                    {0, line_, column, line_, column + static_cast<std::uint32_t>(length)}};
    at_ += length;
    return word;
  }

 private:
  static constexpr bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  void skipBlanks() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') {
        const std::size_t end = text_.find('\n', at_);
        at_ = end == std::string_view::npos ? text_.size() : end;
        if (at_ == text_.size()) return;
      }
      if (!isBlank(text_[at_])) return;
      if (text_[at_] != '\n') continue;
      ++line_;
      lineStart_ = at_ + 1;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t lineStart_ = 0;
};

}  // namespace robur::frontend_trencher

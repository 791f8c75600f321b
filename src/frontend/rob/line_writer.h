// The lines of formatted text. Trailing comments are kept separate until the end, because those of
// neighbouring lines are aligned in one column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robur::frontend_rob {

// In characters, not bytes.
std::size_t widthOf(std::string_view text);

class LineWriter {
 public:
  // Begins a new line.
  void breakLine(std::size_t indent, bool blankBefore);
  void write(std::string_view text, bool spaceBefore);
  void comment(std::string_view text);
  // Adds a line with nothing but a comment, which continues the trailing comment of the line above.
  void continueComment(std::string_view text);

  bool empty() const { return lines_.empty(); }
  bool endsInComment() const { return !lines_.empty() && !lines_.back().comment.empty(); }
  // Whether the comment of the current line is aligned with those of its neighbours; it is not if
  // the line contains a token that spans several lines.
  bool alignsComment() const { return !lines_.empty() && lines_.back().alignable(); }
  std::string text() const;

 private:
  struct Line {
    std::string code;
    std::string comment;
    bool blankBefore = false;

    bool alignable() const;
  };

  std::vector<Line> lines_;
};

}  // namespace robur::frontend_rob

// Lines of formatted text, with the comments at their ends kept apart until the end:
// those of neighbouring lines are put into one column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robur::frontend_rob {

// Characters, not bytes.
std::size_t widthOf(std::string_view text);

class LineWriter {
 public:
  // Begins a new line.
  void breakLine(std::size_t indent, bool blankBefore);
  void write(std::string_view text, bool spaceBefore);
  void comment(std::string_view text);
  // A line that has nothing but a comment, which continues the one at the end of the line above.
  void continueComment(std::string_view text);

  bool empty() const { return lines_.empty(); }
  bool endsInComment() const { return !lines_.empty() && !lines_.back().comment.empty(); }
  // Whether the comment of the current line stands in a column with its neighbours; not
  // if something in the line spans several lines itself.
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

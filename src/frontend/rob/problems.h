// Where the stages of this frontend put what they find wrong.
//
// A person mends a handful of mistakes at a time, so no more than twenty errors are kept;
// what comes after them is counted as one note. Positions are byte offsets until the end,
// when the whole list is sorted and turned into lines and columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/rob/token.h"
#include "program/source.h"

namespace robur::rob {

// Turns byte offsets into lines and columns.
class LineTable {
 public:
  explicit LineTable(std::string_view text);
  Span span(Range range) const;
  std::uint32_t line(std::uint32_t offset) const;

 private:
  std::vector<std::uint32_t> starts_;
};

class Problems {
 public:
  static constexpr std::size_t kMaxErrors = 20;

  void error(Range at, std::string message, std::string help = {});
  bool any() const { return !found_.empty(); }
  std::size_t count() const { return found_.size(); }
  // Nothing that is found from here on would be shown.
  bool full() const { return overflowed_; }

  // In source order, the note about what was left out last.
  std::vector<Diagnostic> diagnostics(const LineTable& lines) &&;

 private:
  struct Problem {
    Range at;
    std::string message;
    std::string help;
  };
  std::vector<Problem> found_;
  bool overflowed_ = false;
};

// Files above 16 MB are refused before anything is read: no person writes them, and
// positions are counted in 32 bits.
std::optional<Diagnostic> tooLarge(const Source& source);

// The name between quotes, cut if it is absurdly long.
std::string quoted(std::string_view name);

}  // namespace robur::rob

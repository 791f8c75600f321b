// The difference of two texts: as a unified diff, which `patch` and `git apply` accept, and as a
// list of lines that have another text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace robur {

// `count` lines, from `first` on (counted from 1), become `text`. Nothing is left of a line that is
// replaced, not even its end.
struct LineEdit {
  std::uint32_t first = 1;
  std::uint32_t count = 0;
  // The column behind the last of them, in characters, if it is a last line without an end; else 1,
  // since the next line begins where they end.
  std::uint32_t endColumn = 1;
  std::string text;
};

// In the order of the lines; edits do not touch each other.
std::vector<LineEdit> lineEdits(std::string_view before, std::string_view after);

// Empty if there is none.
std::string unifiedDiff(std::string_view path, std::string_view before, std::string_view after);

}  // namespace robur

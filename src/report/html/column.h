// One thread of a violation: the lines of the source that it executed, with its accesses lit, what
// each access of the cycle does, and links to the changes that were tried there.
//
// All rows have the same height, so that arrows between them need no measuring in the browser: they
// are the same on paper and without JavaScript.
#pragma once

#include <map>
#include <string>

#include "report/html/view.h"
#include "result/alternatives.h"

namespace robur::report_html {

inline constexpr double kRowHeight = 22;    // as in the style sheet
inline constexpr double kTitleHeight = 30;  // of a column
inline constexpr double kScrollBar = 12;    // space below the rows
inline constexpr double kColumnGap = 14;    // between columns that stand below each other

struct Column {
  ThreadId thread{};
  std::string title;
  std::string rows;                        // HTML
  std::size_t count = 0;                   // of rows
  std::map<unsigned, std::size_t> rowsOf;  // of the accesses that the narration numbers

  double height() const { return static_cast<double>(count) * kRowHeight + kScrollBar; }
};

// Remarks are broken into lines of `remarkWidth` characters. `changes` may be null; `changesId` is
// the beginning of their ids in the page.
Column columnOf(const View& view, ThreadId thread, std::size_t remarkWidth,
                const Alternatives* changes, const std::string& changesId);

}  // namespace robur::report_html

#include "report/diff.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/words.h"

namespace robur {

namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::size_t length = newline == std::string_view::npos ? text.size() : newline + 1;
    out.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return out;
}

struct Line {
  char mark;  // ' ', '-' or '+'
  std::string_view text;
};

// A longest common subsequence of what lies between the common beginning and the common end;
// a repair changes a few lines, so that this is small.
std::vector<Line> alignment(const std::vector<std::string_view>& a,
                            const std::vector<std::string_view>& b) {
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail + head < a.size() && tail + head < b.size() &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  const std::size_t n = a.size() - head - tail;
  const std::size_t m = b.size() - head - tail;
  std::vector<std::uint32_t> length((n + 1) * (m + 1), 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return length[i * (m + 1) + j];
  };
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = m; j-- > 0;) {
      at(i, j) =
          a[head + i] == b[head + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  std::vector<Line> out;
  for (std::size_t i = 0; i < head; ++i) out.push_back({' ', a[i]});
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < n || j < m) {
    if (i < n && j < m && a[head + i] == b[head + j]) {
      out.push_back({' ', a[head + i++]});
      ++j;
    } else if (i < n && (j == m || at(i + 1, j) >= at(i, j + 1))) {
      out.push_back({'-', a[head + i++]});
    } else {
      out.push_back({'+', b[head + j++]});
    }
  }
  for (std::size_t k = a.size() - tail; k < a.size(); ++k) out.push_back({' ', a[k]});
  return out;
}

constexpr std::size_t kContext = 3;

std::string range(std::size_t first, std::size_t count) {
  if (count == 1) return fmt::format("{}", first);
  return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

}  // namespace

std::vector<LineEdit> lineEdits(std::string_view before, std::string_view after) {
  std::vector<LineEdit> edits;
  std::uint32_t line = 1;
  bool open = false;
  for (const Line& each : alignment(linesOf(before), linesOf(after))) {
    if (each.mark == ' ') {
      open = false;
      ++line;
      continue;
    }
    if (!open) edits.push_back({line, 0, 1, {}});
    open = true;
    LineEdit& edit = edits.back();
    if (each.mark == '+') {
      edit.text += each.text;
      continue;
    }
    ++line;
    ++edit.count;
    if (!each.text.ends_with('\n')) {
      edit.endColumn = static_cast<std::uint32_t>(columnsOf(each.text) + 1);
    }
  }
  return edits;
}

std::string unifiedDiff(std::string_view path, std::string_view before, std::string_view after) {
  const std::vector<Line> lines = alignment(linesOf(before), linesOf(after));
  std::string out;
  std::size_t oldLine = 1;
  std::size_t newLine = 1;
  std::size_t i = 0;
  while (i < lines.size()) {
    if (lines[i].mark == ' ') {
      ++oldLine;
      ++newLine;
      ++i;
      continue;
    }
    // A hunk: from three lines before to three lines behind the last change near by.
    const std::size_t begin = i - std::min(i, kContext);
    std::size_t end = i;
    for (std::size_t k = i; k < lines.size() && k <= end + 2 * kContext; ++k) {
      if (lines[k].mark != ' ') end = k;
    }
    const std::size_t stop = std::min(lines.size(), end + 1 + kContext);
    std::string body;
    std::size_t oldCount = 0;
    std::size_t newCount = 0;
    for (std::size_t k = begin; k < stop; ++k) {
      body += lines[k].mark;
      body += lines[k].text;
      if (lines[k].text.empty() || lines[k].text.back() != '\n') {
        body += "\n\\ No newline at end of file\n";
      }
      oldCount += lines[k].mark != '+';
      newCount += lines[k].mark != '-';
    }
    const std::size_t oldFirst = oldLine - (i - begin);
    const std::size_t newFirst = newLine - (i - begin);
    out += fmt::format("@@ -{} +{} @@\n", range(oldFirst, oldCount), range(newFirst, newCount));
    out += body;
    for (; i < stop; ++i) {
      oldLine += lines[i].mark != '+';
      newLine += lines[i].mark != '-';
    }
  }
  if (out.empty()) return out;
  return fmt::format("--- {}\n+++ {}\n{}", path, path, out);
}

}  // namespace robur

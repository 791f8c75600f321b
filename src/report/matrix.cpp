// Results arrive file by file, so a result belongs to the last row or to a new one. The legend
// explains only the signs that occur.
#include "report/matrix.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/words.h"

namespace robur {

Matrix::Row& Matrix::rowOf(std::string_view file) {
  if (rows_.empty() || rows_.back().file != file) {
    rows_.emplace_back();
    rows_.back().file = file;
  }
  return rows_.back();
}

Matrix::Mark Matrix::markOf(const Result& result) {
  switch (result.verdict) {
    case Verdict::NotRobust:
      return result.consequence && result.consequence->answer == Consequence::Answer::Harmless
                 ? Mark::Harmless
                 : Mark::NotRobust;
    case Verdict::Unknown:
      return Mark::Unknown;
    case Verdict::Robust:
      break;
  }
  return result.findings.empty() ? Mark::Robust : Mark::OtherError;
}

void Matrix::add(const Result& result) {
  rowOf(result.file).marks[static_cast<std::size_t>(result.model)] = markOf(result);
}

void Matrix::addRejected(std::string_view file) {
  rowOf(file).rejected = true;
}

std::string Matrix::render(const std::vector<ModelName>& models, const Paint& paint) const {
  std::size_t files = 0;
  for (const Row& row : rows_) files = std::max(files, columnsOf(row.file));

  std::string out = std::string(files, ' ');
  for (const ModelName model : models) out += fmt::format("  {}", titleOf(model));
  out += '\n';

  bool seen[6] = {};
  bool rejected = false;
  const auto sign = [&](Mark mark) -> std::string {
    seen[static_cast<std::size_t>(mark)] = true;
    switch (mark) {
      case Mark::None:
        return "-";
      case Mark::Robust:
        return paint(Tone::Good, "✓");
      case Mark::NotRobust:
        return paint(Tone::Bad, "✗");
      case Mark::Harmless:
        return paint(Tone::Unsure, "~");
      case Mark::Unknown:
        return paint(Tone::Unsure, "?");
      case Mark::OtherError:
        return paint(Tone::Bad, "!");
    }
    return "-";
  };
  for (const Row& row : rows_) {
    out += row.rejected ? row.file : padded(row.file, files);
    if (row.rejected) {
      rejected = true;
      out += std::string(files - columnsOf(row.file), ' ') + "  " + paint(Tone::Bad, "not checked");
    } else {
      std::size_t blanks = 0;  // after a sign, so that no line ends in blanks
      for (const ModelName model : models) {
        out += std::string(blanks + 2, ' ') + sign(row.marks[static_cast<std::size_t>(model)]);
        blanks = std::string_view(titleOf(model)).size() - 1;
      }
    }
    out += '\n';
  }

  std::string legend;
  const auto explain = [&](bool applies, const char* text) {
    if (applies) legend += fmt::format("{}{}", legend.empty() ? "" : " · ", text);
  };
  explain(seen[static_cast<std::size_t>(Mark::Robust)], "✓ robust");
  explain(seen[static_cast<std::size_t>(Mark::NotRobust)], "✗ not robust");
  explain(seen[static_cast<std::size_t>(Mark::Harmless)], "~ not robust, but harmless");
  explain(seen[static_cast<std::size_t>(Mark::Unknown)], "? unknown");
  explain(seen[static_cast<std::size_t>(Mark::OtherError)], "! error under SC");
  explain(rejected, "not checked: see the errors above");
  if (!legend.empty()) out += paint(Tone::Aside, legend) + "\n";
  return out;
}

}  // namespace robur

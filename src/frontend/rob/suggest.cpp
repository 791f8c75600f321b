#include "frontend/rob/suggest.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace robur::frontend_rob {

namespace {

constexpr std::size_t kLongest = 32;  // longer names are not compared at all

}  // namespace

// Computes the usual table, keeping three rows of it, since a swap refers back two rows.
std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > kLongest || b.size() > kLongest) return limit + 1;
  std::array<std::size_t, kLongest + 1> before{};
  std::array<std::size_t, kLongest + 1> last{};
  std::array<std::size_t, kLongest + 1> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = last;
    last = row;
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return std::min(row[b.size()], limit + 1);
}

// A third of the letters may be wrong, so that x is never suggested for y.
Suggestion::Suggestion(std::string_view wrong) : wrong_(wrong), limit_(wrong.size() / 3) {}

void Suggestion::consider(std::string_view candidate) {
  const std::size_t allowed = found() ? limit_ - 1 : limit_;
  if (limit_ == 0 || candidate.empty() || candidate == wrong_) return;
  const std::size_t distance = editDistance(wrong_, candidate, allowed);
  if (distance > allowed) return;
  best_ = candidate;
  limit_ = distance;
}

void Suggestion::consider(std::initializer_list<std::string_view> candidates) {
  for (const std::string_view candidate : candidates) consider(candidate);
}

std::string Suggestion::text(std::string_view otherwise) const {
  return found() ? fmt::format("did you mean '{}'?", best_) : std::string(otherwise);
}

}  // namespace robur::frontend_rob

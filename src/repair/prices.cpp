#include "repair/prices.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include "program/print.h"

namespace robur {

namespace {

std::uint64_t byKind(const Site& site, Order order, bool store) {
  switch (site.kind) {
    case Site::Kind::Gap:
    case Site::Kind::Fence:
      return order == Order::Sc ? 8 : order == Order::AcqRel ? 4 : order == Order::Rel ? 3 : 2;
    case Site::Kind::Access:
    case Site::Kind::Failure:
      if (order == Order::Sc) return store ? 6 : 3;
      return order == Order::AcqRel ? 2 : 1;
    case Site::Kind::Locked:
      return 10;
  }
  return 1;
}

const char* kindName(Site::Kind kind) {
  switch (kind) {
    case Site::Kind::Gap:
    case Site::Kind::Fence:
      return "fence";
    case Site::Kind::Access:
    case Site::Kind::Failure:
      return "order";
    case Site::Kind::Locked:
      return "locked";
  }
  return "";
}

std::optional<std::uint64_t> number(const std::string& word) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

// Calls line(number, words) for each line that is not blank; # begins a comment. Stops at the first
// error message.
template <class Line>
std::string eachLine(std::string_view text, const Line& line) {
  std::istringstream in{std::string(text)};
  std::string one;
  for (std::uint32_t n = 1; std::getline(in, one); ++n) {
    std::istringstream words{one.substr(0, one.find('#'))};
    std::vector<std::string> found;
    for (std::string word; words >> word;) found.push_back(word);
    if (found.empty()) continue;
    std::string wrong = line(found);
    if (!wrong.empty()) return fmt::format("line {}: {}", n, wrong);
  }
  return {};
}

constexpr std::uint64_t kLargest = 1'000'000;

}  // namespace

std::string Prices::readProfile(std::string_view text) {
  counts.emplace();
  return eachLine(text, [&](const std::vector<std::string>& words) -> std::string {
    const auto line = number(words[0]);
    const auto count = words.size() == 2 ? number(words[1]) : std::nullopt;
    if (!line || !count) return "expected a line number and a count";
    (*counts)[static_cast<std::uint32_t>(*line)] += *count;
    return {};
  });
}

std::string Prices::readTable(std::string_view text) {
  return eachLine(text, [&](const std::vector<std::string>& words) -> std::string {
    Entry entry;
    std::size_t at = 0;
    entry.kind = words[at++];
    if (entry.kind != "fence" && entry.kind != "order" && entry.kind != "locked") {
      return fmt::format("'{}' is no kind of change: it is fence, order or locked", entry.kind);
    }
    if (at < words.size() && !number(words[at])) {
      entry.order = words[at++];
      const bool known = std::ranges::any_of(
          std::initializer_list<Order>{Order::Acq, Order::Rel, Order::AcqRel, Order::Sc},
          [&](Order o) { return entry.order == spelling(o); });
      if (!known)
        return fmt::format("'{}' is no order: it is acq, rel, acq_rel or sc", entry.order);
    }
    const auto price = at < words.size() ? number(words[at++]) : std::nullopt;
    if (!price || *price == 0 || *price > kLargest) {
      return fmt::format("expected a price from 1 to {}", kLargest);
    }
    entry.price = *price;
    if (at < words.size()) {
      const auto line =
          at + 2 == words.size() && words[at] == "at" ? number(words[at + 1]) : std::nullopt;
      if (!line) return "expected 'at' and a line number, or nothing, behind the price";
      entry.line = static_cast<std::uint32_t>(*line);
    }
    table.push_back(std::move(entry));
    return {};
  });
}

std::uint64_t Prices::of(const Site& site, Order order, bool store) const {
  if (by == By::Size) return 1;
  std::uint64_t price = byKind(site, order, store);
  // The most specific entry wins, then the last one.
  int exactness = -1;
  for (const Entry& e : table) {
    if (e.kind != kindName(site.kind)) continue;
    if (!e.order.empty() && e.order != spelling(order)) continue;
    if (e.line != 0 && e.line != site.span.line) continue;
    const int now = (e.line != 0 ? 2 : 0) + (e.order.empty() ? 0 : 1);
    if (now < exactness) continue;
    exactness = now;
    price = e.price;
  }
  if (by != By::Runtime) return price;
  if (counts) {
    const auto found = counts->find(site.span.line);
    return price * (1 + (found == counts->end() ? 0 : found->second));
  }
  std::uint64_t times = 1;
  for (unsigned i = 0; i < std::min(site.loopDepth, 4u); ++i) times *= 10;
  return price * times;
}

}  // namespace robur

// A number is digits with at most one point; whatever follows must be a known unit. Zero and
// what does not fit in 64 bits are refused: a limit of nothing is surely a mistake.
#include "cli/quantity.h"

#include <charconv>
#include <cmath>

namespace robur {

namespace {

struct Amount {
  double number = 0;
  std::string_view unit;
};

std::optional<Amount> amountIn(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789.");
  const std::string_view number = text.substr(0, digits);
  Amount amount;
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), amount.number);
  if (error != std::errc{} || end != number.data() + number.size()) return std::nullopt;
  if (!std::isfinite(amount.number) || amount.number <= 0) return std::nullopt;
  if (digits != std::string_view::npos) amount.unit = text.substr(digits);
  return amount;
}

std::optional<double> powerOf(double base, std::string_view unit) {
  if (unit.empty()) return 1;
  if (unit.size() != 1) return std::nullopt;
  switch (unit.front()) {
    case 'k':
    case 'K':
      return base;
    case 'm':
    case 'M':
      return base * base;
    case 'g':
    case 'G':
      return base * base * base;
    case 't':
    case 'T':
      return base * base * base * base;
    default:
      return std::nullopt;
  }
}

std::optional<std::uint64_t> whole(double number) {
  if (number < 1 || number >= 9e18) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

}  // namespace

std::optional<std::uint64_t> countNamed(std::string_view text) {
  const std::optional<Amount> amount = amountIn(text);
  if (!amount) return std::nullopt;
  const std::optional<double> factor = powerOf(1000, amount->unit);
  return factor ? whole(amount->number * *factor) : std::nullopt;
}

std::optional<std::uint64_t> bytesNamed(std::string_view text) {
  std::optional<Amount> amount = amountIn(text);
  if (!amount) return std::nullopt;
  std::string_view& unit = amount->unit;
  if (unit.ends_with("iB") && unit.size() == 3) {
    unit.remove_suffix(2);
  } else if (unit.ends_with('B')) {
    unit.remove_suffix(1);
  }
  const std::optional<double> factor = powerOf(1024, unit);
  return factor ? whole(amount->number * *factor) : std::nullopt;
}

std::optional<double> secondsNamed(std::string_view text) {
  const std::optional<Amount> amount = amountIn(text);
  if (!amount) return std::nullopt;
  const std::string_view unit = amount->unit;
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1;
  if (unit == "ms") factor = 1e-3;
  if (unit == "m" || unit == "min") factor = 60;
  if (unit == "h") factor = 3600;
  if (factor == 0 || amount->number * factor > 1e9) return std::nullopt;
  return amount->number * factor;
}

}  // namespace robur

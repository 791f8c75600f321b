// The rate is the average since the start, which fluctuates less.
#include "cli/progress_line.h"

#include <unistd.h>

#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr double kPatience = 2;  // seconds

// Two digits, because it is an estimate.
std::string aboutText(double number) {
  const char* const units[] = {"", " k", " M", " G", " T"};
  std::size_t unit = 0;
  for (; number >= 999.5 && unit + 1 < std::size(units); ++unit) number /= 1000;
  if (number >= 999.5) return "10^" + fmt::format("{:.0f}", std::log10(number) + 12);
  if (number >= 99.5) number = std::round(number / 10) * 10;
  return fmt::format("{:.{}f}{}", number, unit > 0 && number < 9.95 ? 1 : 0, units[unit]);
}

std::string rateText(double perSecond) {
  if (perSecond >= 1e6) return fmt::format("{:.1f} M/s", perSecond / 1e6);
  if (perSecond >= 1e3) return fmt::format("{:.0f} k/s", perSecond / 1e3);
  return fmt::format("{:.0f}/s", perSecond);
}

// "12,345 states", or "12,345 of about 2.1 M execution graphs".
std::string workText(const Progress& progress) {
  if (progress.expected <= static_cast<double>(progress.states)) {
    return countText(progress.states, progress.unit);
  }
  return fmt::format("{} of about {} {}s", countText(progress.states), aboutText(progress.expected),
                     progress.unit);
}

}  // namespace

std::string progressText(const std::string& file, ModelName model, const Progress& progress) {
  const double rate =
      progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  const std::string waiting =
      progress.frontier > 0 ? fmt::format(" · {} waiting", countText(progress.frontier)) : "";
  return fmt::format("{} · {} · {}{} · {} · {} · {:.0f} s", file, titleOf(model),
                     workText(progress), waiting, rateText(rate), bytesText(progress.bytes),
                     progress.seconds);
}

void ProgressLine::show(const std::string& file, ModelName model, const Progress& progress) {
  if (!enabled_ || progress.seconds < kPatience) return;
  const std::lock_guard lock(mutex_);
  const unsigned columns = terminalColumns(STDERR_FILENO);
  const std::string text =
      oneLine(progressText(file, model, progress), columns > 1 ? columns - 1 : 1);
  Output(STDERR_FILENO).write("\r\x1b[K" + text);
  visible_ = true;
}

void ProgressLine::clear() {
  const std::lock_guard lock(mutex_);
  if (visible_) Output(STDERR_FILENO).write("\r\x1b[K");
  visible_ = false;
}

}  // namespace robur

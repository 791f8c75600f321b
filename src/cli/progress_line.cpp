// The rate is the average since the start, which fluctuates less.
#include "cli/progress_line.h"

#include <unistd.h>

#include <fmt/format.h>

#include "cli/terminal.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr double kPatience = 2;  // seconds

std::string rateText(double perSecond) {
  if (perSecond >= 1e6) return fmt::format("{:.1f} M/s", perSecond / 1e6);
  if (perSecond >= 1e3) return fmt::format("{:.0f} k/s", perSecond / 1e3);
  return fmt::format("{:.0f}/s", perSecond);
}

}  // namespace

std::string progressText(const std::string& file, ModelName model, const Progress& progress) {
  const double rate =
      progress.seconds > 0 ? static_cast<double>(progress.states) / progress.seconds : 0;
  const std::string waiting =
      progress.frontier > 0 ? fmt::format(" · {} waiting", countText(progress.frontier)) : "";
  return fmt::format("{} · {} · {}{} · {} · {} · {:.0f} s", file, titleOf(model),
                     countText(progress.states, progress.unit), waiting, rateText(rate),
                     bytesText(progress.bytes), progress.seconds);
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

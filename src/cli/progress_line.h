// One line on stderr that shows the progress of a long search, rewritten in place. Only on a
// terminal, and only once the search has taken a few seconds.
#pragma once

#include <mutex>
#include <string>

#include "check/check.h"

namespace robur {

class ProgressLine {
 public:
  explicit ProgressLine(bool enabled) : enabled_(enabled) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const std::string& file, ModelName model, const Progress& progress);
  void clear();

 private:
  bool enabled_;
  bool visible_ = false;
  std::mutex mutex_;  // searches report from any of their threads
};

// "dekker.rob · RA · 1,204,331 states · 2.1 M/s · 340 MiB · 3 s", without its colours.
std::string progressText(const std::string& file, ModelName model, const Progress& progress);

}  // namespace robur

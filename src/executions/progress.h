// What the workers of an enumeration have done so far, added up, and how much is probably left.
#pragma once

#include <chrono>
#include <mutex>
#include <vector>

#include "executions/alternatives.h"
#include "executions/enumerate.h"
#include "executions/work_share.h"

namespace robur::executions {

class ProgressSum {
 public:
  ProgressSum(const EnumerationOptions& options, WorkShare& share)
      : options(options), share(share), workers(options.workers) {}

  // What a worker has done since it began. True: the enumeration should stop.
  bool report(unsigned worker, Explored& explored, std::uint64_t bytes);
  // Its last report.
  void finish(unsigned worker, Explored& explored, std::uint64_t bytes);
  // A thread was cut.
  void cut(EventRef at, Pc pc);

  // Once all workers are done; does not set the reason for the end.
  Enumeration sum() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    std::uint64_t finals = 0;
    std::uint64_t steps = 0;
    std::uint64_t peakBytes = 0;
    double left = 0;  // final graphs that it is expected to add
    Clock::time_point estimated = {};
  };

  void take(unsigned worker, Explored& explored, std::uint64_t bytes);
  void estimate(Worker& worker, const Explored& explored);

  const EnumerationOptions& options;
  WorkShare& share;
  std::mutex mutex;
  std::vector<Worker> workers;
  Enumeration cuts;
  SubtreeSizes sizes;
};

}  // namespace robur::executions

// What many runs of one program have found: each pair of locations once, with the number of runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/records.h"

namespace robur::run {

class Findings {
 public:
  // Adds the reports of one run and returns how many were new. The schedule is that of the run; the
  // choices of a report are added to it.
  std::size_t add(const RunRecords& run, const std::string& schedule);

  const std::vector<RunFinding>& all() const { return all_; }
  std::uint64_t steps() const { return steps_; }  // of the longest run so far

 private:
  std::vector<RunFinding> all_;
  std::uint64_t steps_ = 0;
};

}  // namespace robur::run

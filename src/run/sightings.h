// What many runs of one program have found: the same pair of places once, with a count.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace robur {

struct Sighting {
  std::string kind;      // "robustness" or "race"
  std::string place;     // "lock.cpp:12:5 in main", of the access
  std::string other;     // "lock.cpp:7:3", of the access it is in conflict with
  std::string text;      // the whole report of the first run
  std::string schedule;  // of that run, as ROBUR_OPTIONS takes it
  std::uint64_t runs = 0;
};

class Sightings {
 public:
  // Takes in what one run has reported, a line of JSON for each; says how many were new. The
  // schedule is the run's own; a report that names its choices has these added.
  std::size_t add(std::string_view lines, const std::string& schedule);

  const std::vector<Sighting>& all() const { return all_; }
  std::uint64_t steps() const { return steps_; }  // of the longest run that has told

 private:
  std::vector<Sighting> all_;
  std::uint64_t steps_ = 0;
};

}  // namespace robur

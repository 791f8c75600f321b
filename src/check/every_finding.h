// Collects every finding of a search that goes on after a violation (CheckOptions::everyFinding).
//
// What "every" means: an access is reported if some SC run can be continued by it in a way that SC
// forbids and the model allows, a race if two accesses of some SC run race, a fault if some SC run
// meets it. Nothing is known of what happens after the first access that deviates. The search
// visits every state, and reports in each what is wrong there, so none of these accesses is missed.
// For one access there are often many runs: the first few are retraced and judged, and those with
// the same accesses on their cycle are one finding. Hence the list of accesses is complete, the
// list of cycles through each need not be. Under TSO and SRA only reads are in it: there a store
// deviates only where a read can do so as well. After a data race, nothing is claimed.
//
// Interchangeable threads may hide each other's findings if they are written at different places
// (hidesPlaces).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "explore/search.h"
#include "program/program.h"
#include "result/finding.h"

namespace robur {

class EveryFinding {
 public:
  explicit EveryFinding(const Program& program) : program(program) {}

  // Forgets everything: the search starts again.
  void clear();

  // Is another run that ends at this place of interest? Counts those that are not.
  bool wants(const SuspectPlace& place);
  // Takes note that a run that ends there was judged to be a violation.
  void judged(const SuspectPlace& place) { ++runs[keyOf(place)]; }

  // Adds the finding to the list, or counts it if one with the same accesses is in it.
  void add(Finding finding, std::vector<Finding>& list);

  // Runs that were not retraced because there were enough at the same place.
  std::uint64_t unexamined() const { return dropped; }

 private:
  static constexpr unsigned kMostRuns = 16;  // that are judged at one place

  using Key = std::tuple<Suspect::Kind, CodeId, Pc, CodeId, Pc>;
  Key keyOf(const SuspectPlace& place) const;
  std::string groupOf(const Finding& finding) const;

  const Program& program;
  std::map<Key, unsigned> runs;
  std::map<std::string, std::size_t> groups;  // index in the list
  std::uint64_t dropped = 0;
};

// Are there threads that a search may exchange although they are at different places of the source?
bool hidesPlaces(const Program& program);

}  // namespace robur

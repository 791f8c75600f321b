#include "verify/write_races.h"

#include <algorithm>
#include <set>

#include "verify/predecessors.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostStarts = 50000;

struct Candidates {
  std::vector<Start> starts;
  std::vector<WriteRace> races;  // per start
};

using Ways = std::set<std::pair<std::uint32_t, OptionList>>;

// What a thread must be able to read before one of its writes to the cell, and from where.
std::optional<Ways> waysTo(const Setting& setting, std::uint32_t thread, std::uint32_t cell,
                           bool updatesToo) {
  Ways out;
  for (const Macro& m : setting.threads[thread].macros) {
    if (m.cell != cell || (m.update && !updatesToo)) continue;
    auto all = sourcesOf(setting, m.word);
    if (!all) return std::nullopt;
    for (OptionList& list : *all) {
      if (!m.update) {
        out.emplace(m.from, list);
        continue;
      }
      for (const ReadOption& o : sourcesOf(setting, cell, m.read, true)) {
        list.push_back(o);
        out.emplace(m.from, list);
        list.pop_back();
      }
    }
  }
  return out;
}

bool addCandidates(const Setting& setting, const WriteRace& race, Candidates& out) {
  const auto before = waysTo(setting, race.first, race.cell, true);
  const auto stores = waysTo(setting, race.second, race.cell, false);
  if (!before || !stores) return false;
  for (const auto& [node1, list1] : *before) {
    for (const auto& [node2, list2] : *stores) {
      for (const ReadOption& stale : sourcesOf(setting, race.cell, ~ValueSet{0}, false)) {
        Start start;
        start.places.assign(setting.threadCount(), kAnywhere);
        start.lists.resize(setting.threadCount());
        start.places[race.first] = static_cast<Place>(node1);
        start.places[race.second] = static_cast<Place>(node2);
        start.lists[race.first] = list1;
        start.lists[race.second] = list2;
        start.lists[race.second].push_back(stale);
        out.starts.push_back(std::move(start));
        out.races.push_back(race);
        if (out.starts.size() > kMostStarts) return false;
      }
    }
  }
  return true;
}

}  // namespace

WriteRaces writeRaces(const Setting& setting, const SearchLimits& limits) {
  Candidates candidates;
  for (std::uint32_t cell = 0; cell < setting.cells; ++cell) {
    std::vector<std::uint32_t> writers;
    std::vector<std::uint32_t> storers;
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      bool writes = false;
      bool stores = false;
      for (const Macro& m : setting.threads[t].macros) {
        writes = writes || m.cell == cell;
        stores = stores || (m.cell == cell && !m.update);
      }
      if (writes) writers.push_back(t);
      if (stores) storers.push_back(t);
    }
    for (const std::uint32_t second : storers) {
      for (const std::uint32_t first : writers) {
        if (first == second) continue;
        if (!addCandidates(setting, {cell, first, second}, candidates)) return {};
      }
    }
  }
  const Coverage coverage = cover(setting, candidates.starts, limits);
  WriteRaces out;
  out.known = coverage.end != Coverage::End::Stopped;
  out.expanded = coverage.expanded;
  if (coverage.end == Coverage::End::Reachable) out.race = candidates.races[coverage.start];
  return out;
}

}  // namespace robur::verify

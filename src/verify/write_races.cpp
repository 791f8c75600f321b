#include "verify/write_races.h"

#include <algorithm>
#include <set>

#include "verify/writer_choices.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostRaceStarts = 50000;

struct Candidates {
  std::vector<Start> starts;
  std::vector<WriteRace> races;  // per start
};

using Ways = std::set<std::pair<std::uint32_t, OptionList>>;

// For each write of the thread to the cell: its node, and the reads that precede it.
std::optional<Ways> waysTo(const ThreadSystem& system, std::uint32_t thread, std::uint32_t cell,
                           bool updatesToo) {
  Ways out;
  for (const MacroStep& m : system.threads[thread].macros) {
    if (m.cell != cell || (m.update && !updatesToo)) continue;
    auto all = writerChoices(system, m.word);
    if (!all) return std::nullopt;
    for (OptionList& list : *all) {
      if (!m.update) {
        out.emplace(m.from, list);
        continue;
      }
      for (const ReadOption& o : writerChoices(system, cell, m.read, true)) {
        list.push_back(o);
        out.emplace(m.from, list);
        list.pop_back();
      }
    }
  }
  return out;
}

bool addCandidates(const ThreadSystem& system, const WriteRace& race, Candidates& out) {
  const auto before = waysTo(system, race.first, race.cell, true);
  const auto stores = waysTo(system, race.second, race.cell, false);
  if (!before || !stores) return false;
  for (const auto& [node1, list1] : *before) {
    for (const auto& [node2, list2] : *stores) {
      for (const ReadOption& stale : writerChoices(system, race.cell, ~ValueSet{0}, false)) {
        Start start;
        start.positions.assign(system.threadCount(), kAnywhere);
        start.lists.resize(system.threadCount());
        start.positions[race.first] = static_cast<Position>(node1);
        start.positions[race.second] = static_cast<Position>(node2);
        start.lists[race.first] = list1;
        start.lists[race.second] = list2;
        start.lists[race.second].push_back(stale);
        out.starts.push_back(std::move(start));
        out.races.push_back(race);
        if (out.starts.size() > kMostRaceStarts) return false;
      }
    }
  }
  return true;
}

}  // namespace

WriteRaces writeRaces(const ThreadSystem& system, const SearchLimits& limits) {
  Candidates candidates;
  for (std::uint32_t cell = 0; cell < system.cells; ++cell) {
    std::vector<std::uint32_t> writers;
    std::vector<std::uint32_t> storers;
    for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
      bool writes = false;
      bool stores = false;
      for (const MacroStep& m : system.threads[t].macros) {
        writes = writes || m.cell == cell;
        stores = stores || (m.cell == cell && !m.update);
      }
      if (writes) writers.push_back(t);
      if (stores) storers.push_back(t);
    }
    for (const std::uint32_t second : storers) {
      for (const std::uint32_t first : writers) {
        if (first == second) continue;
        if (!addCandidates(system, {cell, first, second}, candidates)) return {};
      }
    }
  }
  const Coverage coverage = cover(system, candidates.starts, limits);
  WriteRaces out;
  out.known = coverage.end != Coverage::End::Stopped;
  out.expanded = coverage.expanded;
  if (coverage.end == Coverage::End::Reachable) out.race = candidates.races[coverage.start];
  return out;
}

}  // namespace robur::verify

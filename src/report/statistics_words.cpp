// Counters that do not apply to the engine that was used are zero; the text leaves them out, JSON
// has all of them.
#include "report/statistics_words.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/words.h"

namespace robur {

namespace {

using Rows = std::vector<std::pair<const char*, std::string>>;

std::string engineText(const Statistics& s) {
  return s.rowWords == 0
             ? spelling(s.engine)
             : fmt::format("{}, {} per row", spelling(s.engine), countText(s.rowWords, "word"));
}

void addCount(Rows& rows, const char* name, std::uint64_t count) {
  if (count > 0) rows.emplace_back(name, countText(count));
}

void addCache(Rows& rows, const char* name, std::uint64_t hits, std::uint64_t misses) {
  if (hits + misses == 0) return;
  const double share = 100.0 * static_cast<double>(hits) / static_cast<double>(hits + misses);
  rows.emplace_back(name, fmt::format("{} of {} look-ups hit ({:.0f} %)", countText(hits),
                                      countText(hits + misses), share));
}

std::string phasesText(const PhaseSeconds& p, double reportSeconds) {
  return fmt::format("read {}, translate {}, analyse {}, search {}, judge {}, report {}",
                     durationText(p.read), durationText(p.translate), durationText(p.analyse),
                     durationText(p.search), durationText(p.judge), durationText(reportSeconds));
}

}  // namespace

std::string statisticsText(const Statistics& s, double reportSeconds) {
  Rows rows;
  if (s.checks > 1) addCount(rows, "checks", s.checks);
  rows.emplace_back("engine", engineText(s));
  if (s.engine == SearchEngine::Graphs) {
    rows.emplace_back("execution graphs", countText(s.graphs));
  } else {
    rows.emplace_back("states", countText(s.states));
    rows.emplace_back("transitions", countText(s.transitions));
    rows.emplace_back("refinements", countText(s.refinements));
  }
  addCount(rows, "expansions", s.expansions);
  addCount(rows, "successors", s.successors);
  addCount(rows, "monitor states", s.rowStates);
  addCount(rows, "columns", s.columns);
  addCount(rows, "column sets", s.columnSets);
  addCount(rows, "step kinds", s.stepKinds);
  addCount(rows, "fixpoint rounds", s.fixpointRounds);
  addCache(rows, "monitor steps", s.memoHits, s.memoMisses);
  rows.emplace_back("suspects",
                    fmt::format("{}, {} dismissed", countText(s.suspects), countText(s.dismissed)));
  rows.emplace_back("peak memory", bytesText(s.peakBytes));
  rows.emplace_back("time", phasesText(s.phases, reportSeconds));
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, std::string_view(row.first).size());
  std::string out;
  for (const auto& [name, value] : rows) out += fmt::format("  {:<{}}  {}\n", name, width, value);
  return out;
}

nlohmann::ordered_json statisticsJson(const Statistics& s, double reportSeconds) {
  nlohmann::ordered_json json;
  json["checks"] = s.checks;
  json["engine"] = spelling(s.engine);
  json["row_words"] = s.rowWords;
  json["refinements"] = s.refinements;
  json["states"] = s.states;
  json["transitions"] = s.transitions;
  json["graphs"] = s.graphs;
  json["expansions"] = s.expansions;
  json["successors"] = s.successors;
  json["monitor_states"] = s.rowStates;
  json["columns"] = s.columns;
  json["column_sets"] = s.columnSets;
  json["step_kinds"] = s.stepKinds;
  json["fixpoint_rounds"] = s.fixpointRounds;
  json["monitor_steps"] = {{"hits", s.memoHits}, {"misses", s.memoMisses}};
  json["suspects"] = s.suspects;
  json["dismissed"] = s.dismissed;
  json["peak_bytes"] = s.peakBytes;
  json["seconds"] = {{"read", s.phases.read},       {"translate", s.phases.translate},
                     {"analyse", s.phases.analyse}, {"search", s.phases.search},
                     {"judge", s.phases.judge},     {"report", reportSeconds}};
  return json;
}

}  // namespace robur

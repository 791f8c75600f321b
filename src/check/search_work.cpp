#include "check/search_work.h"

#include <algorithm>

namespace robur {

namespace {

SearchEngine engineOf(SearchStatistics::Engine engine) {
  switch (engine) {
    case SearchStatistics::Engine::WholeRows:
      return SearchEngine::WholeRows;
    case SearchStatistics::Engine::Columns:
      return SearchEngine::Columns;
    case SearchStatistics::Engine::Fixpoint:
      return SearchEngine::Fixpoint;
    case SearchStatistics::Engine::FenceSufficiency:
      break;
  }
  return SearchEngine::FenceSufficiency;
}

}  // namespace

void addSearch(Statistics& statistics, const SearchOutcome& outcome) {
  const SearchStatistics& s = outcome.statistics;
  statistics.engine = engineOf(s.engine);
  statistics.rowWords = s.rowWords;
  statistics.peakBytes = std::max(statistics.peakBytes, outcome.peakBytes);
  statistics.expansions += s.expansions;
  statistics.successors += s.successors;
  statistics.rowStates += s.rowStates;
  statistics.columns += s.columns;
  statistics.columnSets += s.columnSets;
  statistics.stepKinds += s.stepKinds;
  statistics.fixpointRounds += s.fixpointRounds;
  statistics.memoHits += s.memoHits;
  statistics.memoMisses += s.memoMisses;
}

}  // namespace robur

#include "result/statistics.h"

#include <algorithm>

namespace robur {

void Statistics::add(const Statistics& other) {
  states += other.states;
  transitions += other.transitions;
  graphs += other.graphs;
  seconds += other.seconds;
  peakBytes = std::max(peakBytes, other.peakBytes);
  checks += other.checks;
  engine = other.engine;
  rowWords = other.rowWords;
  refinements += other.refinements;
  expansions += other.expansions;
  successors += other.successors;
  rowStates += other.rowStates;
  columns += other.columns;
  columnSets += other.columnSets;
  stepKinds += other.stepKinds;
  fixpointRounds += other.fixpointRounds;
  memoHits += other.memoHits;
  memoMisses += other.memoMisses;
  suspects += other.suspects;
  dismissed += other.dismissed;
  phases.read += other.phases.read;
  phases.translate += other.phases.translate;
  phases.analyse += other.phases.analyse;
  phases.search += other.phases.search;
  phases.judge += other.phases.judge;
}

const char* spelling(SearchEngine engine) {
  switch (engine) {
    case SearchEngine::None:
      return "none";
    case SearchEngine::WholeRows:
      return "whole-rows";
    case SearchEngine::Columns:
      return "columns";
    case SearchEngine::Fixpoint:
      return "fixpoint";
    case SearchEngine::FenceSufficiency:
      return "fence-sufficiency";
    case SearchEngine::Graphs:
      break;
  }
  return "graphs";
}

}  // namespace robur

// Random execution graphs over a program with one location more than it needs: built by
// adding events that mostly read the latest write, so that models disagree about some.
#pragma once

#include "generators/rng.h"
#include "graph/execution_graph.h"

namespace robur::testing {

struct RandomGraphOptions {
  std::size_t events = 10;
  bool scFences = false;  // as the model wants them
  bool scAccesses = false;
  bool plain = false;   // location 0 is plain
  unsigned stale = 18;  // percent of accesses that go after any write, not the latest
  ModelName model = ModelName::Rc20;
};

Program frameForGraphs(bool plain);
ExecutionGraph randomGraph(Rng& rng, const Program& frame, const RandomGraphOptions& options);

}  // namespace robur::testing

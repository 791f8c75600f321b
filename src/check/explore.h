// From the name of a model to a search with its monitor: the one place where the explorer
// and the models meet.
#pragma once

#include <stdexcept>

#include "explore/search.h"
#include "models/facts.h"
#include "models/monitored_cells.h"
#include "program/model_name.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

// More columns than the widest row has.
class TooManyColumns : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Exploration {
  const Machine& machine;
  const Futures& futures;
  const MonitoredCells& monitored;
  Facts facts;
  SearchOptions options;
  OnSuspect onSuspect;
};

SearchOutcome explore(ModelName model, const Exploration& exploration);

SearchOutcome exploreSc(const Exploration& exploration);
SearchOutcome exploreTso(const Exploration& exploration);
SearchOutcome explorePso(const Exploration& exploration);
SearchOutcome exploreSra(const Exploration& exploration);
SearchOutcome exploreRa(const Exploration& exploration);
SearchOutcome exploreRc20(const Exploration& exploration);
SearchOutcome exploreRc11(const Exploration& exploration);

}  // namespace robur

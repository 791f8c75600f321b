// The entry of the search: a program, a model and what is to be reported.
#pragma once

#include <stdexcept>

#include "explore/search.h"
#include "models/fragment.h"
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

// One question to the search. What it refers to must outlive the answer.
struct Exploration {
  const Machine& machine;
  const Futures& futures;
  const MonitoredCells& monitored;
  Fragment fragment;
  SearchOptions options;
  OnSuspect onSuspect;
};

// Chooses how to search (strategy.cpp) and searches.
SearchOutcome explore(ModelName model, const Exploration& exploration);

}  // namespace robur

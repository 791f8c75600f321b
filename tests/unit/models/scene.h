// A program set up for a model as a check would set it up, and random walks through it.
#pragma once

#include <cstdint>
#include <functional>

#include "explore/explore.h"
#include "generators/rng.h"

namespace robur::testing {

class Scene {
 public:
  Scene(Program program, ModelName model, SearchOptions options, bool everyValue, bool allRows);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  const Program& program() const { return program_; }
  ModelName model() const { return model_; }
  const Exploration& exploration() const { return exploration_; }

  // Takes steps at random, at most so many, as the search takes them: local work rides
  // along and what is dead is forgotten, if the options say so. Calls visit for every state
  // on the way, the first one included; false ends the walk.
  using Visit = std::function<bool(const KeptState&)>;
  void walk(Rng& rng, unsigned steps, const Visit& visit) const;

 private:
  Program program_;
  ModelName model_;
  Machine machine_;
  Futures futures_;
  MonitoredCells monitored_;
  Exploration exploration_;
};

}  // namespace robur::testing

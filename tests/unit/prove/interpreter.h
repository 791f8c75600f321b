// An explicit-state interpreter for programs of the prover.
//
// It is an independent definition of what actions mean. It implements two machines, SC and TSO with
// store buffers of bounded length, and visits every state of a few threads.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "prove/system.h"

namespace robur::prove {

using Number = std::int64_t;

struct Cells {
  std::vector<std::map<Number, Number>>
      vars;  // elements that are not stored are 0; a scalar is element 0
  auto operator<=>(const Cells&) const = default;
  Number read(VarId v, Number index) const;
  void write(VarId v, Number index, Number value);
};

struct Runner {
  std::size_t thread = 0;
  Number tid = 0;
  NodeId node{};
  std::vector<Number> registers;
  auto operator<=>(const Runner&) const = default;
};

struct World {
  Cells cells;
  std::vector<Runner> runners;
  auto operator<=>(const World&) const = default;
};

struct Picked {
  Number chosen = 0;
  Number changed = 0;
};

// The value of a term; `loaded` and the choice are those of an action.
Number valueOf(const TermPtr& t, const Cells& cells, const Runner& r, Number loaded = 0,
               const Picked& picked = {});

// The values that a havoc picks from; if it cuts, actions that would leave the range are blocked.
struct Domain {
  Number lo = 0;
  Number hi = 2;
  bool cut = false;
};

// All outcomes of the action; none if it is blocked.
struct Step {
  Picked picked;
  std::optional<Number> written;  // at this index
  Number index = 0;
  std::vector<Number> registers;
};
std::vector<Step> stepsOf(const Action& a, const Cells& cells, const Runner& r, const Domain& d,
                          std::optional<Number> forwarded = std::nullopt);
// Taken under SC, ghosts included.
World after(const World& w, std::size_t runner, const Action& a, const Step& step);

World initialWorld(const System& system, std::size_t copies);

struct Explored {
  std::set<World> worlds;  // under TSO: those with empty buffers
  bool complete = true;
};
Explored exploreSc(const System& system, std::size_t copies, const Domain& d, std::size_t limit);
// A store blocks while its buffer is full, so longer buffers have more behaviours.
Explored exploreTso(const System& system, std::size_t copies, const Domain& d, std::size_t buffer,
                    std::size_t limit);

}  // namespace robur::prove

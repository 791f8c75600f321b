// How a search reports what it met: the run that leads there, in the threads' own names.
//
// States are stored with exchangeable threads sorted (reduce/symmetry.h). So a report retraces a
// run from the start without sorting, and names threads as that run does.
#pragma once

#include <mutex>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "explore/rows/row_shape.h"
#include "explore/search.h"
#include "explore/search_control.h"
#include "explore/step/thread_states.h"
#include "explore/store/config.h"
#include "explore/store/state_store.h"

namespace robur {

class StateSpace;

// A state, and with columns the one that is of interest and the level in which it arrived.
struct Spot {
  StateId state = 0;
  RowsId column = 0;
  std::uint32_t level = 0;
};

// A run that leads to a spot, with threads in their own order.
struct Trail {
  std::vector<RunStep> run;
  Config config;                    // the state it ends in
  RowBlock rows;                    // of the monitor there
  std::vector<std::uint8_t> where;  // where[p]: the thread that is at position p when sorted
  RowsId column = 0;                // with columns: the one of interest, in the threads' own order
};

class Reports {
 public:
  static constexpr ThreadStateId kAsStored = ~ThreadStateId{0};

  Reports(StateSpace& space, SearchControl& control, OnSuspect onSuspect)
      : space(space), control(control), onSuspect(std::move(onSuspect)) {}

  bool ended() const { return control.ended(); }

  // A thread at a position of a state, in a state of its own that it is in when it has chosen.
  struct Who {
    unsigned position = 0;
    ThreadStateId local = kAsStored;
    Pc pc = 0;  // what it is about to do; only for suspect()
  };
  void suspect(Suspect::Kind kind, const Spot& spot, const Who& who, const Who& other);
  void fault(StateId state, const Who& who, Pc pc, Fault fault);
  // No thread can go on in some state: those that wait there.
  void addBlocked(const std::vector<std::pair<unsigned, Pc>>& waiting);
  // The first of these threads waits, and so do the others unless they have ended.
  void hang(StateId state, const std::vector<Who>& resting);

  std::vector<Blocked> blocked() const;
  std::uint64_t suspects() const { return suspectCount; }

 private:
  Trail locate(Suspect& suspect, const Spot& spot, const Who& who, const Who& other);
  void atState(Suspect& suspect, const Trail& trail);
  Pc sourceOf(const Suspect& suspect, unsigned t) const;
  void tell(const Suspect& suspect);

  StateSpace& space;
  SearchControl& control;
  OnSuspect onSuspect;
  std::mutex reporting;  // guards what follows, and calls of onSuspect
  std::uint64_t suspectCount = 0;
  std::set<std::pair<unsigned, Pc>> blockedAt;
  bool hangTold = false;
  std::set<std::tuple<unsigned, Pc, Fault>> faults;
};

}  // namespace robur

// What follows from a thread's own state: its pending access, what it may still do, what the
// monitor has to know. Worked out when the state is met for the first time. Each worker has its
// own table.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "explore/rows/monitor.h"
#include "explore/step/local_steps.h"
#include "models/monitored_cells.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

struct ThreadStateInfo {
  ThreadStateId id = 0;
  Pc source = 0;                       // in Code::instrs
  std::uint32_t cell = kNoCell;        // of the pending access
  unsigned monitored = kNotMonitored;  // the index of this cell, if it is monitored
  RegId twin = kNoReg;                 // of the register that a load writes; see LocalSteps::twinOf
  std::uint32_t access = 0;            // the pending access, by the monitor's numbers
  Monitor::LivenessAt liveness;
  const std::uint64_t* future = nullptr;  // what the thread may still do, as Futures lays it out
  CellSet reads;                          // the cells that it may still read
  std::int64_t lo = 0;                    // the lowest value of the cell
  std::unique_ptr<LocalStep*[]> byValue;  // from lo on, if the cell has few values
  // At a choice that is left open (local_steps.h): the options, and faults on the way to them.
  bool choice = false;
  std::vector<const ThreadStateInfo*> options;
  std::vector<std::pair<Pc, Fault>> faults;
};

class ThreadStateTable {
 public:
  ThreadStateTable(const Machine& m, const Futures& futures, const MonitoredCells& monitored,
                   Monitor& monitor, const ThreadStates& states, LocalSteps& steps)
      : m(m),
        futures(futures),
        monitored(monitored),
        monitor(monitor),
        states(states),
        steps(steps),
        tables(m.threadCount()) {}

  [[gnu::always_inline]] const ThreadStateInfo& of(unsigned t, ThreadStateId id) {
    const Infos& known = tables[t];
    if (id < known.size() && known[id]) [[likely]]
      return *known[id];
    return add(t, id);
  }
  // The step that t makes on finding `value` in its cell.
  [[gnu::always_inline]] LocalStep& step(const ThreadStateInfo& info, unsigned t,
                                         std::int64_t value) {
    if (!info.byValue) return steps.find(t, info.id, value);
    LocalStep*& known = info.byValue[static_cast<std::size_t>(value - info.lo)];
    if (known == nullptr) known = &steps.find(t, info.id, value);
    return *known;
  }

  // To be called when the steps were forgotten.
  void clear() {
    for (Infos& known : tables) known.clear();
    monitor.forgetAccesses();
  }

 private:
  using Infos = std::vector<std::unique_ptr<ThreadStateInfo>>;  // by number

  const ThreadStateInfo& add(unsigned t, ThreadStateId id);
  ThreadStateInfo make(unsigned t, ThreadStateId id);
  AccessOutcomes outcomes(unsigned t, ThreadStateId id, unsigned x);
  bool othersAccepted(unsigned t, ThreadStateId id, const MonitoredCell& cell);

  const Machine& m;
  const Futures& futures;
  const MonitoredCells& monitored;
  Monitor& monitor;
  const ThreadStates& states;
  LocalSteps& steps;
  std::vector<Infos> tables;  // per thread
};

}  // namespace robur

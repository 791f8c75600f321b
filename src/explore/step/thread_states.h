// The states of single threads, numbered: program counter and registers.
//
// A program has far fewer of them than states. So a state of the search is memory, one such
// number per thread and the monitor's rows, and whatever follows from a thread's own state is
// computed once and then looked up (local_steps.h). Interchangeable threads share their
// numbers, so that they can be exchanged.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "explore/store/numbering.h"
#include "semantics/machine.h"

namespace robur {

using ThreadStateId = std::uint32_t;

class ThreadStates {
 public:
  explicit ThreadStates(const Machine& machine);

  // The number of thread t's part of a machine state: its pc, then its registers. Workers
  // may call this at the same time; which number a state gets depends on their timing.
  ThreadStateId number(unsigned t, const std::int64_t* part) {
    return tables[tableOf[t]].number(reinterpret_cast<const std::uint64_t*>(part));
  }
  // The part that has this number. The caller must have synchronised with whoever numbered it.
  const std::int64_t* part(unsigned t, ThreadStateId id) const {
    return reinterpret_cast<const std::int64_t*>(tables[tableOf[t]].at(id));
  }

  // Threads of the same table have the same numbers.
  unsigned table(unsigned t) const { return tableOf[t]; }

  // The state of the machine that memory and these numbers stand for.
  std::vector<std::int64_t> machineState(const std::int64_t* cells, const std::uint64_t* ids) const;

  std::uint64_t bytes() const;

 private:
  const Machine* machine;
  std::vector<unsigned> tableOf;
  std::deque<Numbering> tables;
};

}  // namespace robur

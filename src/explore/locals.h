// The states of single threads, numbered: program counter and registers.
//
// A program has far fewer of them than states. So a state of the search is memory, one such
// number per thread and the monitor's rows, and whatever follows from a thread's own state is
// worked out once and then looked up (local_steps.h). Threads that nothing tells apart share
// their numbers, so that they can change places.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "explore/numbering.h"
#include "semantics/machine.h"

namespace robur {

using LocalId = std::uint32_t;

class Locals {
 public:
  explicit Locals(const Machine& machine);

  // The number of thread t's part of a machine state: its pc, then its registers. Workers
  // may ask at the same time; the numbers that come out depend on who was first.
  LocalId number(unsigned t, const std::int64_t* part) {
    return tables[tableOf[t]].number(reinterpret_cast<const std::uint64_t*>(part));
  }
  // The part that has this number. Who asks has the number from somebody who synchronised.
  const std::int64_t* part(unsigned t, LocalId id) const {
    return reinterpret_cast<const std::int64_t*>(tables[tableOf[t]].at(id));
  }

  // Threads of the same table have the same numbers.
  unsigned table(unsigned t) const { return tableOf[t]; }
  std::size_t tableCount() const { return tables.size(); }

  // The state of the machine that memory and these numbers stand for.
  std::vector<std::int64_t> machineState(const std::int64_t* cells, const std::uint64_t* ids) const;

  std::uint64_t bytes() const;

 private:
  const Machine* machine;
  std::vector<unsigned> tableOf;
  std::deque<Numbering> tables;
};

}  // namespace robur

// The writes that a thread may still make from a program counter on, with their values where these
// are constants.
#pragma once

#include <cstdint>
#include <vector>

#include "semantics/machine.h"

namespace robur::executions {

class PendingWrites {
 public:
  // The machine must outlive it.
  explicit PendingWrites(const Machine& machine);

  // May the thread, from pc on, write a value to the cell that `interesting` holds for? Values that
  // are not constants are taken for interesting.
  template <class Interesting>
  bool mayWrite(std::uint32_t t, Pc pc, std::uint32_t cell, const Interesting& interesting) const {
    const Thread& thread = threads[t];
    const std::size_t words = (thread.writes.size() + 63) / 64;
    for (std::size_t i = 0; i < thread.writes.size(); ++i) {
      const Write& write = thread.writes[i];
      const bool ahead = thread.ahead[pc * words + i / 64] >> (i % 64) & 1;
      if (!ahead || cell < write.cells.first || cell >= write.cells.last) continue;
      if (!write.constant || interesting(machine.cellType(cell).wrap(write.value))) return true;
    }
    return false;
  }

 private:
  struct Write {
    CellRange cells;
    bool constant = false;
    std::int64_t value = 0;  // before it is converted to the type of the cell
  };
  struct Thread {
    std::vector<Write> writes;
    std::vector<std::uint64_t> ahead;  // per pc: the set of writes that may follow
  };

  const Machine& machine;
  std::vector<Thread> threads;
};

}  // namespace robur::executions

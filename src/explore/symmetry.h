// Threads with the same code can change places: states that differ only by who is who are
// brought into one order. The monitors keep nothing that names a thread outside that
// thread's own part, so sorting those parts gives a true normal form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/config.h"
#include "semantics/machine.h"

namespace robur {

// Groups of at least two threads that nothing tells apart.
std::vector<std::vector<unsigned>> interchangeableThreads(const Machine& machine);

template <int W>
class Symmetry {
 public:
  Symmetry(const Machine& machine, unsigned rowsPerThread, bool wanted)
      : machine(&machine), rowsPerThread(rowsPerThread) {
    if (wanted) groups = interchangeableThreads(machine);
  }

  // Sorts; if asked, where[p] tells which thread now stands at position p.
  void normalise(Config<W>& config, std::uint8_t* where = nullptr) const {
    if (where) {
      for (unsigned t = 0; t < machine->threadCount(); ++t) where[t] = static_cast<std::uint8_t>(t);
    }
    for (const auto& group : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) {
        for (std::size_t j = i; j > 0 && less(config, group[j], group[j - 1]); --j) {
          exchange(config, group[j], group[j - 1]);
          if (where) std::swap(where[group[j]], where[group[j - 1]]);
        }
      }
    }
  }

 private:
  std::size_t numbers(unsigned t) const { return 1 + machine->thread(t).registerTypes.size(); }

  bool less(const Config<W>& config, unsigned a, unsigned b) const {
    const std::int64_t* pa = config.machine() + machine->thread(a).base;
    const std::int64_t* pb = config.machine() + machine->thread(b).base;
    const std::size_t n = numbers(a);
    for (std::size_t i = 0; i < n; ++i) {
      if (pa[i] != pb[i]) return pa[i] < pb[i];
    }
    const Bits<W>* ra = config.rows() + a * rowsPerThread;
    const Bits<W>* rb = config.rows() + b * rowsPerThread;
    for (unsigned i = 0; i < rowsPerThread; ++i) {
      if (ra[i] != rb[i]) return ra[i] < rb[i];
    }
    return false;
  }
  void exchange(Config<W>& config, unsigned a, unsigned b) const {
    std::int64_t* pa = config.machine() + machine->thread(a).base;
    std::int64_t* pb = config.machine() + machine->thread(b).base;
    std::swap_ranges(pa, pa + numbers(a), pb);
    Bits<W>* ra = config.rows() + a * rowsPerThread;
    std::swap_ranges(ra, ra + rowsPerThread, config.rows() + b * rowsPerThread);
  }

  const Machine* machine;
  unsigned rowsPerThread;
  std::vector<std::vector<unsigned>> groups;
};

}  // namespace robur

// Threads with the same code can change places: states that differ only by who is who are
// brought into one order. The monitors keep nothing that names a thread outside that
// thread's own part, so sorting those parts gives a true normal form.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/config.h"
#include "models/rows.h"
#include "semantics/machine.h"

namespace robur {

// Groups of at least two threads that nothing tells apart.
std::vector<std::vector<unsigned>> interchangeableThreads(const Machine& machine);

template <int W>
class Symmetry {
 public:
  Symmetry(const Machine& machine, const RowMap<W>& map, unsigned rowsPerThread, bool wanted)
      : threads(machine.threadCount()), map(map), rowsPerThread(rowsPerThread) {
    if (wanted) groups = interchangeableThreads(machine);
  }

  // Sorts; if asked, where[p] tells which thread now stands at position p.
  void normalise(Config<W>& config, std::uint8_t* where = nullptr) const {
    if (where) {
      for (unsigned t = 0; t < threads; ++t) where[t] = static_cast<std::uint8_t>(t);
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
  bool less(const Config<W>& config, unsigned a, unsigned b) const {
    if (config.locals()[a] != config.locals()[b]) return config.locals()[a] < config.locals()[b];
    for (unsigned k = 0; k < rowsPerThread; ++k) {
      const Bits<W>& ra = config.rows()[map.threadIndex(a, k)];
      const Bits<W>& rb = config.rows()[map.threadIndex(b, k)];
      if (ra != rb) return ra < rb;
    }
    return false;
  }
  void exchange(Config<W>& config, unsigned a, unsigned b) const {
    std::swap(config.locals()[a], config.locals()[b]);
    for (unsigned k = 0; k < rowsPerThread; ++k) {
      std::swap(map.thread(config.rows(), a, k), map.thread(config.rows(), b, k));
    }
  }

  unsigned threads;
  RowMap<W> map;
  unsigned rowsPerThread;
  std::vector<std::vector<unsigned>> groups;
};

}  // namespace robur

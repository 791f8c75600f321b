// Threads with the same code can change places: states that differ only by who is who are
// brought into one order. The monitors keep nothing that names a thread outside that
// thread's own part, so sorting those parts gives a true normal form.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

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
    for (const auto& group : groups) grouped += group.size();
  }

  bool none() const { return groups.empty(); }

  // Sorts; if asked, where[p] tells which thread now stands at position p.
  void sort(std::uint64_t* locals, Bits<W>* rows, std::uint8_t* where = nullptr) const {
    if (where) {
      for (unsigned t = 0; t < threads; ++t) where[t] = static_cast<std::uint8_t>(t);
    }
    for (const auto& group : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) {
        for (std::size_t j = i; j > 0 && less(locals, rows, group[j], group[j - 1]); --j) {
          exchange(locals, rows, group[j], group[j - 1]);
          if (where) std::swap(where[group[j]], where[group[j - 1]]);
        }
      }
    }
  }

  // Does sorting leave everything in place, whatever the rows are?
  bool inPlace(const std::uint64_t* locals) const {
    for (const auto& group : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) {
        if (locals[group[i]] <= locals[group[i - 1]]) return false;
      }
    }
    return true;
  }
  // What the threads' own states say of their order, four bits for each if they are few: how
  // sorting moves rows depends on this and on the rows alone.
  static constexpr std::size_t kMostRanked = 16;
  bool canRank() const { return grouped <= kMostRanked; }
  std::uint64_t ranks(const std::uint64_t* locals) const {
    std::uint64_t out = 0;
    for (const auto& group : groups) {
      for (const unsigned t : group) {
        std::uint64_t rank = 0;
        for (const unsigned u : group) rank += locals[u] < locals[t];
        out = out << 4 | rank;
      }
    }
    return out;
  }
  void sortLocals(std::uint64_t* locals) const {
    for (const auto& group : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) {
        for (std::size_t j = i; j > 0 && locals[group[j]] < locals[group[j - 1]]; --j) {
          std::swap(locals[group[j]], locals[group[j - 1]]);
        }
      }
    }
  }

 private:
  bool less(const std::uint64_t* locals, Bits<W>* rows, unsigned a, unsigned b) const {
    if (locals[a] != locals[b]) return locals[a] < locals[b];
    for (unsigned k = 0; k < rowsPerThread; ++k) {
      const Bits<W>& ra = map.thread(rows, a, k);
      const Bits<W>& rb = map.thread(rows, b, k);
      if (ra != rb) return ra < rb;
    }
    return false;
  }
  void exchange(std::uint64_t* locals, Bits<W>* rows, unsigned a, unsigned b) const {
    std::swap(locals[a], locals[b]);
    for (unsigned k = 0; k < rowsPerThread; ++k) {
      std::swap(map.thread(rows, a, k), map.thread(rows, b, k));
    }
  }

  unsigned threads;
  RowMap<W> map;
  unsigned rowsPerThread;
  std::vector<std::vector<unsigned>> groups;
  std::size_t grouped = 0;  // threads in them
};

}  // namespace robur

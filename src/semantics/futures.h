// What a thread may still do from each of its places: the static half of partial-order
// reduction and of forgetting what nobody will look at again.
#pragma once

#include <cstdint>
#include <vector>

#include "semantics/machine.h"

namespace robur {

// A set of cells, plus one for the reserved location of SC fences (number cellCount).
class CellSet {
 public:
  explicit CellSet(unsigned cells = 0) : words((cells + 64) / 64, 0) {}
  void add(unsigned cell) { words[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  bool has(unsigned cell) const { return words[cell / 64] >> (cell % 64) & 1; }
  bool addAll(const CellSet& other) {
    bool changed = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      changed |= (other.words[i] & ~words[i]) != 0;
      words[i] |= other.words[i];
    }
    return changed;
  }
  std::size_t wordCount() const { return words.size(); }
  std::uint64_t word(std::size_t i) const { return words[i]; }

 private:
  std::vector<std::uint64_t> words;
};

struct Future {
  CellSet reads;   // cells that a load, wait, update or compare-and-swap may read
  CellSet writes;  // cells that a store or an update may write
  CellSet next;    // cells that the next access may be at, unless a fence comes before it
};

class Futures {
 public:
  explicit Futures(const Machine& machine);
  // From pc on, the instruction at pc included.
  const Future& at(unsigned thread, Pc pc) const { return futures[thread][pc]; }
  // Registers that are dead when the thread stands at pc.
  const std::vector<std::uint32_t>& deadRegisters(unsigned thread, Pc pc) const {
    return dead[thread][pc];
  }

 private:
  std::vector<std::vector<Future>> futures;
  std::vector<std::vector<std::vector<std::uint32_t>>> dead;
};

}  // namespace robur

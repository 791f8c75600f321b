// The cells that a thread may still access from each program counter, and the registers that it
// will not read again: the static information for partial-order reduction and for clearing state
// that no thread will use again.
#pragma once

#include <cstdint>
#include <vector>

#include "semantics/machine.h"

namespace robur {

// A set of cells, plus one for the reserved location of SC fences (number cellCount). It refers to
// words that Futures owns.
class CellSet {
 public:
  CellSet() = default;
  explicit CellSet(const std::uint64_t* words) : words(words) {}
  bool has(unsigned cell) const { return words[cell / 64] >> (cell % 64) & 1; }
  std::uint64_t word(std::size_t i) const { return words[i]; }

 private:
  const std::uint64_t* words = nullptr;
};

struct Future {
  CellSet reads;   // cells that a load, wait, update or compare-and-swap may read
  CellSet writes;  // cells that a store or an update may write
  CellSet next;    // cells that the next access may be at, unless a fence comes before it
};

class Futures {
 public:
  explicit Futures(const Machine& machine);
  // From pc on, including the instruction at pc.
  Future at(unsigned thread, Pc pc) const {
    const std::uint64_t* here = wordsAt(thread, pc);
    return {CellSet(here), CellSet(here + perSet), CellSet(here + 2 * perSet)};
  }
  // The words of all three sets, one set after the other: reads, writes, next.
  const std::uint64_t* wordsAt(unsigned thread, Pc pc) const {
    return sets[thread].data() + std::size_t{pc} * 3 * perSet;
  }
  // The number of words of a set of cells.
  std::size_t wordCount() const { return perSet; }
  // The registers that are dead when the thread is at pc.
  const std::vector<std::uint32_t>& deadRegisters(unsigned thread, Pc pc) const {
    return dead[thread][pc];
  }
  // Whether there is a pc at which the register is not dead.
  bool everLive(unsigned thread, std::uint32_t reg) const { return liveSomewhere[thread][reg]; }

 private:
  std::size_t perSet;
  std::vector<std::vector<std::uint64_t>> sets;  // per thread: by pc: reads, writes, next
  std::vector<std::vector<std::vector<std::uint32_t>>> dead;
  std::vector<std::vector<bool>> liveSomewhere;
};

}  // namespace robur

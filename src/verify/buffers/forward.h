// Pruning by forward reachability: a demand is kept only if one abstract state has its positions,
// its last values, and lets every thread read its word.
#pragma once

#include "verify/buffers/abstraction.h"
#include "verify/buffers/predecessors.h"

namespace robur::verify_buffers {

class Forward {
 public:
  // The abstraction must have been explored.
  Forward(Abstraction& abstraction, const System& system, const WordStore& words,
          const MemoryStore& memories)
      : abstraction(abstraction), system(system), words(words), memories(memories) {}

  // `number` identifies the positions.
  bool allows(std::uint32_t number, const Demand& demand);

  std::size_t bytes() const { return flags.capacity() * sizeof(std::uint64_t); }

 private:
  // The abstract states with given positions. The memos map a demand to an offset into `flags`,
  // where a bit per state says whether the state meets it.
  struct Matching {
    bool made = false;
    std::vector<Abstraction::StateId> states;
    verify::Memo words;     // word and thread
    verify::Memo memories;  // memory

    std::size_t size() const { return states.size() / 64 + 1; }
  };
  Matching& matching(std::uint32_t number, const Positions& positions);
  template <class Meets>
  std::uint32_t flagsFor(Matching& where, std::uint32_t& known, const Meets& meets);

  Abstraction& abstraction;
  const System& system;
  const WordStore& words;
  const MemoryStore& memories;
  std::deque<Matching> found;  // by number of positions
  std::vector<std::uint64_t> flags;
  std::vector<std::uint32_t> rows;
};

}  // namespace robur::verify_buffers

// The demands found so far. Kept ones form an antichain: none of them covers another.
//
// Demand a covers b if every state that meets b meets a. We test a sufficient condition: the
// positions are equal or a's are anywhere, memory is demanded to be at most as in b, and each
// thread's word in a can be read while that in b is read and then, at the end of the write order,
// with the last values that b demands. Words under this order are well-quasi-ordered (Higman), so
// there are no infinite antichains.
#pragma once

#include <span>
#include <unordered_map>

#include "verify/buffers/predecessors.h"

namespace robur::verify_buffers {

class Antichain {
 public:
  Antichain(std::uint32_t threads, WordStore& words, MemoryStore& memories)
      : threads(threads), words(words), memories(memories) {}

  std::uint32_t numberOf(const Positions& positions);

  // True if a kept demand covers this one, which has the positions of this number.
  bool covers(std::uint32_t number, const Demand& demand);

  // Adds a demand that is not covered and drops those that it covers. Demands are numbered in this
  // order.
  void add(std::uint32_t number, const Demand& demand);

  Demand demand(std::uint32_t node) const;
  bool kept(std::uint32_t node) const { return !dropped[node]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(dropped.size()); }
  std::uint64_t keptCount() const { return count; }
  std::size_t bytes() const;

 private:
  // What comparisons need, side by side.
  struct Entry {
    std::uint64_t cells = 0;  // a bit for each cell (modulo 64) with a demand
    MemoryId memory{};
    std::uint32_t node = 0;
  };
  struct Group {
    const Positions* positions = nullptr;
    std::vector<Entry> entries;
    std::vector<std::uint32_t> wider;  // groups with some of these threads anywhere
    std::size_t looked = 0;            // how many of `general` have been considered for `wider`
  };

  std::uint64_t cellsOf(std::span<const WordId> row, MemoryId memory) const;
  std::span<const WordId> row(std::uint32_t node) const {
    return {rows.data() + std::size_t{node} * threads, threads};
  }
  bool isWeaker(std::span<const WordId> a, MemoryId inA, std::span<const WordId> b, MemoryId inB);
  bool covers(const Group& group, const Demand& demand, std::uint64_t cells);
  bool widens(const Positions& wide, const Positions& positions) const;

  const std::uint32_t threads;
  WordStore& words;
  MemoryStore& memories;
  std::unordered_map<Positions, std::uint32_t, PositionsHash> numbers;
  std::deque<Group> groups;
  std::vector<std::uint32_t> general;                      // groups with threads anywhere
  std::vector<WordId> rows;                                // `threads` per node
  std::vector<std::pair<std::uint32_t, MemoryId>> others;  // per node: positions and memory
  std::vector<bool> dropped;
  std::uint64_t count = 0;
};

}  // namespace robur::verify_buffers

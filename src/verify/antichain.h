// The nodes found so far. Kept nodes form an antichain: none of them covers another.
//
// A node is a row of set numbers, one per thread. Nodes are grouped by positions, because a node
// is covered only by nodes with the same positions or with some threads anywhere instead.
// A bit per kind of option decides most comparisons.
#pragma once

#include <span>
#include <unordered_map>

#include "verify/requirement.h"

namespace robur::verify {

class Antichain {
 public:
  Antichain(std::uint32_t threads, ListStore& lists) : threads(threads), lists(lists) {}

  std::uint32_t numberOf(const Positions& positions);
  const Positions& positionsOf(std::uint32_t number) const { return *byNumber[number].positions; }

  // True if some kept node demands no more.
  bool covers(std::uint32_t positions, const Demands& demands);

  // Nodes are numbered in the order in which they are added. A node covers others only after
  // keep().
  std::uint32_t add(const Demands& demands);
  void keep(std::uint32_t positions, std::uint32_t node);

  std::span<const SetId> demandsOf(std::uint32_t node) const {
    return {rows.data() + std::size_t{node} * threads, threads};
  }
  bool kept(std::uint32_t node) const { return !dropped[node]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(dropped.size()); }
  std::uint64_t keptCount() const { return count; }
  std::size_t bytes() const;

 private:
  struct Entry {
    KindBits bits;
    std::uint32_t node = 0;
  };
  struct Group {
    const Positions* positions = nullptr;
    std::vector<Entry> entries;
    // Groups that have some of these threads anywhere; found among the first `looked` of `general`.
    std::vector<std::uint32_t> wider;
    std::size_t looked = 0;
  };

  KindBits bitsOf(std::span<const SetId> demands) const;
  bool less(std::span<const SetId> a, std::span<const SetId> b);
  bool covers(const Group& group, std::span<const SetId> demands, const KindBits& bits);
  bool widens(const Positions& wide, const Positions& positions) const;

  std::uint32_t threads;
  ListStore& lists;
  std::vector<SetId> rows;
  std::vector<bool> dropped;
  std::uint64_t count = 0;
  std::unordered_map<Positions, std::uint32_t, PositionsHash> numbers;
  std::deque<Group> byNumber;
  std::vector<std::uint32_t> general;  // groups with a thread anywhere
};

}  // namespace robur::verify

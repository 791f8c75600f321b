// Pruning by forward reachability: a node is kept only if some abstract state has its positions
// and allows every list that the node demands. This alone proves most safe programs safe.
#pragma once

#include "verify/abstraction.h"

namespace robur::verify {

class Forward {
 public:
  // The abstraction must have been explored.
  Forward(const Abstraction& abstraction, const ListStore& lists)
      : abstraction(abstraction), lists(lists) {}

  // `number` identifies the positions.
  bool allows(std::uint32_t number, const Positions& positions, const Demands& demands);

  std::size_t bytes() const { return walkable.capacity() * sizeof(std::uint64_t); }

 private:
  // The abstract states with given positions. `walkable` maps a set of lists to an offset into
  // Forward::walkable, where a bit per state says whether all lists can be walked there.
  struct Matching {
    bool made = false;
    std::vector<Abstraction::StateId> states;
    Memo walkable;

    std::size_t words() const { return states.size() / 64 + 1; }
  };
  Matching& matching(std::uint32_t number, const Positions& positions);
  std::uint32_t walk(Matching& where, std::uint32_t thread, SetId set);

  const Abstraction& abstraction;
  const ListStore& lists;
  std::deque<Matching> found;  // by number of positions
  std::vector<std::uint64_t> walkable;
};

}  // namespace robur::verify

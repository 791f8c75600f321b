// Prunes by forward reachability: a node is kept only if some abstract state has its places and
// lets every list be walked that it demands. This alone proves most safe programs safe.
#pragma once

#include "verify/abstraction.h"

namespace robur::verify {

class Forward {
 public:
  // The abstraction has been explored.
  Forward(const Abstraction& abstraction, const ListStore& lists)
      : abstraction(abstraction), lists(lists) {}

  // `number`: of the places, a name that is used for no others.
  bool allows(std::uint32_t number, const Places& places, const Demands& demands);

  std::size_t bytes() const { return walkable.capacity() * sizeof(std::uint64_t); }

 private:
  // Abstract states with these places; and, per set of lists that was asked for, in which of them
  // all can be walked, a bit each, in `walkable` from there on.
  struct Matching {
    bool made = false;
    std::vector<Abstraction::StateId> states;
    Memo walkable;

    std::size_t words() const { return states.size() / 64 + 1; }
  };
  Matching& matching(std::uint32_t number, const Places& places);
  std::uint32_t walk(Matching& where, std::uint32_t thread, SetId set);

  const Abstraction& abstraction;
  const ListStore& lists;
  std::deque<Matching> found;  // by number of places
  std::vector<std::uint64_t> walkable;
};

}  // namespace robur::verify

// Symmetry reduction: of the nodes that differ only in the names of identical threads, one is kept.
//
// If threads have the same automaton, permuting them maps runs to runs, so a node is reachable if
// and only if the renamed node is. Identical threads are sorted by position, then by the size of
// their demands; of the permutations that remain, the one with the least row of set numbers is
// canonical. If there are too many to try, the first one is used, which is sound as well.
#pragma once

#include <map>

#include "verify/requirement.h"

namespace robur::verify {

class Symmetry {
 public:
  Symmetry(const ThreadSystem& system, ListStore& lists);

  const std::vector<std::vector<std::uint32_t>>& twins() const { return kinds; }

  // Brings the node into canonical form. Returns the renaming; 0 is the identity.
  std::uint32_t canonical(Positions& positions, Demands& demands);

  const std::vector<std::uint32_t>& renaming(std::uint32_t id) const { return renamings[id].perm; }

 private:
  // Threads of equal rank, and the names to be distributed among them.
  struct Tie {
    std::vector<std::uint32_t> names;
    std::vector<std::uint32_t> threads;
  };
  std::uint32_t idOf(const std::vector<std::uint32_t>& perm);
  std::uint32_t apply(const Demands& demands);

  ListStore& lists;
  std::uint32_t threads;
  std::vector<std::vector<std::uint32_t>> kinds;  // only kinds with at least two threads
  std::deque<Renaming> renamings;
  std::map<std::vector<std::uint32_t>, std::uint32_t> ids;
  std::vector<std::uint32_t> order;  // order[name] is the thread that gets it
  std::vector<std::uint32_t> perm;   // the inverse
  Demands candidate;
  Demands least;
};

}  // namespace robur::verify

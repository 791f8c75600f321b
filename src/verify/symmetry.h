// Threads that do the same may change names: of the nodes that differ only in names, one is kept.
//
// If threads have the same automaton then permuting them maps runs to runs, so a node can be
// met if and only if the renamed node can. Threads of a kind are sorted by place, threads at
// one place by how much is demanded of them, and of the orders that are still possible the one
// with the least row of set numbers is taken. If there are too many, any of them is as right.
#pragma once

#include <map>

#include "verify/requirement.h"

namespace robur::verify {

class Symmetry {
 public:
  Symmetry(const Setting& setting, ListStore& lists);

  const std::vector<std::vector<std::uint32_t>>& twins() const { return kinds; }

  // Renames the node, and says how; 0 is the renaming that changes nothing.
  std::uint32_t canonical(Places& places, Demands& demands);

  const std::vector<std::uint32_t>& renaming(std::uint32_t id) const { return renamings[id].perm; }

 private:
  // Threads that cannot be told apart by rank, and the names for them.
  struct Tie {
    std::vector<std::uint32_t> names;
    std::vector<std::uint32_t> threads;
  };
  std::uint32_t idOf(const std::vector<std::uint32_t>& perm);
  std::uint32_t apply(const Demands& demands);

  ListStore& lists;
  std::uint32_t threads;
  std::vector<std::vector<std::uint32_t>> kinds;  // of two threads or more
  std::deque<Renaming> renamings;
  std::map<std::vector<std::uint32_t>, std::uint32_t> ids;
  std::vector<std::uint32_t> order;  // which thread gets a name
  std::vector<std::uint32_t> perm;   // the other way round
  Demands candidate;
  Demands least;
};

}  // namespace robur::verify

// Cheap necessary conditions: discards nodes that no run can reach.
//
// 1. Every option names a write that its writer can have made on some path to its position.
// 2. All update options of one cell name the same write.
// 3. A thread that can still read the initial value of x knows of no other write to x.
// 4. If a thread reads one of its own writes, it is its last write to that cell.
// 5. If a write is read before an initial value of x, its writer knew of no other write to x.
// None of these is sufficient.
//
// All but the second concern a single set of lists and restrict the positions of threads, so they
// are evaluated once per set; a node is then tested by looking up its positions.
#pragma once

#include <map>

#include "verify/requirement.h"

namespace robur::verify {

class Feasibility {
 public:
  Feasibility(const ThreadSystem& system, const ListStore& lists) : system(system), lists(lists) {}

  bool operator()(const Positions& positions, const Demands& demands);

 private:
  using Nodes = std::vector<bool>;  // of one thread's automaton, a flag each
  // Conditions on a thread's past, per cell. 0: it knows only the initial value; otherwise the set
  // that contains the value of its own last write.
  using Past = std::map<std::uint32_t, ValueSet>;
  using Cells = std::vector<std::uint32_t>;

  // The nodes at which threads can be if one of them can follow a set of lists.
  struct AllowedNodes {
    bool possible = true;
    std::vector<std::pair<std::uint32_t, Nodes>> threads;
  };
  struct Update {
    std::uint32_t cell = 0;
    std::uint32_t writer = 0;
    ValueSet values = 0;
  };

  // Sets `untouched` to the number of the set of cells whose initial write is the last one. False
  // if update options contradict each other.
  bool untouchedBy(const Demands& demands, std::uint32_t& untouched);
  const std::vector<Update>& updatesOf(SetId set);
  const AllowedNodes& allowedFor(std::uint32_t pi, SetId set, std::uint32_t untouched);
  AllowedNodes findAllowed(std::uint32_t pi, SetId set, const Cells& untouched);
  void demandList(std::uint32_t pi, const OptionList& list, const Cells& untouched, Past& past,
                  AllowedNodes& out);
  static void narrow(AllowedNodes& where, std::uint32_t thread, const Nodes& nodes);
  // The nodes that the thread can reach with this past.
  const Nodes& nodesWith(std::uint32_t thread, const Past& past);
  // The nodes before which the writer can have made a write that matches the option while it knew
  // only initial values of `cells`.
  Nodes wroteKnowing(const ReadOption& option, const Past& cells);

  const ThreadSystem& system;
  const ListStore& lists;
  std::map<std::pair<std::uint32_t, Past>, Nodes> nodes;
  std::deque<std::vector<Update>> updates;
  Memo knownUpdates;  // set: index into `updates`
  std::map<Cells, std::uint32_t> untouchedIds = {{Cells{}, 0}};
  std::vector<Cells> untouchedCells = {Cells{}};
  std::deque<AllowedNodes> allowed;
  Memo knownAllowed;  // set, thread and untouched cells: index into `allowed`
  std::vector<Update> together;
};

}  // namespace robur::verify

// Is there any hope for a node? Cheap tests that throw away what no run can lead to.
//
// Every option names a write that its thread can have made on some way to where it now is;
// all options for updates of a cell agree on the write; whoever still reads the initial
// value of x has a past without other writes to x; an own write that is read is the last
// own write; and whoever wrote something that is read before initial values knew of none of
// the writes that would have hidden them. All of these are necessary, none is sufficient.
//
// All but the second are about one set of lists and say where threads can then be, so they are
// made once for each set, and a node is tested by looking up its places.
#pragma once

#include <map>

#include "verify/requirement.h"

namespace robur::verify {

class Plausible {
 public:
  Plausible(const Setting& setting, const ListStore& lists) : setting(setting), lists(lists) {}

  bool operator()(const Places& places, const Demands& demands);

 private:
  using Nodes = std::vector<bool>;  // of one thread's automaton
  // What a thread's past must look like at a cell: 0, nothing but the initial value; or the set
  // that its last own write is in.
  using Past = std::map<std::uint32_t, ValueSet>;
  using Cells = std::vector<std::uint32_t>;

  // Where threads can be if one of them is to follow a set of lists.
  struct Where {
    bool possible = true;
    std::vector<std::pair<std::uint32_t, Nodes>> threads;
  };
  struct Update {
    std::uint32_t cell = 0;
    std::uint32_t writer = 0;
    ValueSet values = 0;
  };

  // Cells whose initial write is the last one, by number; false if updates contradict each other.
  bool untouchedBy(const Demands& demands, std::uint32_t& untouched);
  const std::vector<Update>& updatesOf(SetId set);
  const Where& whereFor(std::uint32_t pi, SetId set, std::uint32_t untouched);
  Where findWhere(std::uint32_t pi, SetId set, const Cells& untouched);
  void demandList(std::uint32_t pi, const OptionList& list, const Cells& untouched, Past& past,
                  Where& out);
  static void narrow(Where& where, std::uint32_t thread, const Nodes& nodes);
  // Nodes that the thread can reach with such a past.
  const Nodes& nodesWith(std::uint32_t thread, const Past& past);
  // Nodes before which the thread can have made a write that fits, knowing only initial values of
  // `cells`.
  Nodes wroteKnowing(const ReadOption& option, const Past& cells);

  const Setting& setting;
  const ListStore& lists;
  std::map<std::pair<std::uint32_t, Past>, Nodes> nodes;
  std::deque<std::vector<Update>> updates;
  Memo knownUpdates;  // set: in `updates`
  std::map<Cells, std::uint32_t> untouchedIds = {{Cells{}, 0}};
  std::vector<Cells> untouchedCells = {Cells{}};
  std::deque<Where> wheres;
  Memo knownWheres;  // set, thread and untouched cells: in `wheres`
  std::vector<Update> together;
};

}  // namespace robur::verify

// Is there any hope for a node? Cheap tests that throw away what no run can lead to.
//
// Every option names a write that its thread can have made on some way to where it now is;
// all options for updates of a cell agree on the write; whoever still reads the initial
// value of x has a past without other writes to x; an own write that is read is the last
// own write; and whoever wrote something that is read before initial values knew of none of
// the writes that would have hidden them. All of these are necessary, none is sufficient.
#pragma once

#include <map>
#include <tuple>

#include "verify/requirement.h"

namespace robur::potentials {

class Plausible {
 public:
  Plausible(const Setting& setting, const ListStore& lists) : setting(setting), lists(lists) {}

  bool operator()(const Places& places, const Demands& demands);

 private:
  // What a thread's past must look like at a cell: 0, nothing but the initial value; or the set
  // that its last own write is in.
  using Past = std::map<std::uint32_t, ValueSet>;

  bool writable(const Places& places, const Demands& demands, Past& untouched) const;
  bool rememberable(const Places& places, const Demands& demands, const Past& untouched);
  // Nodes that the thread can reach with such a past.
  const std::vector<bool>& nodesWith(std::uint32_t thread, const Past& past);
  // Can the thread, now at the place, have made a write that fits, knowing only initial values
  // of `cells`?
  bool wroteKnowing(std::uint32_t thread, Place place, const ReadOption& option, const Past& cells);

  const Setting& setting;
  const ListStore& lists;
  std::map<std::pair<std::uint32_t, Past>, std::vector<bool>> nodes;
  std::map<std::tuple<std::uint32_t, Place, ReadOption, Past>, bool> wrote;
};

}  // namespace robur::potentials

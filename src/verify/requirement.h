// A node of the backward search: where each thread is, and the lists it must be able to follow.
//
// It stands for every state of the lossy semantics whose potentials are at least these: an
// upward-closed set, given by its least element.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/automaton.h"
#include "verify/option_list.h"

namespace robur::potentials {

using Place = std::int32_t;  // a node of the thread's automaton
inline constexpr Place kAnywhere = -1;
using Places = std::vector<Place>;
using Demands = std::vector<std::vector<ListId>>;  // per thread, an antichain of lists

// What the search is about; fixed while it runs.
struct Setting {
  std::vector<Automaton> threads;
  std::uint32_t cells = 0;
  std::vector<std::vector<ValueSet>> writes;  // per writer, initial writes last: per cell

  std::uint32_t threadCount() const { return static_cast<std::uint32_t>(threads.size()); }
  std::uint32_t initialWriter() const { return threadCount(); }
};

Setting settingOf(std::vector<Automaton> threads, std::uint32_t cells);

}  // namespace robur::potentials

// A node of the backward search: where each thread is, and the lists it must be able to follow.
//
// It stands for every state of the lossy semantics whose potentials are at least these: an
// upward-closed set, given by its least element.
#pragma once

#include <cstdint>
#include <vector>

#include "support/hash.h"
#include "verify/automaton.h"
#include "verify/list_store.h"

namespace robur::verify {

using Place = std::int32_t;  // a node of the thread's automaton
inline constexpr Place kAnywhere = -1;
inline constexpr std::uint32_t kMostThreads = 62;
using Places = std::vector<Place>;
using Demands = std::vector<SetId>;  // per thread

// What the search is about; fixed while it runs.
struct Setting {
  std::vector<Automaton> threads;
  std::uint32_t cells = 0;
  std::vector<std::vector<ValueSet>> writes;  // per writer, initial writes last: per cell
  std::vector<std::uint32_t> kind;            // per thread: threads of one kind are identical

  std::uint32_t threadCount() const { return static_cast<std::uint32_t>(threads.size()); }
  std::uint32_t initialWriter() const { return threadCount(); }
};

Setting settingOf(std::vector<Automaton> threads, std::uint32_t cells);

struct PlacesHash {
  std::size_t operator()(const Places& p) const {
    std::uint64_t h = 1;
    for (const Place x : p) h = mixed(h, static_cast<std::uint64_t>(x) + 1);
    return h;
  }
};

}  // namespace robur::verify

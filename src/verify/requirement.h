// A node of the backward search: the position of each thread and the lists it must be able to
// follow.
//
// It represents all states of the lossy semantics whose potentials include these lists: an
// upward-closed set, given by its least element.
#pragma once

#include <cstdint>
#include <vector>

#include "support/hash.h"
#include "verify/automaton.h"
#include "verify/list_store.h"

namespace robur::verify {

using Position = std::int32_t;  // a node of the thread's automaton
inline constexpr Position kAnywhere = -1;
inline constexpr std::uint32_t kMostThreads = 62;
using Positions = std::vector<Position>;
using Demands = std::vector<SetId>;  // per thread

// The input of the search: the threads as automata.
struct ThreadSystem {
  std::vector<Automaton> threads;
  std::uint32_t cells = 0;
  std::vector<std::vector<ValueSet>> writes;  // per writer and cell; the initial writer is the last
  std::vector<std::uint32_t> kind;  // per thread: the first thread with the same automaton

  std::uint32_t threadCount() const { return static_cast<std::uint32_t>(threads.size()); }
  std::uint32_t initialWriter() const { return threadCount(); }
};

ThreadSystem systemOf(std::vector<Automaton> threads, std::uint32_t cells);

struct PositionsHash {
  std::size_t operator()(const Positions& p) const {
    std::uint64_t h = 1;
    for (const Position x : p) h = mixed(h, static_cast<std::uint64_t>(x) + 1);
    return h;
  }
};

}  // namespace robur::verify

// The steps of a search, noted down: from which state to which, and of what kind.
//
// A search that keeps states has no need of its steps once they are made. Whoever wants to
// carry something along them, over and over until nothing changes, would have to make them
// again each time. So they are noted: for each state that was expanded a run of steps, each the
// number of a state and that of a kind. Steps of one kind do the same to the monitor's rows, and
// a kind says by which step it can be made again.
//
// Workers write at the same time, each with a pen of its own. Nobody reads meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/sparse_array.h"
#include "explore/state_store.h"
#include "explore/words.h"

namespace robur {

using KindId = std::uint32_t;

// One of the steps of this kind: an option of a thread in a state, and which of its ways.
struct StepKind {
  StateId state = 0;
  std::uint32_t thread = 0;
  std::uint32_t option = 0;
  std::uint32_t way = 0;
};

class StepGraph {
 public:
  struct Step {
    StateId to;
    KindId kind;
  };

  // The steps of a state are in runs, mostly one.
  using RunAt = std::uint32_t;
  static constexpr RunAt kNoRun = 0;  // the first word is never used
  struct Run {
    std::span<const Step> steps;
    RunAt next = kNoRun;
  };
  RunAt firstRun(StateId state) const {
    const RunAt* chunk = firstRuns[state >> kChunkBits].load(std::memory_order_acquire);
    return chunk == nullptr ? kNoRun : chunk[state & ((1u << kChunkBits) - 1)];
  }
  Run run(RunAt at) const {
    const std::uint32_t* words = pieces[at >> kPieceBits] + (at & ((1u << kPieceBits) - 1));
    return {{reinterpret_cast<const Step*>(words + kHead), words[0]}, words[1]};
  }

  const StepKind& kind(KindId id) const { return kinds[id]; }
  std::size_t kindCount() const { return kinds.size(); }
  std::uint64_t bytes() const { return taken.load(std::memory_order_relaxed); }

  class Pen;

 private:
  static constexpr std::size_t kHead = 2;     // how many steps there are, and the run before
  static constexpr unsigned kPieceBits = 12;  // words
  static constexpr unsigned kChunkBits = 12;  // states
  static constexpr std::size_t kChunks = std::size_t{1} << (32 - kChunkBits);

  std::uint32_t* chunkOf(StateId state);
  std::uint32_t addPieces(std::size_t count, std::uint32_t*& words);
  KindId addKind(const StepKind& kind);

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::mutex writing;
  std::vector<StepKind> kinds;
  std::vector<std::uint32_t*> pieces;
  std::vector<std::unique_ptr<std::uint32_t[]>> owned;
  std::vector<std::unique_ptr<std::uint32_t[], Free>> ownedChunks;
  SparseArray<std::atomic<std::uint32_t*>> firstRuns{kChunks};  // by state
  std::atomic<std::uint64_t> taken{0};
};

class StepGraph::Pen {
 public:
  explicit Pen(StepGraph& graph) : graph(graph) {}

  // The kind of a step, told by what its effect depends on; made() says how to make it again.
  template <class Made>
  [[gnu::always_inline]] KindId kindOf(std::uint32_t event, std::uint64_t about,
                                       std::uint64_t ranks, const Made& made) {
    std::size_t i = entryOf(event, about, ranks);
    for (; known[i].kind != kNoKind; i = (i + 1) & (known.size() - 1)) {
      const Known& k = known[i];
      if (k.about == about && k.event == event && k.ranks == ranks) return k.kind;
    }
    return add(i, {about, ranks, event, graph.addKind(made())});
  }
  void write(StateId from, std::span<const Step> steps);

 private:
  static constexpr KindId kNoKind = ~KindId{0};
  struct Known {
    std::uint64_t about = 0;
    std::uint64_t ranks = 0;
    std::uint32_t event = 0;
    KindId kind = kNoKind;
  };
  std::size_t entryOf(std::uint32_t event, std::uint64_t about, std::uint64_t ranks) const {
    return foldedProduct(event ^ about * 0x9e3779b97f4a7c15u ^ ranks, 0xd6e8feb86659fd93u) &
           (known.size() - 1);
  }
  KindId add(std::size_t at, const Known& kind);

  StepGraph& graph;
  std::vector<Known> known = std::vector<Known>(64);
  std::size_t count = 0;
  std::uint32_t next = 0;          // where to go on, if there is room
  std::uint32_t* words = nullptr;  // the same
  std::size_t left = 0;
};

}  // namespace robur

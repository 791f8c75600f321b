// The recorded steps of a search: from which state to which, and of what kind.
//
// A search does not need its steps once they are made. A client that propagates something along
// them until nothing changes would have to make them again each time. So they are recorded: for
// each expanded state a list of steps, each the number of a state and that of a kind. Steps of one
// kind have the same effect on the monitor, and a kind has one step by which it can be repeated.
//
// Workers write at the same time, each with a writer of its own, and nothing is read meanwhile.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/store/sparse_array.h"
#include "explore/store/state_store.h"
#include "explore/store/words.h"

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

  // The steps of a state are in lists, mostly one.
  using ListAt = std::uint32_t;
  static constexpr ListAt kNoList = 0;  // the first word is never used
  struct List {
    std::span<const Step> steps;
    ListAt next = kNoList;
  };
  ListAt firstList(StateId state) const {
    const ListAt* chunk = firstLists[state >> kChunkBits].load(std::memory_order_acquire);
    return chunk == nullptr ? kNoList : chunk[state & ((1u << kChunkBits) - 1)];
  }
  List list(ListAt at) const {
    const std::uint32_t* words = pieces[at >> kPieceBits] + (at & ((1u << kPieceBits) - 1));
    return {{reinterpret_cast<const Step*>(words + kHead), words[0]}, words[1]};
  }

  const StepKind& kind(KindId id) const { return kinds[id]; }
  std::size_t kindCount() const { return kinds.size(); }
  std::uint64_t bytes() const { return taken.load(std::memory_order_relaxed); }

  class Writer;

 private:
  static constexpr std::size_t kHead = 2;     // how many steps there are, and the list before
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
  SparseArray<std::atomic<std::uint32_t*>> firstLists{kChunks};  // by state
  std::atomic<std::uint64_t> taken{0};
};

class StepGraph::Writer {
 public:
  explicit Writer(StepGraph& graph) : graph(graph) {}

  // The kind of a step, given what its effect depends on; made() describes the step.
  template <class Made>
  [[gnu::always_inline]] KindId kindOf(std::uint32_t event, std::uint64_t liveness,
                                       std::uint64_t ranks, const Made& made) {
    std::size_t i = entryOf(event, liveness, ranks);
    for (; known[i].kind != kNoKind; i = (i + 1) & (known.size() - 1)) {
      const Known& k = known[i];
      if (k.liveness == liveness && k.event == event && k.ranks == ranks) return k.kind;
    }
    return add(i, {liveness, ranks, event, graph.addKind(made())});
  }
  void write(StateId from, std::span<const Step> steps);

 private:
  static constexpr KindId kNoKind = ~KindId{0};
  struct Known {
    std::uint64_t liveness = 0;
    std::uint64_t ranks = 0;
    std::uint32_t event = 0;
    KindId kind = kNoKind;
  };
  std::size_t entryOf(std::uint32_t event, std::uint64_t liveness, std::uint64_t ranks) const {
    return foldedProduct(event ^ liveness * 0x9e3779b97f4a7c15u ^ ranks, 0xd6e8feb86659fd93u) &
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

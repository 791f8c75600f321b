// The recorded steps of a search: from which state to which, and of what kind.
//
// A search does not need its steps once they are made. A client that propagates something along
// them until nothing changes would have to make them again each time. So they are recorded: for
// each expanded state a list of steps, each the number of a state and that of a kind. Steps of one
// kind have the same effect on the monitor, and a kind has one step by which it can be repeated.
//
// Workers write at the same time, each with a writer of its own, and nothing is read meanwhile.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/store/chunked_array.h"
#include "explore/store/state_store.h"
#include "support/hash.h"
#include "support/hash_map.h"

namespace robur {

using KindId = std::uint32_t;

// What the effect of a step on the monitor depends on: its event, the liveness of threads after it,
// and how they are sorted then.
struct StepEffect {
  static constexpr std::uint64_t kInPlace = ~std::uint64_t{0};  // threads are not sorted

  std::uint32_t event = 0;
  std::uint64_t liveness = 0;
  std::uint64_t ranks = kInPlace;

  friend bool operator==(const StepEffect&, const StepEffect&) = default;
};

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
    const ListAt* first = firstLists.find(state);
    return first == nullptr ? kNoList : *first;
  }
  List list(ListAt at) const {
    const std::uint32_t* words = pieces[at >> kPieceBits] + (at & ((1u << kPieceBits) - 1));
    return {{reinterpret_cast<const Step*>(words + kHead), words[0]}, words[1]};
  }

  const StepKind& kind(KindId id) const { return kinds[id]; }
  std::size_t kindCount() const { return kinds.size(); }
  std::uint64_t bytes() const {
    return pieces.size() * sizeof(std::uint32_t[kPiece]) + kinds.size() * sizeof kinds[0] +
           firstLists.bytes();
  }

  class Writer;

 private:
  static constexpr std::size_t kHead = 2;     // how many steps there are, and the list before
  static constexpr unsigned kPieceBits = 12;  // words
  static constexpr std::size_t kPiece = std::size_t{1} << kPieceBits;

  std::uint32_t addPieces(std::size_t count, std::uint32_t*& words);
  KindId addKind(const StepKind& kind);

  std::mutex writing;
  std::vector<StepKind> kinds;
  std::vector<std::uint32_t*> pieces;
  std::vector<std::unique_ptr<std::uint32_t[]>> owned;
  ChunkedArray<ListAt, 12> firstLists;  // by state
};

class StepGraph::Writer {
 public:
  explicit Writer(StepGraph& graph) : graph(graph) {}

  // The kind of steps with this effect; made() describes one.
  template <class Made>
  [[gnu::always_inline]] KindId kindOf(const StepEffect& effect, const Made& made) {
    const auto [kind, isNew] = known.at(effect);
    if (isNew) kind = graph.addKind(made());
    return kind;
  }
  void write(StateId from, std::span<const Step> steps);

 private:
  struct Hash {
    std::uint64_t operator()(const StepEffect& e) const {
      return mixed(kHashSeed, e.event ^ e.liveness * kHashSeed ^ e.ranks);
    }
  };

  StepGraph& graph;
  HashMap<StepEffect, KindId, Hash> known;
  std::uint32_t next = 0;          // where to go on, if there is room
  std::uint32_t* words = nullptr;  // the same
  std::size_t left = 0;
};

}  // namespace robur

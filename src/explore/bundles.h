// The strands that lead to each state, and how each of them came there.
//
// Strands are added to a state while other workers look at them, so a state has a lock of its
// own. What is new in a level is worked on in the next one; a state that has something new
// is on the list of the worker who brought it. Blocks of strands that have become too small
// are used again.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "explore/state_store.h"
#include "explore/strand_watch.h"

namespace robur {

class Bundles {
 public:
  // What a worker needs to add strands.
  struct Hand {
    std::vector<StateId> changed;  // states that have got something new in this level
    std::vector<std::vector<std::uint32_t*>> spare;  // blocks by size
    std::uint32_t* fresh = nullptr;
    std::size_t left = 0;
    std::uint64_t added = 0;
  };
  struct Origin {
    StateId state = kNoState;
    std::uint32_t entry = 0;
  };

  Bundles();

  // Adds those that are not there yet. Levels are numbered from 1.
  void add(StateId state, std::span<const Strand> strands, StateId from, std::uint32_t level,
           Hand& hand);
  // Those that have come in the level before this one.
  void copyNew(StateId state, std::uint32_t level, std::vector<Strand>& out);
  StrandId strand(StateId state, std::uint32_t entry);
  Origin origin(StateId state, std::uint32_t entry);

  // Has every thread to move here, although fewer would do?
  bool all(StateId state) { return at(state).all; }
  void setAll(StateId state) { at(state).all = true; }

  std::uint64_t bytes() const { return taken.load(std::memory_order_relaxed); }

 private:
  static constexpr unsigned kChunkBits = 12;
  static constexpr std::size_t kChunks = std::size_t{1} << (32 - kChunkBits);
  static constexpr std::size_t kPiece = std::size_t{1} << 14;  // words that are got at a time

  struct Bundle {
    std::uint32_t* block;  // strands, then the states they come from, then entries there
    std::uint32_t size;
    std::uint32_t fresh;     // entries before it came in earlier levels than `level`
    std::uint32_t previous;  // what `fresh` was before
    std::uint32_t level;
    std::atomic_flag lock;
    bool all;
    std::uint8_t room;  // a number of capacityOf
  };

  static std::uint32_t capacityOf(unsigned room) { return (room % 2 ? 3u : 2u) << (room / 2); }
  Bundle& at(StateId state);
  void grow(Bundle& bundle, Hand& hand);

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::unique_ptr<std::atomic<Bundle*>[], Free> chunks;
  std::mutex growing;
  std::vector<std::unique_ptr<Bundle[], Free>> owned;    // guarded by growing
  std::vector<std::unique_ptr<std::uint32_t[]>> pieces;  // guarded by growing
  std::atomic<std::uint64_t> taken{0};
};

}  // namespace robur

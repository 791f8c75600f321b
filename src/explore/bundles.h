// The strands that lead to each state, in the order in which they came, and where from.
//
// Strands are added to a state while other workers look at them, so a state has a lock of its
// own. What comes in a level is worked on in the next one; a state that has got something new
// is on the list of the worker who brought it first.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <vector>

#include "explore/sparse_array.h"
#include "explore/state_store.h"
#include "explore/strand_sets.h"

namespace robur {

class Bundles {
 public:
  // Strands that came together: none of them had been here before.
  struct Arrival {
    StrandSetId strands = kNoStrands;
    StateId from = kNoState;
    std::uint32_t level = 0;
  };
  // What a worker needs to add strands.
  struct Hand {
    std::vector<StateId> changed;                // states that have got something in this level
    std::vector<std::vector<Arrival*>> spare{};  // blocks that became too small, by size
    Arrival* fresh = nullptr;
    std::size_t left = 0;
  };

  // Adds what is left of the strands by without(strands, others), for all that are here.
  template <class Without>
  void add(StateId state, Arrival arrival, Hand& hand, const Without& without) {
    Bundle& bundle = at(state);
    const Locked lock(bundle.lock);
    for (std::uint32_t i = 0; i < bundle.size; ++i) {
      if (bundle.block[i].strands == arrival.strands) return;
    }
    for (std::uint32_t i = bundle.size; i-- > 0 && arrival.strands != kNoStrands;) {
      arrival.strands = without(arrival.strands, bundle.block[i].strands);
    }
    if (arrival.strands == kNoStrands) return;
    if (bundle.size == 0 || bundle.block[bundle.size - 1].level != arrival.level) {
      hand.changed.push_back(state);
    }
    if (bundle.block == nullptr || bundle.size == capacityOf(bundle.room)) grow(bundle, hand);
    bundle.block[bundle.size++] = arrival;
  }

  struct News {
    StrandSetId strands = kNoStrands;
    bool first = false;  // nothing had come before
  };
  // What has come in a level, put together by both(strands, strands).
  template <class Both>
  News news(StateId state, std::uint32_t level, const Both& both) {
    News out;
    Bundle& bundle = at(state);
    const Locked lock(bundle.lock);
    for (std::uint32_t i = bundle.size; i-- > 0;) {
      const Arrival& arrival = bundle.block[i];
      if (arrival.level < level) break;
      if (arrival.level > level) continue;
      out.strands = both(out.strands, arrival.strands);
      out.first = i == 0;
    }
    return out;
  }
  std::vector<Arrival> arrivals(StateId state);

  // Has every thread to move here, although fewer would do?
  bool all(StateId state) { return at(state).all; }
  void setAll(StateId state) { at(state).all = true; }

  std::uint64_t bytes() const { return taken.load(std::memory_order_relaxed); }

 private:
  static constexpr unsigned kChunkBits = 12;
  static constexpr std::size_t kChunks = std::size_t{1} << (32 - kChunkBits);
  static constexpr std::size_t kPiece = std::size_t{1} << 12;  // arrivals that fit into a piece

  struct Bundle {
    Arrival* block;
    std::uint32_t size;
    std::atomic_flag lock;
    bool all;
    std::uint8_t room;  // a number of capacityOf
  };
  class Locked {
   public:
    explicit Locked(std::atomic_flag& flag) : flag(flag) {
      while (flag.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Locked() { flag.clear(std::memory_order_release); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

   private:
    std::atomic_flag& flag;
  };

  static std::uint32_t capacityOf(unsigned room) {
    return room == 0 ? 1 : (room % 2 ? 2u : 3u) << ((room - 1) / 2);
  }
  Bundle& at(StateId state) {
    Bundle* chunk = chunks[state >> kChunkBits].load(std::memory_order_acquire);
    if (chunk == nullptr) [[unlikely]]
      chunk = addChunk(state);
    return chunk[state & ((1u << kChunkBits) - 1)];
  }
  Bundle* addChunk(StateId state);
  void grow(Bundle& bundle, Hand& hand);

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  SparseArray<std::atomic<Bundle*>> chunks{kChunks};
  std::mutex growing;
  std::vector<std::unique_ptr<Bundle[], Free>> owned;  // guarded by growing
  std::vector<std::unique_ptr<Arrival[]>> pieces;      // guarded by growing
  std::atomic<std::uint64_t> taken{0};
};

}  // namespace robur

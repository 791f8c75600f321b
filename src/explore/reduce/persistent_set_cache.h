// Cache of persistent sets, keyed by the pending step of each thread: they depend on nothing else,
// and there are far fewer such keys than states. Entries are overwritten when there is no room.
// Each worker has its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "explore/reduce/persistent_sets.h"
#include "explore/step/local_steps.h"

namespace robur {

struct EnabledThreads {
  ThreadMask enabled = 0;   // threads that can make a step
  ThreadMask enough = 0;    // of these, a persistent set
  bool allMayRest = false;  // can every thread be blocked or stopped, by some choice?
  bool plain = false;       // is some pending access not atomic?
};

class PersistentSetCache {
 public:
  explicit PersistentSetCache(unsigned threads) : threads(threads) { clear(); }

  // The entry for these pending steps, one for each thread, or null.
  [[gnu::always_inline]] const EnabledThreads* find(const LocalStep* const* steps) const {
    const std::size_t at = entryOf(steps);
    const std::uint32_t* key = keys.data() + at * threads;
    for (unsigned t = 0; t < threads; ++t) {
      if (key[t] != steps[t]->number) return nullptr;
    }
    return &moves[at];
  }
  void keep(const LocalStep* const* steps, const EnabledThreads& known) {
    ++missCount;
    if (++kept > 4 * moves.size() && moves.size() < kLargest) grow();
    const std::size_t at = entryOf(steps);
    for (unsigned t = 0; t < threads; ++t) keys[at * threads + t] = steps[t]->number;
    moves[at] = known;
  }
  // To be called when the steps were forgotten.
  void clear() {
    keys.assign(kSmallest * threads, kNone);
    moves.assign(kSmallest, {});
    mask = kSmallest - 1;
    kept = 0;
  }
  std::uint64_t misses() const { return missCount; }
  std::uint64_t bytes() const {
    return keys.size() * sizeof(keys[0]) + moves.size() * sizeof(moves[0]);
  }

 private:
  static constexpr std::size_t kSmallest = std::size_t{1} << 8;
  static constexpr std::size_t kLargest = std::size_t{1} << 14;
  static constexpr std::uint32_t kNone = ~0u;

  template <class NumberOf>
  [[gnu::always_inline]] std::size_t entryBy(const NumberOf& numberOf) const {
    std::uint64_t mixed = 0;
    for (unsigned t = 0; t < threads; ++t) mixed = (mixed + numberOf(t)) * 0x9e3779b97f4a7c15u;
    return mixed >> 32 & mask;
  }
  std::size_t entryOf(const LocalStep* const* steps) const {
    return entryBy([&](unsigned t) { return steps[t]->number; });
  }
  void grow() {
    std::vector<std::uint32_t> oldKeys(2 * keys.size(), kNone);
    std::vector<EnabledThreads> oldMoves(2 * moves.size());
    std::swap(oldKeys, keys);
    std::swap(oldMoves, moves);
    mask = moves.size() - 1;
    kept = 0;
    for (std::size_t i = 0; i < oldMoves.size(); ++i) {
      const std::uint32_t* key = oldKeys.data() + i * threads;
      if (threads == 0 || key[0] == kNone) continue;
      const std::size_t at = entryBy([&](unsigned t) { return key[t]; });
      std::copy(key, key + threads, keys.begin() + at * threads);
      moves[at] = oldMoves[i];
    }
  }

  const unsigned threads;
  std::vector<std::uint32_t> keys;  // numbers of steps, by entry and thread
  std::vector<EnabledThreads> moves;
  std::size_t mask = 0;
  std::size_t kept = 0;
  std::uint64_t missCount = 0;
};

}  // namespace robur

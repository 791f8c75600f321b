// Who can move from a state, and who is enough to move: remembered by what the threads are
// about to do, since it depends on nothing else and there are far fewer ways to stand than
// states. Forgets when it runs out of room. Each worker has its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "explore/local_steps.h"
#include "explore/stubborn.h"

namespace robur {

struct Moves {
  ThreadMask enabled = 0;   // threads that can do something
  ThreadMask enough = 0;    // of these, all that have to be followed
  bool allMayRest = false;  // can everybody have nothing to do?
  bool plain = false;       // is somebody to make an access that is not atomic?
};

class MoveTable {
 public:
  explicit MoveTable(unsigned threads) : threads(threads) { clear(); }

  // What is known for threads that are to make these steps, one each, or null.
  [[gnu::always_inline]] const Moves* find(const LocalStep* const* steps) const {
    const std::size_t at = entryOf(steps);
    const std::uint32_t* key = keys.data() + at * threads;
    for (unsigned t = 0; t < threads; ++t) {
      if (key[t] != steps[t]->number) return nullptr;
    }
    return &moves[at];
  }
  void keep(const LocalStep* const* steps, const Moves& known) {
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
    std::vector<Moves> oldMoves(2 * moves.size());
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
  std::vector<std::uint32_t> keys;  // numbers of steps, by place and thread
  std::vector<Moves> moves;
  std::size_t mask = 0;
  std::size_t kept = 0;
};

}  // namespace robur

// Successors on their way to the store. Several states are expanded before anything is
// looked up, so that the memory each look-up needs can be asked for in advance: in a large
// search waiting for it would take longer than everything else.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/state_store.h"

namespace robur {

class Outbox {
 public:
  explicit Outbox(const StateStore& store, std::size_t wordsPerState)
      : store(&store), stride(wordsPerState) {}

  // Room for one more state; `post` it when it is written.
  [[gnu::always_inline]] std::uint64_t* slot() {
    if (count == hashes.size()) [[unlikely]] {
      hashes.resize(2 * count + 64);
      words.resize(hashes.size() * stride);
    }
    return words.data() + count * stride;
  }
  [[gnu::always_inline]] void post() {
    const std::uint64_t hash = store->hashOf(words.data() + count * stride);
    hashes[count++] = hash;
    store->fetchEntry(hash);
  }

  std::size_t size() const { return count; }
  std::uint64_t hash(std::size_t i) const { return hashes[i]; }
  const std::uint64_t* state(std::size_t i) const { return words.data() + i * stride; }
  // To be called before state i is looked up, in order: asks for what is a little ahead.
  void lookAhead(std::size_t i) const {
    constexpr std::size_t kAhead = 4;
    if (i + kAhead < count) store->fetchState(hashes[i + kAhead]);
  }
  void clear() { count = 0; }

 private:
  const StateStore* store;
  std::size_t stride;
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> hashes;
  std::size_t count = 0;
};

}  // namespace robur

// Successors on their way to the store, by the states that they are successors of. Several states
// are expanded before anything is looked up, so that the memory each look-up needs can be
// prefetched: in a large search waiting for it would take longer than everything else.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/reduce/persistent_sets.h"
#include "explore/store/state_store.h"
#include "explore/store/words.h"

namespace robur {

class SuccessorBatch {
 public:
  SuccessorBatch(const StateStore& store, std::size_t wordsPerState)
      : store(&store), stride(wordsPerState) {}

  // An expanded state. Its successors are those from `first` on, up to the next parent's.
  struct Parent {
    StateId id = kNoState;
    ThreadMask left = 0;        // threads that could move but were left out
    bool counts = true;         // its transitions have not been counted before
    std::uint64_t counted = 0;  // of its transitions, in an earlier batch
    std::size_t first = 0;
  };
  // All successors up to the next call are of this parent.
  void open(Parent parent) {
    parent.first = count;
    parents.push_back(parent);
  }
  const std::vector<Parent>& expanded() const { return parents; }
  std::size_t endOf(std::size_t parent) const {
    return parent + 1 < parents.size() ? parents[parent + 1].first : count;
  }

  // Room for one more successor; `post` it when it is written, with a number that the expander
  // wants to find again when the successor is in the store.
  [[gnu::always_inline]] std::uint64_t* slot() {
    if (count == hashes.size()) [[unlikely]] {
      hashes.resize(2 * count + 64);
      tags.resize(hashes.size());
      words.resize(hashes.size() * stride);
    }
    return words.data() + count * stride;
  }
  [[gnu::always_inline]] void post(std::uint32_t tag = 0) {
    const std::uint64_t hash = store->hashOf(words.data() + count * stride);
    tags[count] = tag;
    hashes[count++] = hash;
    store->fetchEntry(hash);
  }

  // Posts a successor once more.
  void repeat(std::size_t i) {
    std::uint64_t* const out = slot();
    copyWords(words.data() + i * stride, out, stride);
    tags[count] = tags[i];
    hashes[count++] = hashes[i];
  }

  std::size_t size() const { return count; }
  std::uint64_t hash(std::size_t i) const { return hashes[i]; }
  std::uint32_t tag(std::size_t i) const { return tags[i]; }
  const std::uint64_t* state(std::size_t i) const { return words.data() + i * stride; }
  // To be called before successor i is looked up, in order: prefetches what comes a little later.
  void lookAhead(std::size_t i) const {
    constexpr std::size_t kAhead = 4;
    if (i + kAhead < count) store->fetchState(hashes[i + kAhead]);
  }
  void clear() {
    parents.clear();
    count = 0;
  }

 private:
  const StateStore* store;
  std::size_t stride;
  std::vector<Parent> parents;
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> hashes;
  std::vector<std::uint32_t> tags;
  std::size_t count = 0;
};

}  // namespace robur

#include "explore/state_store.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace robur {

namespace {

constexpr std::uint64_t kPresent = std::uint64_t{1} << 32;  // in a record's header

}  // namespace

std::uint64_t StateStore::hashOf(const std::uint64_t* words) const {
  return XXH3_64bits(words, payload * sizeof(std::uint64_t));
}

StateStore::StateStore(std::size_t wordsPerState)
    : payload(wordsPerState),
      stride(wordsPerState + 1),
      chunks(static_cast<std::atomic<std::uint64_t*>*>(
          std::calloc(kChunks, sizeof(std::atomic<std::uint64_t*>)))) {
  if (!chunks) throw std::bad_alloc();
  mask = (1u << 12) - 1;
  table.reset(new std::atomic<std::uint64_t>[mask + 1]());
}

std::uint64_t* StateStore::claim(StateId id) {
  auto& chunk = chunks[id >> kChunkBits];
  if (chunk.load(std::memory_order_acquire) == nullptr) {
    while (growing.test_and_set(std::memory_order_acquire)) {
    }
    if (chunk.load(std::memory_order_relaxed) == nullptr) {
      // Not cleared: a record is written before it is published, a hole when it is dropped.
      owned.emplace_back(new std::uint64_t[stride << kChunkBits]);
      chunkCount.fetch_add(1, std::memory_order_relaxed);
      chunk.store(owned.back().get(), std::memory_order_release);
    }
    growing.clear(std::memory_order_release);
  }
  return record(id);
}

StateStore::Inserted StateStore::insert(const std::uint64_t* words, std::uint64_t hash,
                                        StateId parent, Ticket& ticket) {
  // An entry is never 0, because the stored number is the state's plus one.
  const std::uint64_t tag = hash & kTag;
  for (std::uint64_t i = hash & mask;; i = (i + 1) & mask) {
    std::uint64_t entry = table[i].load(std::memory_order_acquire);
    if (entry == 0) {
      if (ticket.id == kNoState) {
        if (end() >= mask / 4 * 3) return {};
        ticket.id = next.fetch_add(1, std::memory_order_relaxed);
        std::uint64_t* out = claim(ticket.id);
        out[0] = 0;
      }
      std::uint64_t* out = record(ticket.id);
      out[0] = parent | kPresent;
      std::memcpy(out + 1, words, payload * sizeof(std::uint64_t));
      if (table[i].compare_exchange_strong(entry, tag | (ticket.id + 1),
                                           std::memory_order_acq_rel)) {
        const StateId id = ticket.id;
        ticket.id = kNoState;
        return {id, true};
      }
      out[0] = 0;
    }
    if ((entry & kTag) != tag) continue;
    const StateId id = static_cast<StateId>(entry) - 1;
    if (std::memcmp(record(id) + 1, words, payload * sizeof(std::uint64_t)) == 0) {
      return {id, false};
    }
  }
}

void StateStore::drop(Ticket& ticket) {
  if (ticket.id == kNoState) return;
  record(ticket.id)[0] = 0;
  holes.fetch_add(1, std::memory_order_relaxed);
  ticket.id = kNoState;
}

void StateStore::reserve(std::uint64_t more) {
  const std::uint64_t wanted = std::bit_ceil((end() + more) * 3 / 2);
  if (wanted <= mask + 1) return;
  std::unique_ptr<std::atomic<std::uint64_t>[]> bigger(new std::atomic<std::uint64_t>[wanted]());
  for (StateId id = 0; id < end(); ++id) {
    if (!valid(id)) continue;
    const std::uint64_t hash = hashOf(words(id));
    std::uint64_t i = hash & (wanted - 1);
    while (bigger[i].load(std::memory_order_relaxed) != 0) i = (i + 1) & (wanted - 1);
    bigger[i].store((hash & kTag) | (id + 1), std::memory_order_relaxed);
  }
  table = std::move(bigger);
  mask = wanted - 1;
}

std::uint64_t StateStore::bytes() const {
  return (mask + 1) * sizeof(std::uint64_t) +
         (chunkCount.load(std::memory_order_relaxed) * stride << kChunkBits) *
             sizeof(std::uint64_t);
}

}  // namespace robur

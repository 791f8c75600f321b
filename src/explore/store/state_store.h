// The set of states seen so far, shared by the workers.
//
// States lie in chunks that never move, numbered in the order of their arrival; a hash
// table of 64-bit entries (32 bits of hash, 32 bits of number) finds them. Insertion is
// lock-free; only growing the table needs all workers to stand still, which the driver
// arranges between batches. Each state has the number of its parent, so a run can be retraced.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "explore/store/chunked_array.h"
#include "explore/store/words.h"

namespace robur {

using StateId = std::uint32_t;
inline constexpr StateId kNoState = 0xffffffffu;

class StateStore {
 public:
  explicit StateStore(std::size_t wordsPerState);

  struct Inserted {
    StateId id = kNoState;
    bool fresh = false;
  };

  // One per worker: the number a worker has taken but not yet used.
  struct Ticket {
    StateId id = kNoState;
  };

  std::uint64_t hashOf(const std::uint64_t* words) const { return hashOfWords(words, payload); }
  // Prefetch what `insert` will look at: first the table's entry, then, when that has arrived,
  // the state it may be equal to.
  void fetchEntry(std::uint64_t hash) const { __builtin_prefetch(&table[hash & mask]); }
  void fetchState(std::uint64_t hash) const {
    const std::uint64_t entry = table[hash & mask].load(std::memory_order_acquire);
    if (entry != 0 && ((entry ^ hash) & kTag) == 0) {
      __builtin_prefetch(records[static_cast<StateId>(entry) - 1]);
    }
  }
  // Equality is bitwise. When the table is too full the id is kNoState: reserve, then try
  // again.
  Inserted insert(const std::uint64_t* words, std::uint64_t hash, StateId parent, Ticket& ticket) {
    // An entry is never 0, because the stored number is the state's plus one.
    const std::uint64_t tag = hash & kTag;
    for (std::uint64_t i = hash & mask;; i = (i + 1) & mask) {
      std::uint64_t entry = table[i].load(std::memory_order_acquire);
      if (entry == 0) {
        if (ticket.id == kNoState) {
          if (end() >= mask / 4 * 3) return {};
          ticket.id = next.fetch_add(1, std::memory_order_relaxed);
          records.make(ticket.id);
        }
        std::uint64_t* out = records[ticket.id];
        out[0] = parent | kPresent;
        copyWords(words, out + 1, payload);
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
      if (sameWords(words, records[id] + 1, payload)) return {id, false};
    }
  }
  // Call between batches, by one thread: makes room for `more` further states.
  void reserve(std::uint64_t more);
  // Gives up an unused number, which remains a hole: not `valid`.
  void drop(Ticket& ticket);

  const std::uint64_t* words(StateId id) const { return records[id] + 1; }
  StateId parent(StateId id) const { return static_cast<StateId>(records[id][0]); }
  bool valid(StateId id) const { return (records[id][0] >> 32) != 0; }
  StateId end() const { return next.load(std::memory_order_relaxed); }
  std::uint64_t count() const {
    return next.load(std::memory_order_relaxed) - holes.load(std::memory_order_relaxed);
  }
  std::uint64_t bytes() const { return (mask + 1) * sizeof(table[0]) + records.bytes(); }

 private:
  static constexpr std::uint64_t kPresent = std::uint64_t{1} << 32;  // in a record's header
  static constexpr std::uint64_t kTag = 0xffffffff00000000u;  // of an entry: bits of the hash

  std::size_t payload;                      // words per state
  ChunkedArray<std::uint64_t, 14> records;  // a header word, then the state
  std::unique_ptr<std::atomic<std::uint64_t>[]> table;
  std::uint64_t mask = 0;
  // On a line of its own: every new state writes here, every look-up reads what is above.
  alignas(64) std::atomic<StateId> next{0};
  std::atomic<StateId> holes{0};
};

}  // namespace robur

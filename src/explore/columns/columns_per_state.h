// The columns that reach each state, in the order in which they arrived, and where from.
//
// Columns are added to a state while other workers look at them, so a state has a lock of its
// own. What arrives in a level is carried on in the next one; a state that has got something new
// is on the list of the worker that brought it first.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <vector>

#include "explore/columns/column_sets.h"
#include "explore/store/block_pool.h"
#include "explore/store/chunked_array.h"
#include "explore/store/state_store.h"

namespace robur {

class ColumnsPerState {
 public:
  // Columns that arrived together: none of them had been here before.
  struct Arrival {
    ColumnSetId columns = kNoColumns;
    StateId from = kNoState;
    std::uint32_t level = 0;
  };
  // What a worker needs to add columns. It must live as long as they do.
  struct Buffer {
    std::vector<StateId> changed;  // states that have got something in this level
    BlockPool<Arrival> arrivals;
  };

  // Adds the columns that are new: without(columns, others) removes those that are here already.
  template <class Without>
  void add(StateId state, Arrival arrival, Buffer& buffer, const Without& without) {
    Entry& entry = *entries.make(state);
    const std::lock_guard lock(entry);
    for (std::uint32_t i = 0; i < entry.size; ++i) {
      if (entry.block[i].columns == arrival.columns) return;
    }
    for (std::uint32_t i = entry.size; i-- > 0 && arrival.columns != kNoColumns;) {
      arrival.columns = without(arrival.columns, entry.block[i].columns);
    }
    if (arrival.columns == kNoColumns) return;
    if (entry.size == 0 || entry.block[entry.size - 1].level != arrival.level) {
      buffer.changed.push_back(state);
    }
    // There is room for as many as the next power of two.
    if (entry.size == 0 || std::has_single_bit(entry.size)) grow(entry, buffer);
    entry.block[entry.size++] = arrival;
  }

  struct NewColumns {
    ColumnSetId columns = kNoColumns;
    bool first = false;  // nothing had arrived before
  };
  // All that has arrived in a level: the union of sets is both(columns, columns).
  template <class Both>
  NewColumns arrivedIn(std::uint32_t level, StateId state, const Both& both) {
    NewColumns out;
    Entry& entry = *entries[state];
    const std::lock_guard lock(entry);
    for (std::uint32_t i = entry.size; i-- > 0;) {
      const Arrival& arrival = entry.block[i];
      if (arrival.level < level) break;
      if (arrival.level > level) continue;
      out.columns = both(out.columns, arrival.columns);
      out.first = i == 0;
    }
    return out;
  }
  std::vector<Arrival> arrivals(StateId state) {
    Entry& entry = *entries[state];
    const std::lock_guard lock(entry);
    return {entry.block, entry.block + entry.size};
  }

  // Must every thread move here, by the proviso of partial-order reduction?
  bool all(StateId state) const { return entries[state]->all; }
  void setAll(StateId state) { entries[state]->all = true; }

  std::uint64_t bytes() const { return entries.bytes(); }

 private:
  // It can be locked.
  struct Entry {
    Arrival* block;
    std::uint32_t size;
    std::atomic_flag locked;
    bool all;

    void lock() {
      while (locked.test_and_set(std::memory_order_acquire)) {
      }
    }
    void unlock() { locked.clear(std::memory_order_release); }
  };
  static void grow(Entry& entry, Buffer& buffer) {
    Arrival* const block = buffer.arrivals.take(std::max(1u, 2 * entry.size));
    std::copy_n(entry.block, entry.size, block);
    if (entry.size > 0) buffer.arrivals.give(entry.block, entry.size);
    entry.block = block;
  }

  ChunkedArray<Entry, 12> entries;  // by state
};

}  // namespace robur

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
#include <memory_resource>
#include <mutex>
#include <vector>

#include "explore/columns/column_sets.h"
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
    std::vector<StateId> changed;                // states that have got something in this level
    std::pmr::monotonic_buffer_resource memory;  // of arrivals
    std::uint64_t bytes = 0;                     // of this memory
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
    const std::size_t bytes = std::max(1u, 2 * entry.size) * sizeof(Arrival);
    auto* block = static_cast<Arrival*>(buffer.memory.allocate(bytes, alignof(Arrival)));
    std::copy_n(entry.block, entry.size, block);
    entry.block = block;
    buffer.bytes += bytes;
  }

  ChunkedArray<Entry, 12> entries;  // by state
};

}  // namespace robur

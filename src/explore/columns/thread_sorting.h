// Sorts the threads of packed columns: Symmetry::sortRows, one bit of a row at a time.
//
// After a step the threads are sorted by their own states, in the same way for every column of a
// set, and then by their rows, which differ. A step changes the state of one thread, so the
// others move by one place at most: this is a shift of some bits. Threads in the same state are
// mostly in order already, which is seen for all of them at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "explore/reduce/symmetry.h"

namespace robur {

class ThreadSorting {
 public:
  explicit ThreadSorting(const Symmetry& symmetry);

  // What follows is for threads in these states.
  void prepare(const std::uint64_t* locals);
  // The order of the states, for memos: how rows are sorted depends on it and on them alone.
  const std::uint64_t* order() const { return words.data(); }

  // Each mask has a bit of every thread. Threads in the same state are sorted by their bits in the
  // first mask, then in the second, and so on; the last masks are only moved.
  void sort(std::span<ThreadMask> masks, std::size_t deciding) const;

 private:
  static constexpr std::uint8_t kSame = Symmetry::kSameState;

  enum class Moves : std::uint8_t { None, Up, Down, Any };

  unsigned threadAt(std::size_t i) const { return sorted[i] & ~kSame; }
  Moves movesBetween(std::size_t first, std::size_t last);
  ThreadMask moved(ThreadMask mask) const;
  // Are threads in the same state in the order of their bits?
  bool inOrder(std::span<const ThreadMask> deciding) const;
  void sortSame(std::span<ThreadMask> masks, std::size_t deciding) const;

  const Symmetry& symmetry;
  const std::span<const std::uint8_t> places;                   // of threads that are sorted
  std::array<std::uint64_t, Symmetry::kOrderWords> words = {};  // Symmetry::order
  const std::uint8_t* const sorted = reinterpret_cast<const std::uint8_t*>(words.data());
  Moves moves = Moves::None;
  ThreadMask lowest = 0, highest = 0;  // the first and the last that moves, if all move by one
  ThreadMask asTheNext = 0;            // threads whose state is also that of the next thread
  bool nextToEachOther = true;         // places of threads in the same state are
};

}  // namespace robur

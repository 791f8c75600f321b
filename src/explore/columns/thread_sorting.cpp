#include "explore/columns/thread_sorting.h"

#include <algorithm>
#include <bit>

namespace robur {

namespace {

ThreadMask bit(unsigned place) {
  return ThreadMask{1} << place;
}

}  // namespace

ThreadSorting::ThreadSorting(const Symmetry& symmetry)
    : symmetry(symmetry), places(symmetry.places()) {}

void ThreadSorting::prepare(const std::uint64_t* locals) {
  symmetry.order(locals, words.data());
  const std::size_t count = places.size();
  asTheNext = 0;
  nextToEachOther = true;
  for (std::size_t i = 1; i < count; ++i) {
    if ((sorted[i] & kSame) == 0) continue;
    asTheNext |= bit(places[i - 1]);
    nextToEachOther &= places[i] == places[i - 1] + 1;
  }
  std::size_t first = 0;
  std::size_t end = count;
  while (first < end && threadAt(first) == places[first]) ++first;
  while (first < end && threadAt(end - 1) == places[end - 1]) --end;
  moves = first == end ? Moves::None : movesBetween(first, end - 1);
}

ThreadSorting::Moves ThreadSorting::movesBetween(std::size_t first, std::size_t last) {
  bool up = threadAt(first) == places[last];
  bool down = threadAt(last) == places[first];
  for (std::size_t i = first; i < last; ++i) {
    if (places[i + 1] != places[i] + 1) return Moves::Any;
    up &= threadAt(i + 1) == places[i];
    down &= threadAt(i) == places[i + 1];
  }
  lowest = bit(places[first]);
  highest = bit(places[last]);
  return up ? Moves::Up : down ? Moves::Down : Moves::Any;
}

ThreadMask ThreadSorting::moved(ThreadMask mask) const {
  const ThreadMask between = (highest - lowest) | highest;
  switch (moves) {
    case Moves::None:
      return mask;
    case Moves::Up:  // the last thread has become the first
      return (mask & ~between) | ((mask & between & ~highest) << 1) |
             ((mask & highest) != 0 ? lowest : 0);
    case Moves::Down:
      return (mask & ~between) | ((mask & between & ~lowest) >> 1) |
             ((mask & lowest) != 0 ? highest : 0);
    case Moves::Any:
      break;
  }
  ThreadMask out = mask;
  for (std::size_t i = 0; i < places.size(); ++i) {
    out = (mask & bit(threadAt(i))) != 0 ? out | bit(places[i]) : out & ~bit(places[i]);
  }
  return out;
}

bool ThreadSorting::inOrder(std::span<const ThreadMask> deciding) const {
  if (asTheNext == 0) return true;
  if (!nextToEachOther) return false;
  ThreadMask equal = asTheNext;
  for (const ThreadMask mask : deciding) {
    if ((equal & mask & ~(mask >> 1)) != 0) return false;
    equal &= ~(mask ^ mask >> 1);
  }
  return true;
}

void ThreadSorting::sort(std::span<ThreadMask> masks, std::size_t deciding) const {
  for (ThreadMask& mask : masks) mask = moved(mask);
  if (!inOrder(masks.first(deciding))) sortSame(masks, deciding);
}

// By insertion. Places are exchanged in all masks.
void ThreadSorting::sortSame(std::span<ThreadMask> masks, std::size_t deciding) const {
  const auto before = [&](unsigned a, unsigned b) {
    for (const ThreadMask mask : masks.first(deciding)) {
      const bool ofA = (mask & bit(a)) != 0;
      const bool ofB = (mask & bit(b)) != 0;
      if (ofA != ofB) return ofB;
    }
    return false;
  };
  const auto exchange = [&](unsigned a, unsigned b) {
    for (ThreadMask& mask : masks) {
      const bool differ = ((mask & bit(a)) != 0) != ((mask & bit(b)) != 0);
      if (differ) mask ^= bit(a) | bit(b);
    }
  };
  for (std::size_t i = 1; i < places.size(); ++i) {
    for (std::size_t j = i; (sorted[j] & kSame) != 0 && before(places[j], places[j - 1]); --j) {
      exchange(places[j], places[j - 1]);
    }
  }
}

}  // namespace robur

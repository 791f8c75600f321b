// Instantiates the search for one model, with rows as narrow as the program allows.
#pragma once

#include <fmt/format.h>

#include "check/explore.h"
#include "explore/search_impl.h"

namespace robur {

template <int W>
Frame<W> frameFor(const Exploration& e) {
  Frame<W> frame;
  frame.facts = e.facts;
  frame.threads = e.machine.threadCount();
  frame.places = e.slots.placeCount();
  frame.slots = e.slots.slotCount();
  for (unsigned x = 0; x < frame.places; ++x) {
    frame.slotsOf.push_back(Bits<W>::range(e.slots[x].firstSlot, e.slots[x].endSlot()));
    if constexpr (W == 0) frame.slotLanes[x] = frame.slotsOf.back();
    frame.orders.push_back(e.facts.cells[e.slots[x].cell]);
  }
  unsigned plain = 0;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    const bool shadowed = e.options.races == RaceRule::Shadows && !e.machine.cellAtomic(c);
    frame.plainIndex.push_back(shadowed ? plain++ : kNoPlace);
  }
  frame.shadows = plain * frame.threads;
  return frame;
}

template <template <int> class Model, int W>
SearchOutcome searchWith(const Exploration& e) {
  const Frame<W> frame = frameFor<W>(e);
  Search<Model, W> search(e.machine, e.futures, e.slots, frame, e.options, e.onSuspect);
  return search.run();
}

inline unsigned columnsOf(const Exploration& e) {
  unsigned columns = e.slots.slotCount();
  if (e.options.races != RaceRule::Shadows) return columns;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    if (!e.machine.cellAtomic(c)) columns += e.machine.threadCount();
  }
  return columns;
}

// Are rows of this width enough? Narrow ones come in registers that hold 16.
template <int W>
bool fits(const Exploration& e) {
  if (W == 0 && e.machine.threadCount() > RowMap<W>::kLanes) return false;
  return columnsOf(e) <= Bits<W>::kCapacity;
}

template <template <int> class Model>
SearchOutcome exploreWith(const Exploration& e) {
  if (fits<0>(e)) return searchWith<Model, 0>(e);
  if (fits<1>(e)) return searchWith<Model, 1>(e);
  if (fits<4>(e)) return searchWith<Model, 4>(e);
  if (fits<64>(e)) return searchWith<Model, 64>(e);
  throw TooManySlots(
      fmt::format("the monitor would need {} columns, more than 4096", columnsOf(e)));
}

}  // namespace robur

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

template <template <int> class Model>
SearchOutcome exploreWith(const Exploration& e) {
  unsigned columns = e.slots.slotCount();
  if (e.options.races == RaceRule::Shadows) {
    for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
      if (!e.machine.cellAtomic(c)) columns += e.machine.threadCount();
    }
  }
  if (columns <= 64) return searchWith<Model, 1>(e);
  if (columns <= 256) return searchWith<Model, 4>(e);
  if (columns <= 4096) return searchWith<Model, 64>(e);
  throw TooManySlots(fmt::format("the monitor would need {} columns, more than 4096", columns));
}

}  // namespace robur

// Instantiates the search for one model, with rows as narrow as the program allows.
#pragma once

#include <fmt/format.h>

#include "check/explore.h"
#include "explore/search_impl.h"
#include "explore/strand_search.h"

namespace robur {

template <template <int> class Model>
struct WithModel {
  template <int W>
  using Whole = Search<Model, W>;
  template <int W>
  using Strands = StrandSearch<Model, W>;
};

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

inline unsigned columnsOf(const Exploration& e) {
  unsigned columns = e.slots.slotCount();
  if (e.options.races != RaceRule::Shadows) return columns;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    if (!e.machine.cellAtomic(c)) columns += e.machine.threadCount();
  }
  return columns;
}

// Are rows of this width enough?
template <int W>
bool fits(const Exploration& e) {
  return columnsOf(e) <= Bits<W>::kCapacity;
}

[[noreturn]] inline void refuse(const Exploration& e) {
  throw TooManySlots(
      fmt::format("the monitor would need {} columns, more than 4096", columnsOf(e)));
}

template <template <int> class Engine, int W>
SearchOutcome searchWith(const Exploration& e) {
  const Frame<W> frame = frameFor<W>(e);
  return Engine<W>(e.machine, e.futures, e.slots, frame, e.options, e.onSuspect).run();
}

// All rows of a state together. Where this is needed there is seldom much to be gained by
// rows that are just as wide as necessary, and each width takes a while to compile.
template <template <int> class Model>
SearchOutcome exploreWhole(const Exploration& e) {
  if (fits<1>(e)) return searchWith<WithModel<Model>::template Whole, 1>(e);
  if (fits<64>(e)) return searchWith<WithModel<Model>::template Whole, 64>(e);
  refuse(e);
}

template <template <int> class Model>
SearchOutcome exploreWith(const Exploration& e) {
  // A load that is forgiven, because its value is never used, depends on all its columns.
  const bool apart = e.options.strands && e.options.clearDead && e.options.observed == nullptr;
  if (!apart) return exploreWhole<Model>(e);
  if (fits<1>(e)) return searchWith<WithModel<Model>::template Strands, 1>(e);
  if (fits<64>(e)) return searchWith<WithModel<Model>::template Strands, 64>(e);
  refuse(e);
}

}  // namespace robur

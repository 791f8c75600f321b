// Places and slots: what the columns of a monitor's rows stand for.
//
// A place is a monitored cell. A slot is a pair (place, class of values): each tracked
// value of the place has a slot of its own, all its other values share one more. Fewer
// tracked values make rows shorter and can only add false alarms, never hide one; the
// check starts with few and adds values when a violation turns out not to be real.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "program/program.h"

namespace robur {

inline constexpr unsigned kNoPlace = std::numeric_limits<unsigned>::max();

struct Place {
  std::uint32_t cell = 0;
  std::vector<std::int64_t> tracked;  // sorted
  bool others = true;                 // is there any value that is not tracked?
  unsigned firstSlot = 0;

  unsigned slotCount() const { return static_cast<unsigned>(tracked.size()) + (others ? 1 : 0); }
  unsigned endSlot() const { return firstSlot + slotCount(); }
};

class SlotTable {
 public:
  // `monitored[c]` says whether cell c is a place; `tracked[c]` lists its tracked values.
  SlotTable(const Program& program, const std::vector<bool>& monitored,
            const std::vector<std::vector<std::int64_t>>& tracked);

  unsigned placeCount() const { return static_cast<unsigned>(places.size()); }
  unsigned slotCount() const { return slots; }
  unsigned placeOf(std::uint32_t cell) const { return placeOfCell[cell]; }
  const Place& operator[](unsigned place) const { return places[place]; }

  unsigned slotOf(unsigned place, std::int64_t value) const;
  // Does the slot stand for one value only?
  bool exact(unsigned place, unsigned slot) const {
    return slot < places[place].firstSlot + places[place].tracked.size();
  }

 private:
  std::vector<Place> places;
  std::vector<unsigned> placeOfCell;
  unsigned slots = 0;
};

// The values of each cell that a wait or a compare-and-swap compares with, as far as they
// are constants of the program: the tracked values to begin with.
std::vector<std::vector<std::int64_t>> comparedConstants(const Program& program);

// Every value of each cell that is compared with anything, if its type has at most `limit`
// values; otherwise its compared constants.
std::vector<std::vector<std::int64_t>> allComparedValues(const Program& program,
                                                         std::uint64_t limit);

}  // namespace robur

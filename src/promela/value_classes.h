// Value classes: which values of a location the monitor distinguishes. The slot of a class is its
// bit in the rows of the monitor.
//
// A value is a class of its own if a wait or a compare-and-swap on the location can name it (or
// always, on request); the other values share one class. Conditions of a wait that combine
// comparisons with constants by && || ! need only those constants.
#pragma once

#include <string>
#include <vector>

#include "promela/promela.h"
#include "promela/ranges.h"

namespace robur::promela {

class ValueClasses {
 public:
  ValueClasses(const Program& program, const Ranges& ranges, const std::vector<bool>& tracked,
               ExportOptions::Values values);

  unsigned total() const { return total_; }
  // The number of slots of one cell of the location; the cells of an array are adjacent.
  unsigned count(LocationId id) const { return classes_[raw(id)].count; }
  unsigned first(LocationId id) const { return classes_[raw(id)].first; }
  // The slot of the value of this text among those of the location: 0..count-1.
  std::string classOf(LocationId id, const std::string& value) const;
  // One representative of each class.
  std::vector<std::int64_t> representatives(LocationId id) const;
  // For the comments in the model: "x: 0 = 0, 1 = 1, 2 = other values".
  std::string describe(LocationId id) const;

 private:
  struct LocationClasses {
    bool tracked = false;
    bool every = false;                  // each value of the range is a class
    std::vector<std::int64_t> critical;  // otherwise: these, and one class for the rest
    bool rest = false;
    unsigned count = 0;
    unsigned first = 0;
  };

  void collect(const Thread& thread, const Instr& instr);
  bool collectCondition(const Thread& thread, const ExprPtr& e, std::vector<std::int64_t>& values);
  void addExpected(LocationClasses& classes, const Location& location, const Thread& thread,
                   const ExprPtr& e);
  void number();

  const Program& program_;
  const Ranges& ranges_;
  bool all_;
  std::vector<LocationClasses> classes_;  // per location
  unsigned total_ = 0;
};

}  // namespace robur::promela

// Slots: which values of a location the monitor tells apart, and which bit stands for each.
//
// A value has a slot of its own if a wait or a compare-and-swap on the location can name it
// (or always, if asked for); the other values share one. Conditions of a wait that are
// built from comparisons with constants by && || ! need those constants only.
#pragma once

#include <string>
#include <vector>

#include "promela/promela.h"
#include "promela/ranges.h"

namespace robur::promela {

class Slots {
 public:
  Slots(const Program& program, const Ranges& ranges, const std::vector<bool>& tracked,
        ExportOptions::Values values);

  unsigned total() const { return total_; }
  // Of one cell of the location; the cells of an array follow each other.
  unsigned count(LocationId id) const { return classes_[raw(id)].count; }
  unsigned first(LocationId id) const { return classes_[raw(id)].first; }
  // Which of the location's slots stands for the value of this text: 0..count-1.
  std::string classOf(LocationId id, const std::string& value) const;
  // One value of each class.
  std::vector<std::int64_t> representatives(LocationId id) const;
  // For the reader of the model: "x: 0 = 0, 1 = 1, 2 = other values".
  std::string describe(LocationId id) const;

 private:
  struct Classes {
    bool tracked = false;
    bool every = false;                  // each value of the range its own class
    std::vector<std::int64_t> critical;  // otherwise: these, and one class for the rest
    bool rest = false;
    unsigned count = 0;
    unsigned first = 0;
  };

  void collect(const Thread& thread, const Instr& instr);
  bool collectCondition(const Thread& thread, const ExprPtr& e, std::vector<std::int64_t>& values);
  void addExpected(Classes& classes, const Location& location, const Thread& thread,
                   const ExprPtr& e);
  void number();

  const Program& program_;
  const Ranges& ranges_;
  bool all_;
  std::vector<Classes> classes_;  // per location
  unsigned total_ = 0;
};

}  // namespace robur::promela

// The memory layout of the exported model: variables for locations, and rows of the monitor.
//
// Every monitored cell has a row: all cells under TSO, where plain accesses are ordinary ones, and
// the atomic cells under RA, SRA and RC20, where plain memory is only checked for races. SC needs
// no rows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/model_info.h"
#include "promela/expr_text.h"
#include "promela/promela.h"
#include "promela/ranges.h"
#include "promela/rows.h"
#include "promela/value_classes.h"

namespace robur::promela {

// The target of an access. Its texts are valid only if none of the faults occurs.
struct Cell {
  std::optional<std::uint32_t> fixed;  // the cell's number, if it is known statically
  std::string number;                  // the cell's number
  std::string value;                   // its content, as an lvalue
  std::vector<LocationId> candidates;  // in ascending order, at least one
  Interval range;                      // of its value
  std::vector<Fault> faults;
};

class Layout {
 public:
  Layout(const Program& source, ModelName modelName, const ExportOptions& options);

  const Program& program;
  const ModelName model;
  const Ranges ranges;
  const ValueClasses valueClasses;
  const unsigned threads;
  unsigned rows = 0;           // monitored cells
  unsigned plainCells = 0;     // cells of plain locations
  bool hasScFence = false;     // if so, RA, SRA and RC20 have one more, reserved location
  bool hasUpdates = false;     // if not, writes followed by an update need no rows
  bool hasWeakReads = false;   // atomic reads that do not acquire
  bool hasWeakWrites = false;  // atomic writes that do not release
  bool hasAcquireFences = false;

  bool watchesRaces() const { return plainCells > 0 && infoOf(model).races != DataRaces::None; }
  // If all atomic accesses synchronise, a race is a pair of pending accesses.
  bool watchesIntentions() const {
    return watchesRaces() &&
           (infoOf(model).races != DataRaces::Synchronised || !(hasWeakReads || hasWeakWrites));
  }
  bool watchesShadows() const { return watchesRaces() && !watchesIntentions(); }
  bool tracked(const Cell& cell) const { return tracked_[raw(cell.candidates.front())]; }

  std::string declareMemory() const;
  Cell resolve(const ExprText& exprs, const Address& address, Order order) const;

  std::string rowOf(const Cell& cell) const;
  std::string slotOf(const Cell& cell, const std::string& value) const;
  std::string slotAt(const Cell& cell, unsigned valueClass) const;
  // The slots of the cell as masks, word by word; "0" for words without.
  std::vector<std::string> slotMask(const Cell& cell) const;
  // The index of a plain cell among the plain cells.
  std::string plainOf(const Cell& cell) const;
  std::optional<unsigned> plainIndex(CellId cell) const;  // empty for an atomic cell
  // The value as the cell takes it; `wraps` even if its type calls that an error.
  Text convert(const Cell& cell, const Text& value, bool wraps = false) const;
  // The condition that the cell can hold the value; only then does the value have a slot.
  std::string possible(const Cell& cell, const Text& value) const;

 private:
  void survey(const Instr& instr);
  using PerLocation = std::function<std::string(LocationId, const std::string& element)>;
  std::string choose(const Cell& cell, const PerLocation& text) const;
  std::string variable(LocationId id, const std::string& element) const;
  std::string scalar(unsigned first, const std::string& element, unsigned factor = 1) const;

  std::vector<bool> tracked_;  // per location, like the next two
  std::vector<unsigned> firstRow_;
  std::vector<unsigned> firstPlain_;
  bool pointers_ = false;  // if so, all memory is one array
  std::vector<std::string> names_;
};

const char* typeFor(const Interval& range, bool inArray, const std::string& what);

}  // namespace robur::promela

// Memory along a run. Two versions of it are followed: in the run itself a cell holds the newest of
// its writes in modification order, and under SC the one that was executed last. They differ where
// a write is overwritten by an earlier one. A read differs if it does not read what SC would.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "result/finding.h"

namespace robur::report_html {

struct Held {
  std::int64_t here = 0;  // in the run
  std::int64_t sc = 0;
};

// What a step reads.
struct ReadValue {
  CellId cell{};
  std::int64_t here = 0;
  std::int64_t sc = 0;
  bool sameWrite = true;  // otherwise it differs from SC even if the values are equal
};

class Memory {
 public:
  Memory(const Program& program, const Witness& witness);

  // Cells that the run accesses, in their order.
  const std::vector<CellId>& cells() const { return cells_; }
  Held at(CellId cell) const { return held_.at(cell); }
  // Executes an event; returns what it reads, if it does.
  std::optional<ReadValue> step(EventId id);

 private:
  const Witness& witness_;
  std::vector<CellId> cells_;
  std::map<CellId, Held> held_;
  std::map<CellId, EventId> newest_;    // in modification order
  std::map<CellId, EventId> executed_;  // last
};

}  // namespace robur::report_html

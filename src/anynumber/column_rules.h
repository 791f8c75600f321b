// The rules of a memory model for a single column of its rows.
//
// A violation is about one stale write and one last write to a cell y. If both are guessed when
// they are made, the column that the first of them stamps is all that has to be followed: one bit
// per row of the thread that makes a step, of the cell that it accesses and of the SC fences. No
// step changes a bit of another thread, apart from OWN (below), and that is why threads can be
// counted instead of being distinguished.
//
// The rules are those of src/models, applied in a layout of two threads: thread 0 makes the step,
// and thread 1 stands for all others, which keeps dropDead from clearing what they may need. Bits
// mean danger in every row: "the stale write can still be seen from here", "the last write to y
// comes before this".
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/rows.h"
#include "program/model_name.h"

namespace robur::anynumber {

// The bits of one thread: one per row, and the row over cells that TSO and PSO (OWN: the thread
// wrote the cell last) or RC11 (AT: its last access was there) keep, if any.
struct ThreadBits {
  std::uint64_t rows = 0;
  std::uint64_t cells = 0;

  friend bool operator==(const ThreadBits&, const ThreadBits&) = default;
};

// What one step may look at and change.
struct StepBits {
  ThreadBits thread;
  std::uint64_t cell = 0;   // of the monitored cell that is accessed, if any
  std::uint64_t fence = 0;  // of the SC fences
};

struct ColumnEvent {
  enum class Kind : std::uint8_t { Local, Load, FailedCas, Store, Update, Fence, PassBy };
  Kind kind = Kind::Local;
  Order order = Order::Rlx;
  unsigned cell = 0;  // its index among the monitored cells

  bool writes() const { return kind == Kind::Store || kind == Kind::Update; }
};

// What an access asks: may it read, fail as a CAS, or be placed after the stale write?
struct Question {
  enum class Kind : std::uint8_t { Read, FailedCas, Write };
  Kind kind = Kind::Read;
  bool sc = false;
  bool locked = false;

  friend auto operator<=>(const Question&, const Question&) = default;
};

// The column's number in every row over value classes, for Liveness.
inline constexpr unsigned kColumn = 1;

// What a column is about: the stale writes to a monitored cell, or a plain access that is to race.
struct ColumnSubject {
  static constexpr unsigned kRace = ~0u;
  unsigned cell = kRace;
};

// The bits that the first step of a column leaves.
struct FirstBits {
  StepBits step;
  std::vector<std::uint64_t> cells;  // of all monitored cells
};

class ColumnRules {
 public:
  virtual ~ColumnRules() = default;

  // A column begins with this write to the subject's cell, or (race) with a plain access. `next` is
  // what the thread may do after the step; so everywhere.
  virtual FirstBits begin(const ColumnEvent& event, const Liveness<1>& next) = 0;
  // The bits that any other thread has at that time.
  virtual ThreadBits beginElsewhere(const Liveness<1>& next) = 0;
  virtual StepBits after(const ColumnEvent& event, const StepBits& before,
                         const Liveness<1>& next) = 0;
  // Could the access take the stale write, whether or not SC orders it after the last one? What a
  // thread can take only ever becomes less.
  virtual bool open(const ThreadBits& bits, const Question& question) = 0;
  virtual bool reached(const ThreadBits& bits) = 0;

  // The rows that say what the last write to y comes before.
  virtual StepBits reachRows() const = 0;
  // How many bits a thread, a cell and the fences have.
  virtual unsigned threadRows() const = 0;
  virtual unsigned cellRows() const = 0;
  virtual unsigned fenceRows() const = 0;
  // What ThreadBits::cells holds: OWN, of which at most one thread has each cell, or AT.
  virtual bool cellsAreOwned() const = 0;
  virtual bool cellsAreExact() const = 0;

  static constexpr unsigned kMostRows = 64;
};

// The dimensions for a column: `cells` are the accesses of each monitored cell.
struct ColumnFrame {
  Fragment fragment;
  std::vector<CellAccesses> cells;
  Liveness<1> others;  // what some thread may do at some time
};

// Null if the model keeps more rows than kMostRows, or there are more cells than that.
std::unique_ptr<ColumnRules> columnRules(ModelName model, const ColumnFrame& frame,
                                         ColumnSubject subject);

}  // namespace robur::anynumber

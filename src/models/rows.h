// The memory layout of a monitor's rows, and the rows that all models share.
//
// The rows of one kind are adjacent, for all threads or for all monitored cells, so that a rule
// about all of them is one loop over contiguous memory. Each model defines its kinds of rows and
// what their columns are.
#pragma once

#include <array>
#include <string>
#include <type_traits>
#include <vector>

#include "models/bits.h"
#include "models/fragment.h"
#include "models/monitored_cells.h"

namespace robur {

enum class Columns : std::uint8_t { Cells, ValueClasses, ValueClassesAndShadows };

struct RowKind {
  std::string name;
  Columns columns{};
  // Columns are independent of one another, except that every column also depends on all of a row
  // marked `whole`.
  bool whole = false;
};

// The rows that a model keeps for each thread, for each monitored cell, and for the reserved
// location of SC fences.
struct RowPlan {
  std::vector<RowKind> thread;
  std::vector<RowKind> cell;
  std::vector<RowKind> fence;
};

// The possible outcomes of a pending access, by the class of the value that it would read or follow
// in modification order: the value classes that make it a pure read, the value classes that make it
// a write or an update, whether it would be sc in either case, and whether it is a locked
// instruction: an RMW, or a CAS even if it fails.
template <int W>
struct Outcomes {
  Bits<W> read = Bits<W>::none();
  Bits<W> update = Bits<W>::none();
  bool readSc = false;
  bool updateSc = false;
  bool locked = false;
};

// The columns that a thread may still consult: of monitored cells that it may read, of monitored
// cells that it may write, and shadows of plain cells that it may access; and the monitored cells
// that its next step may access. `speaks` is false for a thread that will neither write nor execute
// an SC fence any more, and so passes nothing that it has observed on to other threads.
template <int W>
struct Liveness {
  Bits<W> readClasses = Bits<W>::none();
  Bits<W> writeClasses = Bits<W>::none();
  Bits<W> readCells = Bits<W>::none();
  Bits<W> writeCells = Bits<W>::none();
  Bits<W> shadows = Bits<W>::none();
  Bits<W> next = Bits<W>::none();  // only for models that need it (asksForNext)
  bool speaks = false;

  friend bool operator==(const Liveness&, const Liveness&) = default;
};

// One set per thread, stored contiguously as the threads' rows are.
template <int W>
using PerThread = std::vector<Bits<W>>;

template <int W>
Bits<W> unionOf(const PerThread<W>& sets) {
  Bits<W> out = Bits<W>::none();
  for (const Bits<W>& set : sets) out |= set;
  return out;
}

// The liveness of all threads.
template <int W>
struct LivenessPerThread {
  explicit LivenessPerThread(unsigned threads) {
    for (PerThread<W>* sets :
         {&readClasses, &writeClasses, &readCells, &writeCells, &needed, &speaks, &next}) {
      sets->assign(threads, Bits<W>::none());
    }
  }
  void set(unsigned t, const Liveness<W>& i) {
    readClasses[t] = i.readClasses | i.shadows;
    writeClasses[t] = i.writeClasses;
    readCells[t] = i.readCells;
    writeCells[t] = i.writeCells;
    speaks[t] = i.speaks ? Bits<W>::full() : Bits<W>::none();
    needed[t] = readClasses[t] | speaks[t];
    next[t] = i.next;
  }

  PerThread<W> readClasses{};  // and shadows
  PerThread<W> writeClasses{};
  PerThread<W> readCells{};
  PerThread<W> writeCells{};
  PerThread<W> speaks{};  // per thread, the full set or the empty set
  PerThread<W> needed{};  // all columns of a thread that speaks, otherwise those that it may read
  PerThread<W> next{};
};

// The dimensions of a check: the numbers of threads, monitored cells and value classes, and masks
// over them.
template <int W>
struct MonitorLayout {
  Fragment fragment;
  unsigned threads = 0;
  unsigned cells = 0;                // monitored
  unsigned classes = 0;              // value classes of all monitored cells
  unsigned shadows = 0;              // plain cells times threads
  std::vector<Bits<W>> classesOf;    // per monitored cell
  std::vector<CellAccesses> orders;  // per monitored cell
  std::vector<unsigned> plainIndex;  // per cell: which plain cell it is, or kNotMonitored

  unsigned shadow(unsigned plain, unsigned thread) const {
    return classes + plain * threads + thread;
  }

  // The monitored cells that have one of these value classes.
  Bits<W> cellsOf(const Bits<W>& some) const {
    Bits<W> out = Bits<W>::none();
    for (unsigned x = 0; x < cells; ++x) {
      if (classesOf[x].meets(some)) out.add(x);
    }
    return out;
  }
};

// The position of each row, computed from the model's numbers of rows per thread, per monitored
// cell and for the fence.
class RowIndex {
 public:
  RowIndex(unsigned threads, unsigned cells, const RowPlan& plan)
      : threadCount(threads),
        cellCount(cells),
        perThread(static_cast<unsigned>(plan.thread.size())),
        perCell(static_cast<unsigned>(plan.cell.size())),
        perFence(static_cast<unsigned>(plan.fence.size())),
        cellBase(perThread * threadCount),
        fenceBase(cellBase + perCell * cellCount) {}

  unsigned size() const { return fenceIndex(perFence); }
  unsigned rowsPerThread() const { return perThread; }
  unsigned threadIndex(unsigned t, unsigned k) const { return k * threadCount + t; }
  unsigned cellIndex(unsigned x, unsigned k) const { return cellBase + k * cellCount + x; }
  unsigned fenceIndex(unsigned k) const { return fenceBase + k; }

  // Visits all rows: thread by thread, then cell by cell, then those of the fence.
  template <class Visit>
  void inOrder(const Visit& visit) const {
    for (unsigned t = 0; t < threadCount; ++t) {
      for (unsigned k = 0; k < perThread; ++k) visit(threadIndex(t, k));
    }
    for (unsigned x = 0; x < cellCount; ++x) {
      for (unsigned k = 0; k < perCell; ++k) visit(cellIndex(x, k));
    }
    for (unsigned k = 0; k < perFence; ++k) visit(fenceIndex(k));
  }

 protected:
  unsigned threadCount;
  unsigned cellCount;

 private:
  unsigned perThread;
  unsigned perCell;
  unsigned perFence;
  unsigned cellBase;
  unsigned fenceBase;
};

// Access to single rows, and operations on all rows of a kind at once.
template <int W>
class RowMap : public RowIndex {
 public:
  static constexpr unsigned kNobody = ~0u;

  RowMap(const MonitorLayout<W>& layout, const RowPlan& plan)
      : RowIndex(layout.threads, layout.cells, plan) {}

  Bits<W>& thread(Bits<W>* rows, unsigned t, unsigned k) const { return rows[threadIndex(t, k)]; }
  Bits<W>& cell(Bits<W>* rows, unsigned x, unsigned k) const { return rows[cellIndex(x, k)]; }
  Bits<W>& fence(Bits<W>* rows, unsigned k) const { return rows[fenceIndex(k)]; }

  // Adds columns to the rows of kind k of all threads, or of all monitored cells, except `but`.
  void addToThreads(Bits<W>* rows, unsigned k, const Bits<W>& set, unsigned but = kNobody) const {
    addTo(&thread(rows, 0, k), threadCount, set, but);
  }
  void addToCells(Bits<W>* rows, unsigned k, const Bits<W>& set, unsigned but = kNobody) const {
    addTo(&cell(rows, 0, k), cellCount, set, but);
  }
  // Intersects these rows with `set`. With `sets`, the row of each thread is also intersected with
  // the thread's own set; with `who`, the rows of monitored cells that are not in `who` become
  // empty.
  void cutThreads(Bits<W>* rows, unsigned k, const Bits<W>& set) const {
    cut(&thread(rows, 0, k), threadCount, set);
  }
  void cutCells(Bits<W>* rows, unsigned k, const Bits<W>& set) const {
    cut(&cell(rows, 0, k), cellCount, set);
  }
  void cutThreads(Bits<W>* rows, unsigned k, const Bits<W>& set, const PerThread<W>& sets) const {
    Bits<W>* row = &thread(rows, 0, k);
    for (unsigned t = 0; t < threadCount; ++t) row[t] &= set & sets[t];
  }
  void cutCells(Bits<W>* rows, unsigned k, const Bits<W>& set, const Bits<W>& who) const {
    Bits<W>* row = &cell(rows, 0, k);
    for (unsigned x = 0; x < cellCount; ++x) row[x] &= who.has(x) ? set : Bits<W>::none();
  }
  // The columns that some thread has both in its row of kind k and in `sets`.
  Bits<W> common(Bits<W>* rows, unsigned k, const PerThread<W>& sets) const {
    const Bits<W>* row = &thread(rows, 0, k);
    Bits<W> out = Bits<W>::none();
    for (unsigned t = 0; t < threadCount; ++t) out |= row[t] & sets[t];
    return out;
  }

 private:
  static void addTo(Bits<W>* row, unsigned count, const Bits<W>& set, unsigned but) {
    for (unsigned i = 0; i < count; ++i) {
      if (i != but) row[i] |= set;
    }
  }
  static void cut(Bits<W>* row, unsigned count, const Bits<W>& set) {
    for (unsigned i = 0; i < count; ++i) row[i] &= set;
  }
};

// The rows over monitored cells, which are the same for every model (monitors: ST, SM, SW). A row
// contains y iff the last write to y reaches, by program order, reads-from, modification order and
// reads-before,
//
//   ST[t]  some event of thread t          row 0 of a thread
//   SM[x]  some access to x                row 0 of a monitored cell
//   SW[x]  the last write to x             row 1 of a monitored cell
//   SF     some SC fence                   row 0 of the fence, if it has rows
//
//   read of x by t    SM[x] |= ST[t]; ST[t] |= SW[x]
//   write of x by t   N = ST[t] | SM[x]; x leaves every row; ST[t] = SM[x] = SW[x] = N
//   SC fence of t     ST[t] = SF = ST[t] | SF
template <int W>
class ReachRows {
 public:
  static constexpr unsigned kThread = 0, kAccess = 0, kWrite = 1, kFence = 0;

  ReachRows(const MonitorLayout<W>& layout, const RowMap<W>& map, bool fenceRow)
      : layout(&layout), map(map), hasFence(fenceRow) {}

  void initial(Bits<W>* rows) const {
    const Bits<W> all = Bits<W>::range(0, layout->cells);
    for (unsigned t = 0; t < layout->threads; ++t) map.thread(rows, t, kThread) = all;
    for (unsigned x = 0; x < layout->cells; ++x) {
      map.cell(rows, x, kAccess) = map.cell(rows, x, kWrite) = Bits<W>::single(x);
    }
    if (hasFence) map.fence(rows, kFence) = all;
  }
  bool reached(Bits<W>* rows, unsigned t, unsigned x) const {
    return map.thread(rows, t, kThread).has(x);
  }
  void read(Bits<W>* rows, unsigned t, unsigned x) const {
    map.cell(rows, x, kAccess) |= map.thread(rows, t, kThread);
    map.thread(rows, t, kThread) |= map.cell(rows, x, kWrite);
  }
  void write(Bits<W>* rows, unsigned t, unsigned x) const {
    Bits<W> now = map.thread(rows, t, kThread) | map.cell(rows, x, kAccess);
    now.add(x);
    const Bits<W> others = Bits<W>::full() - Bits<W>::single(x);
    map.cutThreads(rows, kThread, others);
    map.cutCells(rows, kAccess, others);
    map.cutCells(rows, kWrite, others);
    if (hasFence) map.fence(rows, kFence) &= others;
    map.thread(rows, t, kThread) = now;
    map.cell(rows, x, kAccess) = now;
    map.cell(rows, x, kWrite) = now;
  }
  void fence(Bits<W>* rows, unsigned t) const {
    map.thread(rows, t, kThread) |= map.fence(rows, kFence);
    map.fence(rows, kFence) = map.thread(rows, t, kThread);
  }
  // Clears the columns of monitored cells that no row of stale values mentions: whether a write to
  // x is reached matters only to a thread that could still miss it, and only another write to x,
  // which resets this column, can create such a thread. Rows that nothing will read are cleared as
  // well: only threads that write x use SM[x], and only threads that read x use SW[x]. A thread
  // whose ST can no longer influence others, not even by reading a cell that may still be written,
  // needs only the columns of cells that it may read itself.
  void dropDead(Bits<W>* rows, const Bits<W>& live, const LivenessPerThread<W>& i) const {
    const Bits<W> mayWrite = unionOf<W>(i.writeCells);
    dropDeadInThreads(rows, live, mayWrite, i);
    map.cutCells(rows, kAccess, live, mayWrite);
    map.cutCells(rows, kWrite, live, unionOf<W>(i.readCells));
    if (hasFence) map.fence(rows, kFence) &= live;
  }

 private:
  void dropDeadInThreads(Bits<W>* rows, const Bits<W>& live, const Bits<W>& mayWrite,
                         const LivenessPerThread<W>& i) const {
    Bits<W>* row = &map.thread(rows, 0, kThread);
    for (unsigned t = 0; t < layout->threads; ++t) {
      const bool tells = i.speaks[t].any() || i.readCells[t].meets(mayWrite);
      row[t] &= tells ? live : live & i.readCells[t];
    }
  }

  const MonitorLayout<W>* layout;
  RowMap<W> map;
  bool hasFence;
};

}  // namespace robur

// Continuations of a run, and which of them a model allows: what rows are defined by.
//
// A row of a monitor holds the stale writes that are still open to somebody. That is a
// question about execution graphs: the graph of the run is continued by a short story which
// ends with an access to a stale write, and src/graph says whether the model allows it.
//
//   story           the run goes on like this, and then somebody accesses y
//   Access          thread t does, at once
//   AcquireFence    t makes an acquire fence, then t does
//   Flush           t makes an SC fence, then t does
//   ToldByWrite     t writes a spare cell (relaxed), a stranger acquires that, then he does
//   ToldByRead      t reads a spare cell, a stranger overwrites it and flushes, then he does
//   LastWriteRead   a stranger acquires the last write to x, then he does
//   Overwritten     a stranger writes x and flushes, then he does
//   FenceMade       a stranger makes an SC fence, then he does
//
// RC11 has more rows than stories with names: a tale is told deed by deed. Spare cells and
// strangers are not the program's: they are added to a copy of it.
#pragma once

#include <vector>

#include "explore/search.h"
#include "graph/execution_graph.h"
#include "models/monitored_cells.h"
#include "program/model_name.h"
#include "program/program.h"

namespace robur {

enum class Story : std::uint8_t {
  Access,
  AcquireFence,
  Flush,
  ToldByWrite,
  ToldByRead,
  LastWriteRead,
  Overwritten,
  FenceMade,
};

// How a story ends: by reading from the stale write, or by writing right after it.
enum class Ending : std::uint8_t { Read, Write };

// One step of a tale: who does what where. The thread t and the cell x are those that the
// tale is about.
enum class Who : std::uint8_t { Thread, Stranger, Another };
enum class Where : std::uint8_t { Spare, SecondSpare, Cell };
struct Deed {
  Who who{};
  Event::Kind kind{};
  Order order{};
  Where where = Where::Spare;  // unless a fence
};
using Tale = std::vector<Deed>;

class Storyteller {
 public:
  Storyteller(const Program& program, ModelName model);

  const Program& program() const { return extended; }
  // The graph of an SC run. Unless the model is RC11, accesses that are sc count as acq_rel,
  // as they do for monitors.
  ExecutionGraph graphAfter(const std::vector<RunStep>& run) const;

  struct Told {
    ExecutionGraph graph;
    ThreadId actor{};  // who makes the last access
  };
  // `owner` is t for stories about a thread, and the cell x for stories about one.
  Told tell(const ExecutionGraph& past, Story story, std::uint32_t owner) const;

  // The tale about thread t and cell x; `last` is who makes the last access.
  Told tell(const ExecutionGraph& past, const Tale& tale, ThreadId t, CellId x, Who last) const;

  // The value classes of the stale writes in `past` with which the story may end, when the last
  // access has this order.
  std::vector<bool> endings(const ExecutionGraph& past, const Told& told, Ending ending,
                            const MonitoredCells& monitored, Order order = Order::Rlx) const;

  // Would an access of the actor to plain cell d, touching the shadow of thread t, race? A
  // shadow is touched by reads of its thread and by all writes.
  bool races(const Told& told, std::uint32_t d, std::uint32_t t) const;

 private:
  Event event(Event::Kind kind, ThreadId thread, CellId cell, Order order) const;
  void append(ExecutionGraph& graph, Event event) const;
  void appendFence(ExecutionGraph& graph, ThreadId thread, Order order) const;

  Program extended;  // with two spare cells and two strangers
  ModelName model;
  CellId spare{};
  ThreadId stranger{};
};

}  // namespace robur

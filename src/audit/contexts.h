// Contexts: continuations of a run, by which the rows of a monitor are defined.
//
// A row holds the stale writes that are still open to its owner. That is a question about execution
// graphs: the graph of the run is continued by the steps of a context, then by an access to a stale
// write of y, and src/graph decides whether the model allows the result. Observer threads and spare
// cells do not belong to the program; they are added to a copy of it.
//
//   context          steps after the run                                     accesses y
//   Access           none                                                    thread t
//   AcquireFence     t makes an acquire fence                                thread t
//   Flush            t makes an SC fence                                     thread t
//   WriteObserved    t writes a spare cell (relaxed), the observer acquires  the observer
//   ReadOverwritten  t reads a spare cell, the observer overwrites it and    the observer
//                    makes an SC fence
//   LastWriteRead    the observer acquires the last write to x               the observer
//   CellOverwritten  the observer writes x and makes an SC fence             the observer
//   FenceMade        the observer makes an SC fence                          the observer
//
// RC11 needs more contexts than this enumeration has; they are given as sequences of steps.
#pragma once

#include <vector>

#include "explore/search.h"
#include "graph/execution_graph.h"
#include "models/monitored_cells.h"
#include "program/model_name.h"
#include "program/program.h"

namespace robur {

enum class Context : std::uint8_t {
  Access,
  AcquireFence,
  Flush,
  WriteObserved,
  ReadOverwritten,
  LastWriteRead,
  CellOverwritten,
  FenceMade,
};

// How a context ends: by reading from the stale write, or by writing right after it.
enum class Ending : std::uint8_t { Read, Write };

// One step of a context: which thread does what at which cell. Thread and Cell are the t and the x
// that the context is about.
enum class Actor : std::uint8_t { Thread, Observer, SecondObserver };
enum class Where : std::uint8_t { Spare, SecondSpare, Cell };
struct ContextStep {
  Actor actor{};
  Event::Kind kind{};
  Order order{};
  Where where = Where::Spare;  // unless a fence
};
using ContextSteps = std::vector<ContextStep>;

class ContextBuilder {
 public:
  ContextBuilder(const Program& program, ModelName model);

  const Program& program() const { return extended; }
  // The graph of an SC run. Unless the model is RC11, accesses that are sc count as acq_rel,
  // as they do for monitors.
  ExecutionGraph graphAfter(const std::vector<RunStep>& run) const;

  struct Continuation {
    ExecutionGraph graph;
    ThreadId actor{};  // the thread of the last access
  };
  // `owner` is t for contexts of a thread, and the cell x for contexts of a cell.
  Continuation build(const ExecutionGraph& past, Context context, std::uint32_t owner) const;

  // The same with explicit steps of thread t and at cell x; `last` makes the last access.
  Continuation build(const ExecutionGraph& past, const ContextSteps& steps, ThreadId t, CellId x,
                     Actor last) const;

  // The value classes of the stale writes in `past` with which the context may end, when the last
  // access has this order.
  std::vector<bool> endings(const ExecutionGraph& past, const Continuation& continuation,
                            Ending ending, const MonitoredCells& monitored,
                            Order order = Order::Rlx) const;

  // Would an access of the actor to plain cell d, touching the shadow of thread t, race? A
  // shadow is touched by reads of its thread and by all writes.
  bool races(const Continuation& continuation, std::uint32_t d, std::uint32_t t) const;

 private:
  Event event(Event::Kind kind, ThreadId thread, CellId cell, Order order) const;
  void append(ExecutionGraph& graph, Event event) const;
  void appendFence(ExecutionGraph& graph, ThreadId thread, Order order) const;

  Program extended;  // with two spare cells and two observer threads
  ModelName model;
  CellId spare{};
  ThreadId observer{};
};

}  // namespace robur

// Which additions to a consistent graph keep it consistent, for each memory model.
//
// An event is always added last in program order and reads-from, so it can violate an axiom only
// through modification order and reads-before. Coherence and atomicity are decided by a position:
// an access must not come before what its thread knows of the cell (`floor`), and a write not
// between an update and its source. What a model asks beyond that is decided by `admits`:
//
//   ra                 nothing
//   rc20, rc11         the order of sc events (sc_order.h), if two threads have any
//   sra                hb | mo acyclic: no path from the next write in mo back to the event
//   sc, tso, pso       preserved program order | rf between threads | mo | fr acyclic: no path from
//                      the event back to it
//
// An event that is added at the end of everything (a read of the last write, a write at the end of
// mo) has no edge out of it, so it violates nothing under any of these models and needs no check.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"
#include "executions/sc_order.h"
#include "program/model_name.h"

namespace robur::executions {

class Admission {
 public:
  // `eventsOf`: the model that says what fences are, and which plain accesses race; it is `model`
  // itself unless the graphs are SC graphs that another model is compared with.
  Admission(const Machine& machine, ModelName model, ModelName eventsOf);

  // Clocks that graphs of this model need.
  unsigned clockKinds() const { return clocks == Clocks::Synchronised ? 5 : 1; }
  // Is a plain access subject to races, so that it has one source and one position only?
  bool racesAreErrors() const { return racy; }
  // Is an SC fence an update of the fence cell?
  bool fenceIsUpdate() const { return fencesUpdate; }

  // Sets the clocks of an event whose kind, order and source are known.
  void setClocks(LiveGraph& g, EventRef e) const;

  // The first position in the modification order of the cell that an access after `before` may read
  // from, and behind which it may write.
  std::uint32_t floor(const LiveGraph& g, EventRef before, std::uint32_t cell) const;

  // Is the graph consistent with the event, given that it is without? The event is last in its
  // thread and read by at most one other event, which is not in the graph. A write is in
  // modification order; an update whose writeStamp is 0 counts as a read.
  bool admits(const LiveGraph& g, EventRef e);

 private:
  enum class Clocks : std::uint8_t {
    Own,           // a thread knows its own accesses only
    Whole,         // everything in the past
    Synchronised,  // what release and acquire pass on
  };
  enum class Beyond : std::uint8_t { Nothing, ScAccesses, ScEvents, StrongOrder, GlobalOrder };
  enum class Buffers : std::uint8_t { None, OnePerThread, OnePerCell };

  bool reachesItself(const LiveGraph& g, EventRef e, bool alongHappensBefore);
  void pushThreadSuccessors(const LiveGraph& g, EventRef e);
  void push(EventRef e);

  Clocks clocks{};
  Beyond beyond{};
  Buffers buffers{};
  bool racy = false;
  bool fencesUpdate = false;
  ScOrder scOrder;

  // Of the search for a path: reused, so that it does not allocate.
  std::vector<std::vector<std::uint32_t>>
      seen;  // per thread and event: the search that has seen it
  std::uint32_t search = 0;
  std::vector<EventRef> todo;
};

}  // namespace robur::executions

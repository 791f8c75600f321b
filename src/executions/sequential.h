// Is an execution graph sequentially consistent: is po | rf | mo | fr acyclic?
//
// Instead of looking for a cycle, the graph is executed: an event runs as soon as everything that
// must come before it has run. A read waits until its source is the last write that has run, a
// write until it is next in modification order and every read from the write before it has run.
// All events run if and only if the relation is acyclic. This takes one pass over the events,
// whereas the relation itself is quadratic.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"

namespace robur::executions {

class Sequential {
 public:
  bool operator()(const LiveGraph& g);

 private:
  void begin(const LiveGraph& g);
  bool ready(const LiveGraph& g, const LiveEvent& e, EventRef ref) const;
  void run(const LiveEvent& e);

  // Of a cell that is written: how many writes have run, and how many reads from each have not.
  struct Cell {
    std::uint32_t position = 0;
    std::vector<std::uint32_t> readers;
  };
  std::vector<Cell> cells;             // by number; those that are not written are not used
  std::vector<std::uint32_t> next;     // per thread: the event to run
  std::vector<std::uint32_t> written;  // the cells of the graph before
};

}  // namespace robur::executions

// The order of sc events in RC11 and RC20, decided from clocks.
//
//   scb      = po | (po \ loc) ; hb ; (po \ loc) | hb & loc | mo | fr
//   psc_base = ([sc] | [F] ; hb?) ; scb ; ([sc] | hb? ; [F])
//   psc_F    = [F] ; (hb | hb ; eco ; hb) ; [F]            RC11: psc_base | psc_F is acyclic
//
// RC20 has no sc fences of this kind: [sc] ; scb ; [sc] is acyclic.
//
// Accesses to a cell have a rank: 2p for the write at position p of modification order, 2p + 1 for
// a read from it. Then (a, b) is in eco exactly if rank(a) < rank(b), and in mo | fr if b writes as
// well. So whether a fence is before another one needs, per cell, only the smallest rank of the
// events that it happens before and the largest rank of those that happen before the other.
//
// The order was acyclic before an event was added that happens before no other. New cycles leave
// that event by mo, fr or eco, and arrive at it, if it is sc, or at a fence that happens before it.
// One search from the event decides whether there is one. Program order is part of the order, so
// that the search needs to know only the first sc event that it has reached in each thread.
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"

namespace robur::executions {

class ScOrder {
 public:
  // Is the order acyclic with the event, an access, given that it is without? `fences`: sc fences
  // are part of it.
  bool holds(const LiveGraph& g, EventRef e, bool fences);

 private:
  struct Access {
    EventRef event;
    std::uint32_t cell = 0;
    std::uint32_t rank = 0;
    bool writes = false;
  };
  // An sc event. A fence has rank 0 and no cell.
  struct Node : Access {
    bool fence = false;
    EventRef first = kInitial;  // of an access: the first event behind it at another cell
    EventRef last = kInitial;   // and the last one before it
    std::size_t ranks = 0;      // of a fence: where its ranks begin; 0: they are not computed yet
  };
  // What a fence knows of a cell.
  struct Ranks {
    std::uint32_t smallestAfter = 0xffffffff;
    std::uint32_t largestBefore = 0;
    std::uint32_t largestWriteBefore = 0;
  };

  void collect(const LiveGraph& g, bool fences);
  const Ranks* ranksOf(const LiveGraph& g, Node& fence);
  bool before(const LiveGraph& g, Node& a, Node& b);
  bool fenceBeforeFence(const LiveGraph& g, Node& a, Node& b);
  bool fenceBeforeAccess(const LiveGraph& g, Node& a, const Node& b);
  bool accessBeforeFence(const LiveGraph& g, const Node& a, Node& b);
  bool accessBeforeAccess(const LiveGraph& g, const Node& a, const Node& b) const;
  template <class Follows>
  void reach(std::uint32_t t, const Follows& follows);
  void close(const LiveGraph& g);

  std::vector<std::vector<Node>> nodes;   // per thread, in program order
  std::vector<Access> accesses;           // of all cells
  std::vector<std::uint32_t> cellNumber;  // of cells that are accessed; 0: it is not
  std::vector<std::uint32_t> cells;
  std::vector<Ranks> ranks;
  std::vector<std::size_t> reached;  // per thread: the first node that the search has reached
  std::vector<Node*> todo;
};

}  // namespace robur::executions

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
#pragma once

#include <cstdint>
#include <vector>

#include "executions/live_graph.h"

namespace robur::executions {

class ScOrder {
 public:
  // Is the order acyclic? `fences`: sc fences are part of it.
  bool holds(const LiveGraph& g, bool fences);

 private:
  struct Access {
    EventRef event;
    std::uint32_t cell = 0;
    std::uint32_t rank = 0;
    bool writes = false;
  };

  void collect(const LiveGraph& g, bool fences);
  bool before(const LiveGraph& g, std::size_t a, std::size_t b) const;
  bool fenceBeforeFence(const LiveGraph& g, EventRef a, EventRef b) const;
  bool fenceBeforeAccess(const LiveGraph& g, EventRef a, const Access& b) const;
  bool accessBeforeFence(const LiveGraph& g, const Access& a, EventRef b) const;
  bool accessBeforeAccess(const LiveGraph& g, const Access& a, const Access& b) const;
  bool acyclic(const LiveGraph& g);

  std::vector<Access> scEvents;  // a fence has rank 0 and no cell
  std::vector<Access> accesses;  // of all cells
  std::vector<std::uint8_t> isFence;
  std::vector<std::uint8_t> marks;
  std::vector<std::pair<std::size_t, std::size_t>> path;
};

}  // namespace robur::executions

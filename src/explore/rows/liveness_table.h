// What threads may still consult in the rows, worked out in advance and numbered.
//
// What dropDead clears depends on the program counters of all threads, but many of these agree in
// what can still be consulted. Each thread's different values of Liveness are the digits of one
// number, and the effect of a step on the rows depends on this number, the rows and the event.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/rows/monitor.h"
#include "models/monitored_cells.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"
#include "support/hash.h"
#include "support/hash_index.h"

namespace robur {

template <int W>
class LivenessTable {
 public:
  // `next`: does the model ask where threads go next?
  LivenessTable(const Machine& m, const Futures& futures, const MonitoredCells& monitored,
                const MonitorLayout<W>& layout, bool shadows, bool next)
      : m(m), futures(futures), monitored(monitored), layout(layout) {
    std::uint64_t unit = 1;
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const std::size_t begin = all.size();
      places.emplace_back();
      HashIndex known;
      for (Pc pc = 0; pc <= m.thread(t).rest; ++pc) {
        const Liveness<W> liveness = livenessAt(t, pc, shadows, next);
        const std::uint64_t hash = hashOf(liveness);
        std::uint32_t index =
            known.find(hash, [&](std::uint32_t other) { return all[other] == liveness; });
        if (index == HashIndex::kNone) {
          index = static_cast<std::uint32_t>(all.size());
          all.push_back(liveness);
          known.add(hash, index);
        }
        places[t].push_back({index, (index - begin) * unit});
      }
      const std::uint64_t count = all.size() - begin;
      numbersFit = numbersFit && unit <= ~std::uint64_t{0} / count;
      unit *= count;
    }
  }

  Monitor::LivenessAt at(unsigned t, Pc pc) const { return places[t][pc]; }
  const Liveness<W>& operator[](std::uint32_t index) const { return all[index]; }
  // Do different combinations have different numbers? Not if there are too many.
  bool exact() const { return numbersFit; }

 private:
  Liveness<W> livenessAt(unsigned t, Pc pc, bool shadows, bool next) const {
    Liveness<W> out;
    const Future future = futures.at(t, pc);
    for (unsigned x = 0; x < monitored.cellCount(); ++x) {
      if (future.reads.has(monitored[x].cell)) {
        addClasses(monitored[x], out.readClasses);
        out.readCells.add(x);
      }
      if (future.writes.has(monitored[x].cell)) {
        addClasses(monitored[x], out.writeClasses);
        out.writeCells.add(x);
      }
      if (next && future.next.has(monitored[x].cell)) out.next.add(x);
    }
    out.speaks = out.writeCells.any() || future.writes.has(m.cellCount());
    if (!shadows) return out;
    for (unsigned c = 0; c < m.cellCount(); ++c) {
      const unsigned d = layout.plainIndex[c];
      if (d == kNotMonitored) continue;
      if (future.reads.has(c)) out.shadows.add(layout.shadow(d, t));
      if (future.writes.has(c)) {
        out.shadows |= Bits<W>::range(layout.shadow(d, 0), layout.shadow(d, 0) + layout.threads);
      }
    }
    return out;
  }

  // One by one: a union of whole rows would take as long as there are words in a row.
  static void addClasses(const MonitoredCell& cell, Bits<W>& out) {
    for (unsigned c = cell.firstClass; c < cell.endClass(); ++c) out.add(c);
  }
  // The classes follow from the cells.
  static std::uint64_t hashOf(const Liveness<W>& liveness) {
    std::uint64_t hash = mixed(kHashSeed, liveness.speaks);
    for (const Bits<W>* set :
         {&liveness.readCells, &liveness.writeCells, &liveness.shadows, &liveness.next}) {
      for (const std::uint64_t word : set->words) hash = mixed(hash, word);
    }
    return hash;
  }

  const Machine& m;
  const Futures& futures;
  const MonitoredCells& monitored;
  const MonitorLayout<W>& layout;
  std::vector<Liveness<W>> all;                          // that differ, thread by thread
  std::vector<std::vector<Monitor::LivenessAt>> places;  // per thread, by pc
  bool numbersFit = true;
};

}  // namespace robur

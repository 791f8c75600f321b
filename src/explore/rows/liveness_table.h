// What threads may still consult in the rows, worked out in advance and numbered.
//
// What dropDead clears depends on the program counters of all threads, but many of these agree in
// what can still be consulted. Each thread's different values of Liveness are the digits of one
// number, and the effect of a step on the rows depends on this number, the rows and the event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/rows/monitor.h"
#include "models/monitored_cells.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

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
      for (Pc pc = 0; pc <= m.thread(t).rest; ++pc) {
        const Liveness<W> liveness = livenessAt(t, pc, shadows, next);
        const auto known = std::find(all.begin() + begin, all.end(), liveness);
        const auto index = static_cast<std::uint32_t>(known - all.begin());
        places[t].push_back({index, (index - begin) * unit});
        if (known == all.end()) all.push_back(liveness);
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
        out.readClasses |= layout.classesOf[x];
        out.readCells.add(x);
      }
      if (future.writes.has(monitored[x].cell)) {
        out.writeClasses |= layout.classesOf[x];
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

  const Machine& m;
  const Futures& futures;
  const MonitoredCells& monitored;
  const MonitorLayout<W>& layout;
  std::vector<Liveness<W>> all;                          // that differ, thread by thread
  std::vector<std::vector<Monitor::LivenessAt>> places;  // per thread, by pc
  bool numbersFit = true;
};

}  // namespace robur

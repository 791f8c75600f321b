// What threads may still ask the monitor for, worked out in advance and numbered.
//
// What settling forgets depends on the places of all threads, but many places agree in what can
// still be asked there. Each thread's interests that differ get a digit, and all together
// one number, which is all that an answer of the monitor depends on besides rows and event.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explore/search.h"
#include "models/monitored_cells.h"
#include "models/rows.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

template <int W>
class InterestTable {
 public:
  // `next`: does the model ask where threads go next?
  InterestTable(const Machine& m, const Futures& futures, const MonitoredCells& monitored,
                const MonitorLayout<W>& layout, const SearchOptions& options, bool next)
      : m(m), futures(futures), monitored(monitored), layout(layout), options(options), next(next) {
    std::uint64_t combinations = 1;
    for (unsigned t = 0; t < m.threadCount(); ++t) {
      const std::size_t begin = interests.size();
      indexOf.emplace_back();
      for (Pc pc = 0; pc <= m.thread(t).rest; ++pc) {
        const Liveness<W> interest = interestAt(t, pc);
        const auto known = std::find(interests.begin() + begin, interests.end(), interest);
        indexOf[t].push_back(static_cast<std::size_t>(known - interests.begin()));
        if (known == interests.end()) interests.push_back(interest);
      }
      const std::uint64_t count = interests.size() - begin;
      unit.push_back(combinations);
      numbersFit = numbersFit && combinations <= ~std::uint64_t{0} / count;
      combinations *= count;
    }
  }

  const Liveness<W>& at(unsigned t, Pc pc) const { return interests[indexOf[t][pc]]; }
  // What a thread adds to the number of all interests.
  std::uint64_t number(unsigned t, Pc pc) const {
    return (indexOf[t][pc] - indexOf[t][0]) * unit[t];
  }
  // Do different interests have different numbers? Not if there are too many.
  bool exact() const { return numbersFit; }

 private:
  Liveness<W> interestAt(unsigned t, Pc pc) const {
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
    if (options.races != RaceRule::Shadows) return out;
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
  const SearchOptions& options;
  bool next;
  std::vector<Liveness<W>> interests;             // that differ, thread by thread
  std::vector<std::vector<std::size_t>> indexOf;  // per thread, by pc
  std::vector<std::uint64_t> unit;                // of each thread's digit
  bool numbersFit = true;
};

}  // namespace robur

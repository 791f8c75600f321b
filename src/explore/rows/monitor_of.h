// The monitor of one model with rows of W words: all code of the search that depends on either.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "explore/explore.h"
#include "explore/monitors/monitors.h"
#include "explore/rows/liveness_table.h"
#include "explore/rows/monitor.h"
#include "explore/step/thread_state_info.h"
#include "models/model.h"

namespace robur {

template <int W>
MonitorLayout<W> layoutFor(const Exploration& e) {
  MonitorLayout<W> layout;
  layout.fragment = e.fragment;
  layout.threads = e.machine.threadCount();
  layout.cells = e.monitored.cellCount();
  layout.classes = e.monitored.classCount();
  for (unsigned x = 0; x < layout.cells; ++x) {
    const MonitoredCell& cell = e.monitored[x];
    layout.classesOf.push_back(Bits<W>::range(cell.firstClass, cell.endClass()));
    layout.orders.push_back(e.fragment.cells[cell.cell]);
  }
  unsigned plain = 0;
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    const bool shadowed = e.options.races == RaceRule::Shadows && !e.machine.cellAtomic(c);
    layout.plainIndex.push_back(shadowed ? plain++ : kNotMonitored);
  }
  layout.shadows = plain * layout.threads;
  return layout;
}

template <template <int> class Model, int W>
requires MonitorModel<Model>
class MonitorOf final : public Monitor {
 public:
  explicit MonitorOf(const Exploration& e)
      : monitored(e.monitored),
        layout(layoutFor<W>(e)),
        model(layout),
        shadows(e.options.races == RaceRule::Shadows),
        liveness(e.machine, e.futures, e.monitored, layout, shadows, model.asksForNext()),
        livenessSet(layout.threads, ~0u),
        livenessPerThread(layout.threads) {}

  static RowShape shapeFor(const Exploration& e) {
    const MonitorLayout<W> layout = layoutFor<W>(e);
    const Model<W> model(layout);
    RowShape shape{model.plan(),   model.rowMap(), W,  layout.threads,   layout.cells,
                   layout.classes, layout.shadows, {}, layout.plainIndex};
    for (unsigned x = 0; x < layout.cells; ++x) {
      shape.cellOfColumn.insert(shape.cellOfColumn.end(), e.monitored[x].classCount(), x);
    }
    for (unsigned s = 0; s < layout.shadows; ++s) {
      shape.cellOfColumn.push_back(layout.cells + s / layout.threads);
    }
    return shape;
  }

  void initial(std::uint64_t* rows) const override { model.initial(bits(rows)); }
  LivenessAt livenessAt(unsigned t, Pc pc) const override { return liveness.at(t, pc); }
  bool livenessIsNumbered() const override { return liveness.exact(); }

  std::uint32_t addAccess(const AccessOutcomes& outcomes) override {
    Outcomes<W> may;
    for (const unsigned c : outcomes.read) may.read.add(c);
    for (const unsigned c : outcomes.update) may.update.add(c);
    may.readSc = outcomes.readSc;
    may.updateSc = outcomes.updateSc;
    may.locked = outcomes.locked;
    accesses.push_back(may);
    return static_cast<std::uint32_t>(accesses.size() - 1);
  }
  void forgetAccesses() override { accesses.clear(); }

  bool mayViolate(const std::uint64_t* rows, unsigned t, unsigned x,
                  std::uint32_t access) const override {
    return x != kNotMonitored && model.reached(bits(rows), t, x) &&
           model.stale(bits(rows), t, accesses[access]);
  }
  bool someMayViolate(const std::uint64_t* rows, const ThreadStateInfo* const* options,
                      const unsigned* first) const override {
    for (unsigned t = 0; t < layout.threads; ++t) {
      for (unsigned o = first[t]; o < first[t + 1]; ++o) {
        if (MonitorOf::mayViolate(rows, t, options[o]->monitored, options[o]->access)) return true;
      }
    }
    return false;
  }
  ThreadMask threadsThatMayViolate(const std::uint64_t* rows, unsigned column) const override {
    ThreadMask out = 0;
    const Bits<W> it = Bits<W>::single(column);
    Outcomes<W> reading, any;
    reading.read = any.read = any.update = it;
    unsigned x = 0;
    while (x < layout.cells && !layout.classesOf[x].has(column)) ++x;
    for (unsigned t = 0; t < layout.threads; ++t) {
      const bool may = column >= layout.classes ? model.races(bits(rows), t, it)
                                                : model.reached(bits(rows), t, x) &&
                                                      (model.stale(bits(rows), t, reading) ||
                                                       model.stale(bits(rows), t, any));
      out |= ThreadMask{may} << t;
    }
    return out;
  }
  bool races(const std::uint64_t* rows, unsigned t, const Action& a) const override {
    return shadows && model.races(bits(rows), t, touched(t, a));
  }

  void advance(std::uint64_t* words, unsigned t, unsigned x, const Action& a) const override {
    Bits<W>* const rows = bits(words);
    if (a.kind == Action::Kind::Fence) {
      model.fence(rows, t, a.order);
      return;
    }
    if (x == kNotMonitored) {
      model.passBy(rows, t);
      if (shadows) model.touch(rows, t, touched(t, a));
      return;
    }
    switch (a.kind) {
      case Action::Kind::Read:
        if (a.op == Instr::Op::Cas) {
          model.failedCas(rows, t, x, a.order);
        } else {
          model.load(rows, t, x, a.order);
        }
        break;
      case Action::Kind::Write:
        model.store(rows, t, x, a.order, monitored.classOf(x, a.read));
        break;
      case Action::Kind::Update:
        model.update(rows, t, x, a.order, monitored.classOf(x, a.read));
        break;
      default:
        break;
    }
  }
  void dropDead(std::uint64_t* rows, const std::uint32_t* indices) override {
    for (unsigned t = 0; t < layout.threads; ++t) {
      if (livenessSet[t] == indices[t]) continue;
      livenessSet[t] = indices[t];
      livenessPerThread.set(t, liveness[indices[t]]);
    }
    model.dropDead(bits(rows), livenessPerThread);
  }

 private:
  static_assert(sizeof(Bits<W>) == W * sizeof(std::uint64_t));
  // The models take rows as they take them to change them, also where they only look.
  static Bits<W>* bits(const std::uint64_t* rows) {
    return reinterpret_cast<Bits<W>*>(const_cast<std::uint64_t*>(rows));
  }
  // The shadows of a plain access.
  Bits<W> touched(unsigned t, const Action& a) const {
    const unsigned d = layout.plainIndex[a.cell];
    if (a.kind == Action::Kind::Read) return Bits<W>::single(layout.shadow(d, t));
    return Bits<W>::range(layout.shadow(d, 0), layout.shadow(d, 0) + layout.threads);
  }

  const MonitoredCells& monitored;
  const MonitorLayout<W> layout;
  const Model<W> model;
  const bool shadows;
  const LivenessTable<W> liveness;
  std::vector<std::uint32_t> livenessSet;  // in livenessPerThread, by thread
  LivenessPerThread<W> livenessPerThread;
  std::vector<Outcomes<W>> accesses;
};

template <template <int> class Model, int W>
MonitorType monitorTypeOf(const Exploration& e) {
  return {MonitorOf<Model, W>::shapeFor(e), Model<W>(layoutFor<W>(e)).asksForNext(),
          [&e] { return std::make_unique<MonitorOf<Model, W>>(e); }};
}
template <template <int> class Model>
MonitorType monitorTypeOf(const Exploration& e, unsigned rowWords) {
  return rowWords == kNarrowRow ? monitorTypeOf<Model, kNarrowRow>(e)
                                : monitorTypeOf<Model, kWideRow>(e);
}

}  // namespace robur

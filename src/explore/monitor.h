// What the monitor is told of a step, and what it says about one to come: between the actions
// of the machine and the rules of a model, which know places, slots and rows alone.
#pragma once

#include "explore/config.h"
#include "explore/search.h"
#include "models/model.h"
#include "models/monitored_cells.h"
#include "semantics/machine.h"

namespace robur {

template <template <int> class Model, int W>
requires MonitorModel<Model>
class Monitor {
 public:
  Monitor(const Model<W>& model, const MonitoredCells& monitored, const MonitorLayout<W>& layout,
          RaceRule races)
      : model(model), monitored(monitored), layout(layout), shadows(races == RaceRule::Shadows) {}

  RowBlock<W> initial() const {
    RowBlock<W> block(model.rowMap().size());
    model.initial(block.rows());
    return block;
  }
  // Does the model ask where threads go next?
  bool asksForNext() const { return model.asksForNext(); }

  // Could weak memory let an access of t at this place, that may see these, stray from SC?
  [[gnu::always_inline]] bool strays(Bits<W>* rows, unsigned t, unsigned place,
                                     const Outcomes<W>& may) const {
    return place != kNotMonitored && model.reached(rows, t, place) && model.stale(rows, t, may);
  }
  // Is this plain access of t unordered with one before it?
  bool races(Bits<W>* rows, unsigned t, const Action& a) const {
    return shadows && model.races(rows, t, touched(t, a));
  }

  // The model's update, made while memory still has the old value.
  void advance(Bits<W>* rows, unsigned t, unsigned place, const Action& a) const {
    if (a.kind == Action::Kind::Fence) {
      model.fence(rows, t, a.order);
      return;
    }
    if (place == kNotMonitored) {
      model.passBy(rows, t);
      if (shadows) model.touch(rows, t, touched(t, a));
      return;
    }
    switch (a.kind) {
      case Action::Kind::Read:
        if (a.op == Instr::Op::Cas) {
          model.failedCas(rows, t, place, a.order);
        } else {
          model.load(rows, t, place, a.order);
        }
        break;
      case Action::Kind::Write:
        model.store(rows, t, place, a.order, monitored.classOf(place, a.read));
        break;
      case Action::Kind::Update:
        model.update(rows, t, place, a.order, monitored.classOf(place, a.read));
        break;
      default:
        break;
    }
  }
  // Forgets what nobody can ask for any more.
  void dropDead(Bits<W>* rows, const LivenessPerThread<W>& interests) const {
    model.dropDead(rows, interests);
  }

 private:
  // The shadows of a plain access.
  Bits<W> touched(unsigned t, const Action& a) const {
    const unsigned d = layout.plainIndex[a.cell];
    if (a.kind == Action::Kind::Read) return Bits<W>::single(layout.shadow(d, t));
    return Bits<W>::range(layout.shadow(d, 0), layout.shadow(d, 0) + layout.threads);
  }

  const Model<W>& model;
  const MonitoredCells& monitored;
  const MonitorLayout<W>& layout;
  const bool shadows;
};

}  // namespace robur

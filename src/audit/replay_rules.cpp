#include "audit/replay_rules.h"

#include "explore/rows/monitor_of.h"
#include "models/pso.h"
#include "models/ra.h"
#include "models/rc11.h"
#include "models/rc20.h"
#include "models/sra.h"
#include "models/tso.h"

namespace robur {

namespace {

// Words of a row: other numbers than those of the search, so that no instance of a rule is shared
// with it. A rule that depends on the width of its rows shows, and the search is never linked with
// instances from this file, which is compiled with less optimisation.
constexpr int kNarrow = kNarrowRow + 1, kWide = kWideRow + 1;

template <template <int> class Model, int W>
class Replay {
 public:
  explicit Replay(const Exploration& exploration)
      : e(exploration),
        layout(layoutFor<W>(e)),
        model(layout),
        rows(model.rowMap().size()),
        state(e.machine.stateSize()) {
    model.initial(rows.data());
    e.machine.initial(state.data());
  }

  // A search clears cells that no thread reads again, so the value that a write replaces is not
  // taken from the step but from a memory of our own.
  void take(const RunStep& step) {
    const Action& a = step.action;
    const unsigned x = a.kind == Action::Kind::Fence ? kNotMonitored : e.monitored.indexOf(a.cell);
    if (a.kind == Action::Kind::Fence) {
      model.fence(rows.data(), step.thread, a.order);
    } else if (x == kNotMonitored) {
      touchPlain(step.thread, a);
    } else {
      access(step.thread, x, a);
    }
    if (a.kind == Action::Kind::Write || a.kind == Action::Kind::Update) {
      state[a.cell] = e.machine.cellType(a.cell).wrap(a.written);
    }
  }

  void dropDead(const std::int64_t* at) {
    LivenessPerThread<W> interests(layout.threads);
    for (unsigned t = 0; t < layout.threads; ++t) interests.set(t, interestOf(t, at));
    model.dropDead(rows.data(), interests);
  }

  ReplayedRows result() const {
    ReplayedRows out{model.plan(), layout.threads, layout.cells, {}};
    model.rowMap().inOrder([&](unsigned i) { out.rows.push_back(rows[i].wide()); });
    return out;
  }

 private:
  void access(unsigned t, unsigned x, const Action& a) {
    const unsigned old = e.monitored.classOf(x, state[a.cell]);
    if (a.kind == Action::Kind::Write) {
      model.store(rows.data(), t, x, a.order, old);
    } else if (a.kind == Action::Kind::Update) {
      model.update(rows.data(), t, x, a.order, old);
    } else if (a.op == Instr::Op::Cas) {
      model.failedCas(rows.data(), t, x, a.order);
    } else {
      model.load(rows.data(), t, x, a.order);
    }
  }

  void touchPlain(unsigned t, const Action& a) {
    model.passBy(rows.data(), t);
    const unsigned d = layout.plainIndex[a.cell];
    if (d != kNotMonitored)
      model.touch(rows.data(), t, shadows(d, t, a.kind != Action::Kind::Read));
  }
  Bits<W> shadows(unsigned d, unsigned t, bool all) const {
    if (!all) return Bits<W>::single(layout.shadow(d, t));
    return Bits<W>::range(layout.shadow(d, 0), layout.shadow(d, 0) + layout.threads);
  }

  Liveness<W> interestOf(unsigned t, const std::int64_t* at) const {
    Liveness<W> out;
    const Future future = e.futures.at(t, e.machine.pc(at, t));
    for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
      const unsigned x = e.monitored.indexOf(c);
      const unsigned d = layout.plainIndex[c];
      if (x != kNotMonitored && future.reads.has(c)) {
        out.readClasses |= layout.classesOf[x];
        out.readCells.add(x);
      }
      if (x != kNotMonitored && future.writes.has(c)) {
        out.writeClasses |= layout.classesOf[x];
        out.writeCells.add(x);
        out.speaks = true;
      }
      if (x != kNotMonitored && future.next.has(c)) out.next.add(x);
      if (d != kNotMonitored && future.reads.has(c)) out.shadows |= shadows(d, t, false);
      if (d != kNotMonitored && future.writes.has(c)) out.shadows |= shadows(d, t, true);
    }
    if (future.writes.has(e.machine.cellCount())) out.speaks = true;
    return out;
  }

  const Exploration& e;
  MonitorLayout<W> layout;
  Model<W> model;
  std::vector<Bits<W>> rows;
  std::vector<std::int64_t> state;  // only its memory is kept up to date
};

template <template <int> class Model, int W>
ReplayedRows replayWith(const Exploration& e, const std::vector<RunStep>& run,
                        const std::int64_t* state) {
  Replay<Model, W> replay(e);
  for (const RunStep& step : run) replay.take(step);
  if (state) replay.dropDead(state);
  return replay.result();
}

template <template <int> class Model>
ReplayedRows replayModel(const Exploration& e, const std::vector<RunStep>& run,
                         const std::int64_t* state) {
  unsigned columns = e.monitored.classCount();
  for (unsigned c = 0; c < e.machine.cellCount(); ++c) {
    const bool shadowed = e.options.races == RaceRule::Shadows && !e.machine.cellAtomic(c);
    if (shadowed) columns += e.machine.threadCount();
  }
  if (columns <= 64 * kNarrow) return replayWith<Model, kNarrow>(e, run, state);
  return replayWith<Model, kWide>(e, run, state);
}

// Nothing is dropped if there is no state.
ReplayedRows replayAs(ModelName model, const Exploration& e, const std::vector<RunStep>& run,
                      const std::int64_t* state) {
  switch (model) {
    case ModelName::Sc:
      break;
    case ModelName::Tso:
      return replayModel<Tso>(e, run, state);
    case ModelName::Pso:
      return replayModel<Pso>(e, run, state);
    case ModelName::Sra:
      return replayModel<Sra>(e, run, state);
    case ModelName::Ra:
      return replayModel<Ra>(e, run, state);
    case ModelName::Rc20:
      return replayModel<Rc20>(e, run, state);
    case ModelName::Rc11:
      return replayModel<Rc11>(e, run, state);
  }
  return {};
}

}  // namespace

ReplayedRows replayRules(ModelName model, const Exploration& exploration,
                         const std::vector<RunStep>& run) {
  return replayAs(model, exploration, run, nullptr);
}

ReplayedRows replayAndDropDead(ModelName model, const Exploration& exploration,
                               const std::vector<RunStep>& run, const std::int64_t* state) {
  return replayAs(model, exploration, run, state);
}

}  // namespace robur

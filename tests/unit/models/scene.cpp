#include "unit/models/scene.h"

#include "explore/monitors/monitors.h"
#include "explore/rows/row_codec.h"
#include "explore/rows/whole_rows_view.h"
#include "explore/step/stepper.h"
#include "program/model_info.h"

namespace robur::testing {

namespace {

std::vector<bool> monitored(const Program& program, ModelName model) {
  std::vector<bool> out;
  for (const Location& location : program.locations) {
    out.insert(out.end(), location.size(), infoOf(model).monitorsPlainCells() || location.atomic);
  }
  return out;
}

SearchOptions withRaces(SearchOptions options, const Fragment& fragment, ModelName model) {
  const bool shadows = infoOf(model).races == DataRaces::Synchronised;
  if (fragment.plain && shadows) options.races = RaceRule::Shadows;
  return options;
}

Fragment fragmentFor(const Program& program, bool allRows) {
  const Fragment fragment = fragmentOf(program);
  return allRows ? keepingAllRows(fragment) : fragment;
}

class Walker {
 public:
  Walker(ModelName model, const Exploration& e)
      : e(e),
        type(monitorOf(model, e, kNarrowRow)),
        symmetry(e.machine, type.shape, false),
        threadStates(e.machine),
        rowCodec(type.shape),
        rowStates(rowCodec.words()),
        codec(e.machine, e.futures, rowCodec.words() > 0, e.options.clearDead),
        stepper({e, type, symmetry, threadStates, codec}, rowCodec, rowStates),
        config(stepper.blank()) {
    stepper.initial(config);
  }

  void walk(Rng& rng, unsigned steps, const Scene::Visit& visit) {
    std::vector<RunStep> run;
    while (visit(kept(run)) && steps-- > 0 && step(rng, run)) {
    }
  }

 private:
  // False if no thread can move.
  bool step(Rng& rng, std::vector<RunStep>& run) {
    std::vector<unsigned> enabled;
    std::vector<std::uint64_t> here(codec.words());
    codec.pack(config, here.data());
    stepper.look(here.data());
    for (unsigned o = 0; o < stepper.optionCount(); ++o) {
      if (stepper.pending(o).enabled) enabled.push_back(o);
    }
    if (enabled.empty()) return false;
    const unsigned o = enabled[rng.below(enabled.size())];
    const unsigned t = stepper.threadOf(o);
    const Action action = stepper.pending(o);
    const Pc pc = stepper.pc(o);
    std::vector<Config> ways;
    stepper.step(
        t, o,
        [&](std::span<const Change> changes) {
          std::vector<std::uint64_t> there(codec.words());
          codec.repack(here.data(), changes, there.data());
          codec.unpack(there.data(), ways.emplace_back(stepper.blank()));
        },
        [](Pc, Fault) {});
    config = ways[rng.below(ways.size())];
    if (action.kind != Action::Kind::Local) run.push_back({t, pc, action});
    return true;
  }

  KeptState kept(const std::vector<RunStep>& run) const {
    return {run, threadStates.machineState(config.cells(), config.locals()),
            rowsInOrder(type.shape, rowCodec.block(rowStates, config.rows()))};
  }

  const Exploration& e;
  const MonitorType type;
  Symmetry symmetry;
  ThreadStates threadStates;
  RowCodec rowCodec;
  RowStates rowStates;
  StateCodec codec;
  Stepper<WholeRowsView> stepper;
  Config config;
};

}  // namespace

Scene::Scene(Program program, ModelName model, SearchOptions options, bool everyValue, bool allRows)
    : program_(std::move(program)),
      model_(model),
      machine_(program_),
      futures_(machine_),
      monitored_(program_, monitored(program_, model),
                 everyValue ? allComparedValues(program_, 256) : comparedConstants(program_)),
      exploration_{machine_,
                   futures_,
                   monitored_,
                   fragmentFor(program_, allRows),
                   withRaces(std::move(options), fragmentOf(program_), model),
                   {}} {}

void Scene::walk(Rng& rng, unsigned steps, const Visit& visit) const {
  Walker(model_, exploration_).walk(rng, steps, visit);
}

}  // namespace robur::testing

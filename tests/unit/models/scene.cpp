#include "unit/models/scene.h"

#include "check/explore_with.h"
#include "models/pso.h"
#include "models/ra.h"
#include "models/rc11.h"
#include "models/rc20.h"
#include "models/sra.h"
#include "models/tso.h"
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

SearchOptions withRaces(SearchOptions options, const Facts& facts, ModelName model) {
  const bool shadows = infoOf(model).races == DataRaces::Synchronised;
  if (facts.plain && shadows) options.races = RaceRule::Shadows;
  return options;
}

Facts factsFor(const Program& program, bool allRows) {
  const Facts facts = factsOf(program);
  return allRows ? keepingAllRows(facts) : facts;
}

template <template <int> class Model, int W>
class Walker {
 public:
  explicit Walker(const Exploration& exploration)
      : e(exploration),
        layout(layoutFor<W>(e)),
        model(layout),
        symmetry(e.machine, model.rowMap(), static_cast<unsigned>(model.plan().thread.size()),
                 false),
        locals(e.machine),
        rowCodec(layout, model.plan(), model.rowMap()),
        rowStates(rowCodec.words()),
        codec(e.machine, e.futures, rowCodec.words() > 0, e.options.clearDead),
        stepper(e.machine, e.futures, e.monitored, layout, model, symmetry, locals, codec,
                e.options, rowCodec, rowStates),
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
    KeptState out{run, locals.machineState(config.cells(), config.locals()), {}};
    const RowBlock<W> block = stepper.rows(config);
    model.rowMap().inOrder([&](unsigned i) { out.rows.push_back(block.rows()[i].wide()); });
    return out;
  }

  const Exploration& e;
  MonitorLayout<W> layout;
  Model<W> model;
  Symmetry<W> symmetry;
  Locals locals;
  RowCodec<W> rowCodec;
  RowStates rowStates;
  Codec codec;
  Stepper<Model, W> stepper;
  Config config;
};

template <template <int> class Model>
void walkWith(const Exploration& e, Rng& rng, unsigned steps, const Scene::Visit& visit) {
  Walker<Model, 1>(e).walk(rng, steps, visit);
}

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
                   factsFor(program_, allRows),
                   withRaces(std::move(options), factsOf(program_), model),
                   {}} {}

void Scene::walk(Rng& rng, unsigned steps, const Visit& visit) const {
  switch (model_) {
    case ModelName::Sc:
      return;
    case ModelName::Tso:
      return walkWith<Tso>(exploration_, rng, steps, visit);
    case ModelName::Pso:
      return walkWith<Pso>(exploration_, rng, steps, visit);
    case ModelName::Sra:
      return walkWith<Sra>(exploration_, rng, steps, visit);
    case ModelName::Ra:
      return walkWith<Ra>(exploration_, rng, steps, visit);
    case ModelName::Rc20:
      return walkWith<Rc20>(exploration_, rng, steps, visit);
    case ModelName::Rc11:
      return walkWith<Rc11>(exploration_, rng, steps, visit);
  }
}

}  // namespace robur::testing

// What the search for strands rests on, along random runs of random programs: the strands of a
// run are the columns of its rows, and all rules are monotone. A failure prints the seed
// and the program.
#include <gtest/gtest.h>

#include "check/explore_with.h"
#include "generators/program.h"
#include "models/pso.h"
#include "models/ra.h"
#include "models/rc11.h"
#include "models/rc20.h"
#include "models/sra.h"
#include "models/tso.h"
#include "program/model_info.h"
#include "program/print.h"
#include "unit/models/scene.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kPrograms = 200;
constexpr unsigned kSteps = 24;
constexpr int W = 1;

// A run that is watched in two ways: all rows together, and strand by strand.
template <template <int> class Model>
class TwoWays {
 public:
  explicit TwoWays(const Exploration& e)
      : e(e),
        layout(layoutFor<W>(e)),
        model(layout),
        monitor(model, e.monitored, layout, e.options.races),
        symmetry(e.machine, model.rowMap(), 0, false),
        locals(e.machine),
        rowCodec(layout, model.plan(), model.rowMap()),
        rowStates(rowCodec.words()),
        strandCodec(layout, model.plan(), model.rowMap()),
        strands(strandCodec.words()),
        codec(e.machine, e.futures, true, true),
        strandStateCodec(e.machine, e.futures, false, true),
        whole(e.machine, e.futures, e.monitored, layout, model, symmetry, locals, codec, e.options,
              rowCodec, rowStates),
        apart(e.machine, e.futures, e.monitored, layout, model, symmetry, locals, strandStateCodec,
              e.options, model, layout, strandCodec, strands, sets),
        config(whole.blank()),
        apartConfig(apart.blank()) {
    whole.initial(config);
    apart.initial(apartConfig);
    set = apart.eye().single(apartConfig.rows());
  }

  // What is wrong, if anything.
  std::string walk(Rng& rng, std::size_t& columnsSeen) {
    for (unsigned i = 0; i < kSteps; ++i) {
      std::string wrong = compareColumns(columnsSeen);
      if (!wrong.empty()) return wrong;
      std::vector<std::uint64_t> here(codec.words()), there(codec.words());
      codec.pack(config, here.data());
      whole.look(here.data());
      std::vector<unsigned> enabled;
      for (unsigned o = 0; o < whole.optionCount(); ++o) {
        if (whole.pending(o).enabled) enabled.push_back(o);
      }
      if (enabled.empty()) return {};
      const unsigned o = enabled[rng.below(enabled.size())];
      const unsigned t = whole.threadOf(o);
      if (!monotone(rng, t, o)) return "a rule gives more for less\n";
      std::vector<Config> ways;
      whole.step(
          t, o,
          [&](std::span<const Change> changes) {
            codec.repack(here.data(), changes, there.data());
            codec.unpack(there.data(), ways.emplace_back(whole.blank()));
          },
          [](Pc, Fault) {});
      const std::size_t way = rng.below(ways.size());
      config = ways[way];
      stepApart(t, o, way);
    }
    return {};
  }

 private:
  void stepApart(unsigned t, unsigned o, std::size_t way) {
    std::vector<std::uint64_t> here(strandStateCodec.words()), there(strandStateCodec.words());
    strandStateCodec.pack(apartConfig, here.data());
    apart.eye().take(set);
    apart.look(here.data());
    std::size_t at = 0;
    apart.step(
        t, o,
        [&](std::span<const Change> changes) {
          if (at++ != way) return;
          strandStateCodec.repack(here.data(), changes, there.data());
          strandStateCodec.unpack(there.data(), apartConfig);
          set = apart.eye().out();
        },
        [](Pc, Fault) {});
  }

  std::string compareColumns(std::size_t& columnsSeen) {
    const RowBlock<W> block = whole.rows(config);
    Bits<W> columns = strandCodec.columns(block.rows());
    std::vector<std::uint64_t> packed(strandCodec.words());
    for (const StrandId id : sets.strands(set)) {
      const std::uint64_t* strand = strands.packed(id);
      const unsigned column = StrandCodec<W>::column(strand);
      if (column == StrandCodec<W>::kNoColumn) continue;
      ++columnsSeen;
      strandCodec.pack(block.rows(), column, 0, packed.data());
      if (!columns.has(column) || !strandCodec.sameColumn(strand, packed.data())) {
        return "column " + std::to_string(column) + " of the rows is not its strand\n";
      }
      columns.remove(column);
    }
    return columns.any() ? "a column of the rows has no strand\n" : "";
  }

  // Less before a step is less after it. Of the rows that go with every strand this holds for OWN;
  // AT is empty only where leaving it would change nothing, which is not so for any part of it.
  bool monotone(Rng& rng, unsigned t, unsigned o) {
    RowBlock<W> more = whole.rows(config);
    RowBlock<W> less = more;
    const RowPlan& plan = model.plan();
    const RowMap<W>& map = model.rowMap();
    std::vector<unsigned> rows;
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      for (unsigned u = 0; u < layout.threads && plan.thread[k].name != "AT"; ++u) {
        rows.push_back(map.threadIndex(u, k));
      }
    }
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      for (unsigned x = 0; x < layout.cells; ++x) rows.push_back(map.cellIndex(x, k));
    }
    for (unsigned k = 0; k < plan.fence.size(); ++k) rows.push_back(map.fenceIndex(k));
    for (const unsigned row : rows) {
      for (unsigned c = 0; c < Bits<W>::kCapacity; ++c) {
        if (less.rows()[row].has(c) && rng.below(3) == 0) less.rows()[row].remove(c);
      }
    }
    const Action action = whole.pending(o);
    if (action.kind == Action::Kind::Local) return true;
    const unsigned place =
        action.kind == Action::Kind::Fence ? kNotMonitored : e.monitored.indexOf(action.cell);
    for (unsigned x = 0; x < layout.cells; ++x) {
      Outcomes<W> may;
      may.read = may.update = layout.classesOf[x];
      if (monitor.strays(less.rows(), t, x, may) && !monitor.strays(more.rows(), t, x, may)) {
        return false;
      }
    }
    monitor.advance(less.rows(), t, place, action);
    monitor.advance(more.rows(), t, place, action);
    return std::all_of(rows.begin(), rows.end(),
                       [&](unsigned row) { return !(less.rows()[row] - more.rows()[row]).any(); });
  }

  const Exploration& e;
  MonitorLayout<W> layout;
  Model<W> model;
  Monitor<Model, W> monitor;
  Symmetry<W> symmetry;
  Locals locals;
  RowCodec<W> rowCodec;
  RowStates rowStates;
  StrandCodec<W> strandCodec;
  RowStates strands;
  StrandSets sets;
  Codec codec;
  Codec strandStateCodec;
  Stepper<Model, W> whole;
  Stepper<Model, W, StrandWatch<Model, W>> apart;
  Config config;
  Config apartConfig;
  StrandSetId set = kNoStrands;
};

std::string walkTwoWays(const Scene& scene, Rng& rng, std::size_t& columns) {
  const Exploration& e = scene.exploration();
  switch (scene.model()) {
    case ModelName::Tso:
      return TwoWays<Tso>(e).walk(rng, columns);
    case ModelName::Pso:
      return TwoWays<Pso>(e).walk(rng, columns);
    case ModelName::Sra:
      return TwoWays<Sra>(e).walk(rng, columns);
    case ModelName::Ra:
      return TwoWays<Ra>(e).walk(rng, columns);
    case ModelName::Rc20:
      return TwoWays<Rc20>(e).walk(rng, columns);
    case ModelName::Rc11:
      return TwoWays<Rc11>(e).walk(rng, columns);
    case ModelName::Sc:
      break;
  }
  return {};
}

class Strands : public ::testing::TestWithParam<ModelName> {};

TEST_P(Strands, AreTheColumnsOfTheRowsAndMoreIsMore) {
  std::size_t columns = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms && !HasFailure(); ++seed) {
    GeneratorOptions generator;
    generator.model = GetParam();
    generator.scAccesses = infoOf(GetParam()).scAccesses == ScAccesses::Ordered && seed % 8 != 0;
    generator.unboundedLoops = seed % 5 == 2;
    SearchOptions options;
    options.mergeLocal = seed % 2 != 0;
    const Scene scene(generate(seed, generator), GetParam(), options, seed % 7 < 3, false);
    if (!fits<W>(scene.exploration())) continue;
    Rng rng(seed);
    for (unsigned run = 0; run < 3 && !HasFailure(); ++run) {
      const std::string wrong = walkTwoWays(scene, rng, columns);
      if (!wrong.empty()) {
        ADD_FAILURE() << "seed " << seed << "\n" << printRob(scene.program()) << wrong;
      }
    }
  }
  std::cout << "seeds 1 to " << kPrograms << ": " << columns << " columns compared\n";
  EXPECT_GT(columns, 5 * kPrograms);
}

INSTANTIATE_TEST_SUITE_P(Property, Strands, ::testing::ValuesIn(weakModels()),
                         [](const auto& test) { return std::string(spelling(test.param)); });

}  // namespace
}  // namespace robur::testing

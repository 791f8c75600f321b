// What the search with columns relies on, along random runs of random programs: the
// columns that it carries along a run are the columns of the run's rows, and all rules are
// monotone. A failure prints the seed and the program.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "explore/columns/column_view.h"
#include "explore/monitors/monitors.h"
#include "explore/rows/row_codec.h"
#include "explore/rows/whole_rows_view.h"
#include "explore/step/stepper.h"
#include "generators/program.h"
#include "program/model_info.h"
#include "program/print.h"
#include "unit/models/scene.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kPrograms = 200;
constexpr unsigned kColumnSteps = 24;

// A run observed in two ways: all rows together, and column by column.
class TwoWays {
 public:
  TwoWays(ModelName model, const Exploration& e)
      : e(e),
        type(monitorOf(model, e, kNarrowRow)),
        monitor(type.make()),
        symmetry(e.machine, type.shape, false),
        threadStates(e.machine),
        rowCodec(type.shape),
        rowStates(rowCodec.words()),
        columnCodec(type.shape),
        columns(columnCodec.words()),
        codec(e.machine, e.futures, true, true),
        columnStateCodec(e.machine, e.futures, false, true),
        whole({e, type, symmetry, threadStates, codec}, rowCodec, rowStates),
        apart({e, type, symmetry, threadStates, columnStateCodec}, columnCodec, columns, sets),
        config(whole.blank()),
        apartConfig(apart.blank()) {
    whole.initial(config);
    apart.initial(apartConfig);
    set = apart.view().single(apartConfig.rows());
    for (unsigned x = 0; x < e.monitored.cellCount(); ++x) {
      AccessOutcomes any;
      for (unsigned c = e.monitored[x].firstClass; c < e.monitored[x].endClass(); ++c) {
        any.read.push_back(c);
        any.update.push_back(c);
      }
      anyAccess.push_back(monitor->addAccess(any));
    }
  }

  // What is wrong, if anything.
  std::string walk(Rng& rng, std::size_t& columnsSeen) {
    for (unsigned i = 0; i < kColumnSteps; ++i) {
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
    std::vector<std::uint64_t> here(columnStateCodec.words()), there(columnStateCodec.words());
    columnStateCodec.pack(apartConfig, here.data());
    apart.view().take(set);
    apart.look(here.data());
    std::size_t at = 0;
    apart.step(
        t, o,
        [&](std::span<const Change> changes) {
          if (at++ != way) return;
          columnStateCodec.repack(here.data(), changes, there.data());
          columnStateCodec.unpack(there.data(), apartConfig);
          set = apart.view().out();
        },
        [](Pc, Fault) {});
  }

  std::string compareColumns(std::size_t& columnsSeen) {
    const RowBlock block = rowCodec.block(rowStates, config.rows());
    std::set<unsigned> present;
    columnCodec.forEachPresent(block.data(), [&](unsigned c) { present.insert(c); });
    std::vector<std::uint64_t> packed(columnCodec.words());
    for (const ColumnId id : sets.columns(set)) {
      const std::uint64_t* column = columns.at(id);
      const unsigned index = ColumnCodec::indexOf(column);
      if (index == ColumnCodec::kSeed) continue;
      ++columnsSeen;
      columnCodec.pack(block.data(), index, 0, packed.data());
      if (!columnCodec.isPresent(block.data(), index) ||
          !columnCodec.isSameColumn(column, packed.data())) {
        return "column " + std::to_string(index) + " of the rows is not the one carried along\n";
      }
      present.erase(index);
    }
    return present.empty() ? "" : "a column of the rows is not carried along\n";
  }

  // Less before a step is less after it. Of the rows that every column depends on this holds for
  // OWN; AT is empty only where leaving it would change nothing, which is not so for parts of it.
  bool monotone(Rng& rng, unsigned t, unsigned o) {
    RowBlock more = rowCodec.block(rowStates, config.rows());
    RowBlock less = more;
    const RowPlan& plan = type.shape.plan;
    const RowIndex& index = type.shape.index;
    std::vector<unsigned> rows;
    for (unsigned k = 0; k < plan.thread.size(); ++k) {
      for (unsigned u = 0; u < type.shape.threads && plan.thread[k].name != "AT"; ++u) {
        rows.push_back(index.threadIndex(u, k));
      }
    }
    for (unsigned k = 0; k < plan.cell.size(); ++k) {
      for (unsigned x = 0; x < type.shape.cells; ++x) rows.push_back(index.cellIndex(x, k));
    }
    for (unsigned k = 0; k < plan.fence.size(); ++k) rows.push_back(index.fenceIndex(k));
    for (const unsigned row : rows) {
      for (std::uint64_t c = 1; c != 0; c <<= 1) {
        if ((less.data()[row] & c) != 0 && rng.below(3) == 0) less.data()[row] &= ~c;
      }
    }
    const Action action = whole.pending(o);
    if (action.kind == Action::Kind::Local) return true;
    const unsigned accessed =
        action.kind == Action::Kind::Fence ? kNotMonitored : e.monitored.indexOf(action.cell);
    for (unsigned x = 0; x < type.shape.cells; ++x) {
      if (monitor->mayViolate(less.data(), t, x, anyAccess[x]) &&
          !monitor->mayViolate(more.data(), t, x, anyAccess[x])) {
        return false;
      }
    }
    monitor->advance(less.data(), t, accessed, action);
    monitor->advance(more.data(), t, accessed, action);
    return std::all_of(rows.begin(), rows.end(),
                       [&](unsigned row) { return (less.data()[row] & ~more.data()[row]) == 0; });
  }

  const Exploration& e;
  const MonitorType type;
  const std::unique_ptr<Monitor> monitor;
  Symmetry symmetry;
  ThreadStates threadStates;
  RowCodec rowCodec;
  RowStates rowStates;
  ColumnCodec columnCodec;
  RowStates columns;
  ColumnSets sets;
  StateCodec codec;
  StateCodec columnStateCodec;
  Stepper<WholeRowsView> whole;
  Stepper<ColumnView> apart;
  Config config;
  Config apartConfig;
  ColumnSetId set = kNoColumns;
  std::vector<std::uint32_t> anyAccess;  // by monitored cell
};

class ColumnsOf : public ::testing::TestWithParam<ModelName> {};

TEST_P(ColumnsOf, RunsAreTheColumnsOfTheirRowsAndRulesAreMonotone) {
  std::size_t columns = 0;
  for (std::uint64_t seed = 1; seed <= kPrograms && !HasFailure(); ++seed) {
    GeneratorOptions generator;
    generator.model = GetParam();
    generator.scAccesses = infoOf(GetParam()).scAccesses == ScAccesses::Ordered && seed % 8 != 0;
    generator.unboundedLoops = seed % 5 == 2;
    SearchOptions options;
    options.mergeLocal = seed % 2 != 0;
    const Scene scene(generate(seed, generator), GetParam(), options, seed % 7 < 3, false);
    if (columnsOf(scene.exploration()) > 64 * kNarrowRow) continue;
    Rng rng(seed);
    for (unsigned run = 0; run < 3 && !HasFailure(); ++run) {
      const std::string wrong = TwoWays(scene.model(), scene.exploration()).walk(rng, columns);
      if (!wrong.empty()) {
        ADD_FAILURE() << "seed " << seed << "\n" << printRob(scene.program()) << wrong;
      }
    }
  }
  std::cout << "seeds 1 to " << kPrograms << ": " << columns << " columns compared\n";
  EXPECT_GT(columns, 5 * kPrograms);
}

INSTANTIATE_TEST_SUITE_P(Property, ColumnsOf, ::testing::ValuesIn(weakModels()),
                         [](const auto& test) { return std::string(spelling(test.param)); });

}  // namespace
}  // namespace robur::testing

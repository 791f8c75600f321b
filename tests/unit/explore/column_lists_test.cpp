// Lists of columns against their plain definition, and recorded steps against those written.
#include "explore/columns/column_lists.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "explore/columns/step_graph.h"
#include "generators/rng.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kSeeds = 200;
constexpr StateId kStates = 3;

// As ColumnCodec packs it: a mask, the index, and the bits of the rows.
struct Column {
  std::uint64_t mask;
  std::uint64_t index;
  std::uint64_t words[2];

  bool within(const Column& other) const {
    return index == other.index && (words[0] & ~other.words[0]) == 0 &&
           (words[1] & ~other.words[1]) == 0;
  }
};
static_assert(sizeof(Column) == (ColumnCodec::kHead + 2) * sizeof(std::uint64_t));

TEST(ColumnLists, KeepTheColumnsThatNoOtherCovers) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    ColumnBits bits(ColumnCodec::kHead + 2);
    std::vector<Column> columns;
    std::set<std::vector<std::uint64_t>> different;
    for (unsigned i = 0; i < 120; ++i) {
      const Column s{0, rng.below(4), {rng.below(8), rng.below(8)}};
      if (!different.insert({s.index, s.words[0], s.words[1]}).second) continue;
      columns.push_back(s);
    }
    // Sets at first, mostly, and lists when there are more columns.
    ColumnLists lists(bits, rng.pick({0u, 1u, 20u, 128u}));
    lists.resize(kStates);
    std::set<ColumnId> here[kStates], fresh[kStates];
    std::vector<ColumnId> taken;
    for (unsigned i = 0; i < 400; ++i) {
      while (bits.size() < std::min(columns.size(), std::size_t{2} + i / 3)) {
        bits.add(&columns[bits.size()].mask);
      }
      const auto state = static_cast<StateId>(rng.below(kStates));
      if (rng.below(8) == 0) {
        lists.takeNew(state, taken);
        EXPECT_EQ(std::set<ColumnId>(taken.begin(), taken.end()), fresh[state]);
        EXPECT_EQ(taken.size(), fresh[state].size());
        fresh[state].clear();
        continue;
      }
      const auto one = static_cast<ColumnId>(rng.below(bits.size()));
      const auto covers = [&](ColumnId other) { return columns[one].within(columns[other]); };
      const bool covered = std::any_of(here[state].begin(), here[state].end(), covers);
      EXPECT_EQ(lists.add(state, one), !covered);
      if (covered) continue;
      const auto isCovered = [&](ColumnId other) { return columns[other].within(columns[one]); };
      std::erase_if(here[state], isCovered);
      std::erase_if(fresh[state], isCovered);
      here[state].insert(one);
      fresh[state].insert(one);
    }
  }
}

TEST(ColumnLists, OfManyColumnsAreSorted) {
  // Each has a bit of its own, so that none covers another.
  constexpr std::size_t kWords = 80;
  constexpr std::size_t kHead = ColumnCodec::kHead;
  ColumnBits bits(kHead + kWords);
  std::vector<std::vector<std::uint64_t>> columns;
  for (unsigned i = 0; i < 64 * kWords; ++i) {
    columns.emplace_back(kHead + kWords);
    columns[i][1] = i % 3;
    columns[i][kHead + i / 64] = std::uint64_t{1} << (i % 64);
    bits.add(columns[i].data());
  }
  ColumnLists lists(bits);
  lists.resize(2);
  for (ColumnId i = 0; i < bits.size(); ++i) {
    EXPECT_TRUE(lists.add(i % 8 == 0 ? 0 : 1, i));
  }
  std::vector<ColumnId> taken;
  lists.takeNew(1, taken);
  EXPECT_EQ(taken.size(), bits.size() / 8 * 7);
  EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end(),
                             [](ColumnId a, ColumnId b) { return a % 3 < b % 3; }));
}

TEST(StepGraph, HoldsTheStepsOfAllWriters) {
  constexpr unsigned kWriters = 3;
  StepGraph graph;
  std::vector<std::map<StateId, std::vector<StateId>>> written(kWriters);
  std::vector<std::thread> threads;
  for (unsigned p = 0; p < kWriters; ++p) {
    threads.emplace_back([&, p] {
      Rng rng(p + 1);
      StepGraph::Writer writer(graph);
      for (unsigned i = 0; i < 3000; ++i) {
        const auto from = static_cast<StateId>(kWriters * rng.below(20000) + p);
        std::vector<StepGraph::Step> steps(rng.below(i % 500 == 0 ? 9000 : 5));
        for (StepGraph::Step& step : steps) {
          const std::uint64_t liveness = rng.below(50);
          step.kind = writer.kindOf({p, liveness, liveness % 3}, [&] {
            return StepKind{static_cast<StateId>(liveness), p, 0,
                            static_cast<std::uint32_t>(liveness % 3)};
          });
          step.to = static_cast<StateId>(liveness);
          written[p][from].push_back(step.to);
        }
        writer.write(from, steps);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(graph.kindCount(), kWriters * 50);
  for (unsigned p = 0; p < kWriters; ++p) {
    for (auto& [from, expected] : written[p]) {
      std::vector<StateId> found;
      for (auto at = graph.firstList(from); at != StepGraph::kNoList;) {
        const StepGraph::List list = graph.list(at);
        for (const StepGraph::Step& step : list.steps) {
          found.push_back(step.to);
          EXPECT_EQ(graph.kind(step.kind).state, step.to);
          EXPECT_EQ(graph.kind(step.kind).thread, p);
        }
        at = list.next;
      }
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(found, expected);
    }
  }
}

}  // namespace
}  // namespace robur::testing

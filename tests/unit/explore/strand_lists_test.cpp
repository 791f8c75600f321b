// Lists of strands against their plain definition, and steps against what was written.
#include "explore/strand_lists.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "explore/step_graph.h"
#include "generators/rng.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kSeeds = 200;
constexpr StateId kStates = 3;

struct Strand {
  std::uint32_t column;
  std::uint64_t words[2];

  bool within(const Strand& other) const {
    return column == other.column && (words[0] & ~other.words[0]) == 0 &&
           (words[1] & ~other.words[1]) == 0;
  }
};

TEST(StrandLists, KeepWhatNothingElseMakesSuperfluous) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    StrandBits bits(2);
    std::vector<Strand> strands;
    std::set<std::vector<std::uint64_t>> different;
    for (unsigned i = 0; i < 120; ++i) {
      const Strand s{static_cast<std::uint32_t>(rng.below(4)), {rng.below(8), rng.below(8)}};
      if (!different.insert({s.column, s.words[0], s.words[1]}).second) continue;
      strands.push_back(s);
    }
    // Sets at first, mostly, and lists when there are more strands.
    StrandLists lists(bits, rng.pick({0u, 1u, 20u, 128u}));
    lists.resize(kStates);
    std::set<StrandNumber> here[kStates], fresh[kStates];
    std::vector<StrandNumber> taken;
    for (unsigned i = 0; i < 400; ++i) {
      while (bits.size() < std::min(strands.size(), std::size_t{2} + i / 3)) {
        const Strand& next = strands[bits.size()];
        bits.add(next.column, 0, next.words);
      }
      const auto state = static_cast<StateId>(rng.below(kStates));
      if (rng.below(8) == 0) {
        lists.takeNew(state, taken);
        EXPECT_EQ(std::set<StrandNumber>(taken.begin(), taken.end()), fresh[state]);
        EXPECT_EQ(taken.size(), fresh[state].size());
        fresh[state].clear();
        continue;
      }
      const auto one = static_cast<StrandNumber>(rng.below(bits.size()));
      const auto covers = [&](StrandNumber other) { return strands[one].within(strands[other]); };
      const bool covered = std::any_of(here[state].begin(), here[state].end(), covers);
      EXPECT_EQ(lists.add(state, one), !covered);
      if (covered) continue;
      const auto superfluous = [&](StrandNumber other) {
        return strands[other].within(strands[one]);
      };
      std::erase_if(here[state], superfluous);
      std::erase_if(fresh[state], superfluous);
      here[state].insert(one);
      fresh[state].insert(one);
    }
  }
}

TEST(StrandLists, GrowBeyondAPiece) {
  // Each has a bit of its own, so that none makes another superfluous.
  constexpr std::size_t kWords = 80;
  StrandBits bits(kWords);
  for (unsigned i = 0; i < 64 * kWords; ++i) {
    std::vector<std::uint64_t> words(kWords);
    words[i / 64] = std::uint64_t{1} << (i % 64);
    bits.add(i % 3, 0, words.data());
  }
  StrandLists lists(bits);
  lists.resize(2);
  for (StrandNumber i = 0; i < bits.size(); ++i) {
    EXPECT_TRUE(lists.add(i % 8 == 0 ? 0 : 1, i));
  }
  std::vector<StrandNumber> taken;
  lists.takeNew(1, taken);
  EXPECT_EQ(taken.size(), bits.size() / 8 * 7);
  EXPECT_TRUE(std::is_sorted(taken.begin(), taken.end(),
                             [](StrandNumber a, StrandNumber b) { return a % 3 < b % 3; }));
}

TEST(StepGraph, GivesBackWhatSeveralHaveWritten) {
  constexpr unsigned kPens = 3;
  StepGraph graph;
  std::vector<std::map<StateId, std::vector<StateId>>> written(kPens);
  std::vector<std::thread> writers;
  for (unsigned p = 0; p < kPens; ++p) {
    writers.emplace_back([&, p] {
      Rng rng(p + 1);
      StepGraph::Pen pen(graph);
      for (unsigned i = 0; i < 3000; ++i) {
        const auto from = static_cast<StateId>(kPens * rng.below(20000) + p);
        std::vector<StepGraph::Step> steps(rng.below(i % 500 == 0 ? 9000 : 5));
        for (StepGraph::Step& step : steps) {
          const std::uint64_t about = rng.below(50);
          step.kind = pen.kindOf(p, about, about % 3, [&] {
            return StepKind{static_cast<StateId>(about), p, 0,
                            static_cast<std::uint32_t>(about % 3)};
          });
          step.to = static_cast<StateId>(about);
          written[p][from].push_back(step.to);
        }
        pen.write(from, steps);
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(graph.kindCount(), kPens * 50);
  for (unsigned p = 0; p < kPens; ++p) {
    for (auto& [from, expected] : written[p]) {
      std::vector<StateId> found;
      for (auto at = graph.firstRun(from); at != StepGraph::kNoRun;) {
        const StepGraph::Run run = graph.run(at);
        for (const StepGraph::Step& step : run.steps) {
          found.push_back(step.to);
          EXPECT_EQ(graph.kind(step.kind).state, step.to);
          EXPECT_EQ(graph.kind(step.kind).thread, p);
        }
        at = run.next;
      }
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(found, expected);
    }
  }
}

}  // namespace
}  // namespace robur::testing

// The backward search without its reductions: the programs of tests/corpus/verify that have a
// verdict under SRA, with forward pruning and symmetry switched off. Errors that pruning could
// mask, such as a wrong rule of the backward step, show up here.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/language.h"
#include "graph/axioms.h"
#include "support/expectation.h"
#include "verify/bad_states.h"
#include "verify/replay.h"

namespace robur::testing {

namespace {

namespace fs = std::filesystem;
using verify::Coverage;

struct Case {
  std::string name;
  Program program;
  Expectation expected;
};

std::vector<Case> corpus() {
  std::vector<Case> out;
  for (const auto& entry :
       fs::directory_iterator(fs::path(ROBUR_SOURCE_DIR) / "tests/corpus/verify")) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    const Source source{entry.path().filename().string(), text.str()};
    Parsed parsed = parse(Language::Rob, source);
    EXPECT_TRUE(parsed.program) << source.path;
    if (!parsed.program) continue;
    Expectation expected = readHeader(source.text).expectation;
    if (!expected.safety.contains(ModelName::Sra)) continue;
    out.push_back({source.path, std::move(*parsed.program), std::move(expected)});
  }
  std::sort(out.begin(), out.end(), [](const Case& a, const Case& b) { return a.name < b.name; });
  return out;
}

std::vector<verify::Target> targetsOf(const Machine& machine, const verify::LocalGraphs& locals,
                                      const Expectation& expected) {
  if (!expected.reach.empty()) return verify::parseReach(machine, expected.reach).reach->disjuncts;
  std::vector<verify::Target> out;
  for (const verify::BadState& bad : verify::badStatesOf(machine, locals))
    out.push_back(bad.target);
  return out;
}

}  // namespace

// Three workers give the same answers as one, in every repetition.
TEST(WithHelp, VerdictsAreTheSame) {
  for (const Case& c : corpus()) {
    SCOPED_TRACE(c.name);
    const Machine machine(c.program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    const auto targets = targetsOf(machine, *locals, c.expected);
    for (int round = 0; round < 3; ++round) {
      verify::SearchLimits limits;
      limits.forward = round == 0;
      limits.maxNodes = 1000;
      limits.workers = 3;
      limits.alone = 0;
      const verify::Answer answer = verify::ask(*locals, targets, limits);
      if (answer.coverage.end == Coverage::End::Stopped) continue;
      const bool reachable = answer.coverage.end == Coverage::End::Reachable;
      EXPECT_EQ(reachable, c.expected.safety.at(ModelName::Sra) == Safety::Unsafe);
      if (!reachable) continue;
      EXPECT_TRUE(
          verify::replay(c.program, *locals, answer.coverage.moves, targets[answer.target]));
    }
  }
}

TEST(WithoutReductions, VerdictsAreTheSame) {
  constexpr std::uint64_t kMostNodes = 3000;
  int safe = 0;
  int unsafe = 0;
  for (const Case& c : corpus()) {
    SCOPED_TRACE(c.name);
    const Machine machine(c.program);
    std::string reason;
    const auto locals = verify::localGraphsOf(machine, 20000, reason);
    ASSERT_TRUE(locals) << reason;
    const auto targets = targetsOf(machine, *locals, c.expected);
    for (const bool forward : {false, true}) {
      for (const bool symmetry : {false, true}) {
        if (forward && symmetry) continue;
        verify::SearchLimits limits;
        limits.forward = forward;
        limits.symmetry = symmetry;
        limits.maxNodes = kMostNodes;
        const verify::Answer answer = verify::ask(*locals, targets, limits);
        if (answer.coverage.end == Coverage::End::Stopped) continue;
        const bool reachable = answer.coverage.end == Coverage::End::Reachable;
        EXPECT_EQ(reachable, c.expected.safety.at(ModelName::Sra) == Safety::Unsafe)
            << (forward ? "with" : "without") << " forward pruning";
        if (!forward) (reachable ? unsafe : safe)++;
        if (!reachable) continue;
        const auto run =
            verify::replay(c.program, *locals, answer.coverage.moves, targets[answer.target]);
        ASSERT_TRUE(run);
        EXPECT_TRUE(consistent(c.program, run->graph, ModelName::Sra));
      }
    }
  }
  EXPECT_GT(safe, 60);
  EXPECT_GT(unsafe, 20);
}

}  // namespace robur::testing

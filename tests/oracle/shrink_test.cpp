// Random programs are valid and the same for the same seed; failing ones get small.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "generators/litmus.h"
#include "generators/program.h"
#include "oracle/oracle.h"
#include "oracle/shrink.h"
#include "program/model_info.h"
#include "program/validate.h"

namespace robur::testing {
namespace {

std::size_t countOf(const Program& program, Instr::Op op) {
  std::size_t count = 0;
  for (const Code& code : program.codes) {
    for (const Instr& i : code.instrs) count += i.op == op;
  }
  return count;
}

TEST(Generator, MakesValidProgramsOfEveryKind) {
  std::size_t seen[static_cast<std::size_t>(Instr::Op::Halt) + 1] = {};
  std::size_t scAccesses = 0;
  std::size_t copies = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    GeneratorOptions options;
    options.model = kAllModels[seed % kModelCount];
    options.scAccesses = seed % 2 == 0;
    options.unboundedLoops = seed % 3 == 0;
    const Program program = generate(seed, options);
    const auto problems = validate(program);
    ASSERT_TRUE(problems.empty()) << seed << ": " << problems.front().message;
    ASSERT_TRUE(validate(waitsAsLoops(program)).empty()) << seed;
    ASSERT_TRUE(sameProgram(program, generate(seed, options))) << seed;
    EXPECT_EQ(countOf(waitsAsLoops(program), Instr::Op::Wait), 0u);
    copies += program.threads.size() > program.codes.size();
    for (const Code& code : program.codes) {
      for (const Instr& i : code.instrs) {
        ++seen[static_cast<std::size_t>(i.op)];
        const bool sc = accessesMemory(i.op) && i.order == Order::Sc;
        EXPECT_TRUE(!sc || options.scAccesses);
        scAccesses += sc;
      }
    }
  }
  for (const std::size_t count : seen) EXPECT_GT(count, 20u);
  EXPECT_GT(scAccesses, 500u);
  EXPECT_GT(copies, 50u);
}

TEST(Shrink, KeepsWhatTheFailureNeeds) {
  const Program program =
      programOf(parseLitmus("R.acq z; W.rel x 1; U z 2; R.acq y; F.rel || W z 1; W.rel y 3; F.acq; "
                            "R.acq x || R z; W z 4"));
  const auto fails = [](const Program& p) { return askOracle(p, ModelName::Sra).notRobust(); };
  ASSERT_TRUE(fails(program));
  const Program small = shrink(program, fails);
  EXPECT_TRUE(fails(small));
  EXPECT_EQ(small.threads.size(), 2u);
  EXPECT_EQ(small.locations.size(), 2u);
  EXPECT_EQ(countOf(small, Instr::Op::Fence), 0u);
  EXPECT_EQ(countOf(small, Instr::Op::Store) + countOf(small, Instr::Op::Load), 4u);
  for (const Code& code : small.codes) {
    for (const Instr& i : code.instrs) EXPECT_EQ(i.order, Order::Rlx);
  }
}

TEST(Shrink, StopsWhenItMayTryNoMore) {
  const Program program = generate(5, {});
  std::size_t tries = 0;
  shrink(
      program, [&](const Program&) { return ++tries, true; }, 7);
  EXPECT_LE(tries, 7u);
}

TEST(Shrink, EndsOnRandomPrograms) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Program program = generate(seed, {.unboundedLoops = true});
    const Program small = shrink(program, [](const Program&) { return true; });
    EXPECT_EQ(small.threads.size(), 1u) << seed;
    EXPECT_EQ(small.codes[0].instrs.size(), 1u) << seed;
  }
}

TEST(KeepProgram, WritesAFile) {
  const Program program = programOf(parseLitmus("W x 1 || R x"));
  const std::string path = keepProgram(program, "test-keep-program", "why it is kept\nand more");
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str().find("// why it is kept\n// and more\n"), 0u);
  EXPECT_NE(text.str().find("thread"), std::string::npos);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace robur::testing

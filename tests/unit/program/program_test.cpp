// Cells and their names, the senses of sameness, model names.
#include "program/program.h"

#include <gtest/gtest.h>

#include "program/model_info.h"
#include "program/model_name.h"

namespace robur {
namespace {

Program twoThreads() {
  Program p;
  p.locations.resize(3);
  p.locations[0].name = "x";
  p.locations[1].name = "a";
  p.locations[1].isArray = true;
  p.locations[1].init = {1, 2, 3};
  p.locations[2].name = "y";
  Code code;
  code.name = "t";
  code.registers.push_back({"r", kBool, 0, {}});
  Instr load;
  load.op = Instr::Op::Load;
  load.dst = RegId{0};
  load.address.base = LocationId{1};
  load.address.index = threadIndex();
  load.next = {1};
  code.instrs = {load, Instr()};
  code.labels = {{"end", 1}};
  p.codes = {code};
  p.threads = {{"t[0]", CodeId{0}, 0}, {"t[1]", CodeId{0}, 1}};
  return p;
}

TEST(Program, CellsAreNumberedInTheOrderOfDeclaration) {
  const Program p = twoThreads();
  EXPECT_EQ(p.cellCount(), 5u);
  EXPECT_EQ(p.firstCell(LocationId{0}), CellId{0});
  EXPECT_EQ(p.firstCell(LocationId{1}), CellId{1});
  EXPECT_EQ(p.firstCell(LocationId{2}), CellId{4});
  EXPECT_EQ(p.locationOf(CellId{3}), LocationId{1});
  EXPECT_EQ(p.locationOf(CellId{4}), LocationId{2});
  EXPECT_EQ(p.cellName(CellId{0}), "x");
  EXPECT_EQ(p.cellName(CellId{3}), "a[2]");
}

TEST(Program, SamenessIgnoresSpansAndUnusedFields) {
  const Program a = twoThreads();
  Program b = twoThreads();
  b.codes[0].instrs[0].span = {0, 3, 1, 3, 5};
  b.codes[0].instrs[0].value = constant(7);
  b.locations[0].span = {0, 1, 1, 1, 2};
  EXPECT_TRUE(sameProgram(a, b));
}

TEST(Program, SamenessSeesWhatMatters) {
  const Program a = twoThreads();
  const auto differs = [&](const auto& change) {
    Program b = twoThreads();
    change(b);
    return !sameUpToNames(a, b) && !sameProgram(a, b);
  };
  EXPECT_TRUE(differs([](Program& p) { p.locations[1].init[2] = 9; }));
  EXPECT_TRUE(differs([](Program& p) { p.locations[0].atomic = false; }));
  EXPECT_TRUE(differs([](Program& p) { p.locations[0].isArray = true; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].registers[0].type = kInt32; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].registers[0].init = 1; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].entry = 1; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].instrs[0].order = Order::Acq; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].instrs[0].orderGiven = false; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].instrs[0].address.index = constant(0); }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].instrs[0].address.base = LocationId{0}; }));
  EXPECT_TRUE(differs([](Program& p) { p.codes[0].instrs[0].next = {0}; }));
  EXPECT_TRUE(differs([](Program& p) { p.threads[1].index = 0; }));
  EXPECT_TRUE(differs([](Program& p) { p.threads.pop_back(); }));
}

TEST(Program, NamesCountForSameProgramAlone) {
  const Program a = twoThreads();
  const auto onlyNamesDiffer = [&](const auto& change) {
    Program b = twoThreads();
    change(b);
    return sameUpToNames(a, b) && !sameProgram(a, b);
  };
  EXPECT_TRUE(onlyNamesDiffer([](Program& p) { p.locations[0].name = "z"; }));
  EXPECT_TRUE(onlyNamesDiffer([](Program& p) { p.threads[0].name = "z"; }));
  EXPECT_TRUE(onlyNamesDiffer([](Program& p) { p.codes[0].name = "z"; }));
  EXPECT_TRUE(onlyNamesDiffer([](Program& p) { p.codes[0].registers[0].name = "z"; }));
  EXPECT_TRUE(onlyNamesDiffer([](Program& p) { p.codes[0].labels[0].name = "z"; }));
  EXPECT_TRUE(onlyNamesDiffer([](Program& p) { p.codes[0].instrs[0].complaint = "z"; }));
}

TEST(Program, ThreadsOfEqualCodeAreTheSameUpToSharing) {
  Program shared = twoThreads();
  Program copied = twoThreads();
  copied.codes.push_back(copied.codes[0]);
  copied.threads[1].code = CodeId{1};
  EXPECT_TRUE(sameUpToNames(shared, copied));
  EXPECT_FALSE(sameProgram(shared, copied));
}

TEST(Program, UseOfTheThreadIndexIsFoundEverywhere) {
  Code code;
  code.instrs.resize(1);
  EXPECT_FALSE(usesThreadIndex(code));
  code.instrs[0].value = unary(UnaryOp::Neg, threadIndex());
  EXPECT_TRUE(usesThreadIndex(code));
  code.instrs[0].value = nullptr;
  code.instrs[0].expected = threadIndex();
  EXPECT_TRUE(usesThreadIndex(code));
  EXPECT_TRUE(usesThreadIndex(twoThreads().codes[0]));
}

TEST(ModelName, SpellingsAreReadBack) {
  for (const ModelName model : kAllModels) EXPECT_EQ(modelNamed(spelling(model)), model);
  EXPECT_EQ(modelNamed("rc20"), ModelName::Rc20);
  EXPECT_EQ(modelNamed("RC20"), std::nullopt);
  EXPECT_EQ(modelNamed(""), std::nullopt);
  EXPECT_STREQ(titleOf(ModelName::Tso), "TSO");
}

}  // namespace
}  // namespace robur

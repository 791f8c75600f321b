// Merging paths changes no behaviour: an interpreter that knows nothing of it finds the same
// faults, races and blocked places, also of programs in which branches have been put that decide
// nothing.
#include "program/transform/merge_paths.h"

#include <gtest/gtest.h>

#include "generators/program.h"
#include "oracle/sc_states.h"
#include "program/code_builder.h"
#include "program/transform/share_registers.h"

namespace robur::testing {
namespace {

// A branch before some assignments, whose other side is a copy of the assignment.
void splitPaths(Code& code, std::uint64_t seed) {
  const std::size_t size = code.instrs.size();
  for (Pc pc = 0; pc < size; ++pc) {
    if (code.instrs[pc].op != Instr::Op::Assign || (pc + seed) % 2 == 0) continue;
    const Instr moved = code.instrs[pc];
    const auto first = static_cast<Pc>(code.instrs.size());
    code.instrs.push_back(moved);
    code.instrs.push_back(moved);
    Instr& branch = code.instrs[pc];
    branch = Instr{};
    branch.op = Instr::Op::Branch;
    branch.span = moved.span;
    branch.value = binary(BinaryOp::Gt, reg(moved.dst), constant(0));
    branch.next = {first, first + 1};
  }
}

TEST(MergePaths, ChangesNoBehaviour) {
  std::size_t dropped = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Program before = generate(seed, {});
    Program split = before;
    for (Code& code : split.codes) {
      for (Register& r : code.registers) r.type.overflow = IntType::Overflow::Wrap;
      splitPaths(code, seed);
    }
    Program after = split;
    for (Code& code : after.codes) dropped += mergePaths(code) ? 1 : 0;
    const ScStates a = exploreSc(split, 3000);
    const ScStates b = exploreSc(after, 3000);
    if (!a.complete || !b.complete) continue;
    EXPECT_EQ(a.faults, b.faults) << seed;
    EXPECT_EQ(a.race, b.race) << seed;
    EXPECT_EQ(a.blocked, b.blocked) << seed;
  }
  EXPECT_GT(dropped, 50u);
}

// A counter that is compared for nothing is not needed once the comparison is gone.
TEST(MergePaths, ForgetsWhatDecidesNothing) {
  Code code;
  code.registers.push_back({"n", {0, 99, IntType::Overflow::Wrap}, 0, {}});
  const RegId n{0};
  Instr add;
  add.op = Instr::Op::Assign;
  add.dst = n;
  add.value = binary(BinaryOp::Add, reg(n), constant(1));
  add.next = {1};
  Instr compare;
  compare.op = Instr::Op::Branch;
  compare.value = binary(BinaryOp::Gt, reg(n), constant(3));
  compare.next = {2, 3};
  Instr jump;
  jump.op = Instr::Op::Goto;
  jump.next = {3};
  Instr store;
  store.op = Instr::Op::Store;
  store.value = constant(1);
  store.next = {0};
  code.instrs = {add, compare, jump, store};
  EXPECT_TRUE(mergePaths(code));
  shareRegisters(code);
  EXPECT_TRUE(code.registers.empty());
  EXPECT_FALSE(mergePaths(code));
}

// A division by zero is an error that stays.
TEST(MergePaths, KeepsWhatCanFail) {
  Code code;
  code.registers.push_back({"n", {0, 99, IntType::Overflow::Wrap}, 0, {}});
  Instr compare;
  compare.op = Instr::Op::Branch;
  compare.value = binary(BinaryOp::Div, constant(1), reg(RegId{0}));
  compare.next = {1, 1};
  Instr halt;
  halt.op = Instr::Op::Halt;
  code.instrs = {compare, halt};
  EXPECT_FALSE(mergePaths(code));
}

}  // namespace
}  // namespace robur::testing

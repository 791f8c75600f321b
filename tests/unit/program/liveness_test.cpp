// Live and needed registers, compared with their definitions: the least fixed point that sweeps
// over the code compute, and the paths of small code.
#include "program/analysis/liveness.h"

#include <gtest/gtest.h>

#include "generators/any_ir.h"
#include "generators/program.h"
#include "program/code_builder.h"
#include "program/transform/share_registers.h"

namespace robur {
namespace {

using Rows = std::vector<std::vector<bool>>;

void addUses(const Instr& in, std::vector<bool>& live) {
  for (const ExprPtr& e : {in.value, in.expected, in.address.index}) {
    forEachNode(e, [&](const Expr& node) {
      if (node.kind == Expr::Kind::Reg) live[raw(node.reg)] = true;
    });
  }
}

// Sweeps until nothing changes. `skipping`: what an assignment reads counts only if its register is
// live after it.
Rows bySweeps(const Code& code, const std::vector<bool>& atEnd, bool skipping) {
  const std::vector<bool> none(code.registers.size(), false);
  Rows live(code.instrs.size(), none);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = 0; pc < code.instrs.size(); ++pc) {
      const Instr& in = code.instrs[pc];
      std::vector<bool> now = in.next.empty() && !atEnd.empty() ? atEnd : none;
      for (const Pc next : in.next) {
        for (std::size_t r = 0; r < now.size(); ++r) now[r] = now[r] || live[next][r];
      }
      const bool idle = skipping && onlyAssigns(in, code) && !now[raw(in.dst)];
      if (in.dst != kNoReg) now[raw(in.dst)] = false;
      if (!idle) addUses(in, now);
      changed |= now != live[pc];
      live[pc] = now;
    }
  }
  return live;
}

Rows rowsOf(const BitMatrix& bits, const Code& code) {
  Rows rows(code.instrs.size(), std::vector<bool>(code.registers.size(), false));
  for (std::size_t pc = 0; pc < rows.size(); ++pc) {
    bits.forEach(pc, [&](std::uint32_t r) { rows[pc].at(r) = true; });
    for (std::uint32_t r = 0; r < code.registers.size(); ++r) {
      EXPECT_EQ(rows[pc][r], bits.at(pc, r));
    }
  }
  return rows;
}

TEST(Liveness, IsTheLeastFixedPointOnRandomPrograms) {
  std::size_t live = 0;
  std::size_t faint = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Program program = seed % 2 == 0 ? testing::generate(seed, {}) : testing::randomIr(seed);
    for (const Code& code : program.codes) {
      const Rows expected = bySweeps(code, {}, false);
      const Rows needed = bySweeps(code, {}, true);
      EXPECT_EQ(rowsOf(liveRegisters(code), code), expected) << seed;
      EXPECT_EQ(rowsOf(neededRegisters(code), code), needed) << seed;
      std::vector<bool> atEnd(code.registers.size(), false);
      for (std::size_t r = 0; r < atEnd.size(); ++r) atEnd[r] = (seed >> r) % 2 == 0;
      EXPECT_EQ(rowsOf(liveRegisters(code, atEnd), code), bySweeps(code, atEnd, false)) << seed;
      for (std::size_t pc = 0; pc < code.instrs.size(); ++pc) {
        for (std::size_t r = 0; r < atEnd.size(); ++r) {
          live += expected[pc][r] ? 1 : 0;
          faint += expected[pc][r] && !needed[pc][r] ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(live, 1000u);
  EXPECT_GT(faint, 10u);
}

Instr assign(RegId to, ExprPtr value) {
  Instr in;
  in.op = Instr::Op::Assign;
  in.dst = to;
  in.value = std::move(value);
  return in;
}

Instr load(RegId to) {
  Instr in;
  in.op = Instr::Op::Load;
  in.dst = to;
  in.address.base = LocationId{0};
  return in;
}

// while (x) ++tries;
Code retry(IntType counter, ExprPtr added) {
  CodeBuilder b;
  const RegId tries = b.addRegister({"tries", counter, 0, {}});
  const RegId seen = b.addRegister({"seen", kInt32, 0, {}});
  const CodeBuilder::Mark head = b.mark();
  const CodeBuilder::Mark again = b.mark();
  const CodeBuilder::Mark end = b.mark();
  b.emit(assign(tries, constant(0)));
  b.place(head);
  b.emit(load(seen));
  b.branch(reg(seen), again, end, {});
  b.place(again);
  b.emit(assign(tries, binary(BinaryOp::Add, reg(tries), std::move(added))));
  b.jump(head, {});
  b.place(end);
  b.halt({});
  return b.finish("t", {});
}

std::size_t assignmentsIn(const Code& code) {
  return static_cast<std::size_t>(std::ranges::count(code.instrs, Instr::Op::Assign, &Instr::op));
}

TEST(Liveness, ACounterThatOnlyItselfDependsOnIsDropped) {
  Code code = retry(kInt32, constant(1));
  EXPECT_TRUE(liveRegisters(code).at(1, 0));
  EXPECT_FALSE(neededRegisters(code).at(1, 0));
  shareRegisters(code);
  EXPECT_EQ(assignmentsIn(code), 0u);
  EXPECT_EQ(code.registers.size(), 1u);
}

TEST(Liveness, ACounterThatCanFaultStays) {
  Code overflow = retry({0, 9, IntType::Overflow::Error}, constant(1));
  shareRegisters(overflow);
  EXPECT_EQ(assignmentsIn(overflow), 2u);
  Code division = retry(kInt32, binary(BinaryOp::Div, constant(8), reg(RegId{1})));
  shareRegisters(division);
  EXPECT_EQ(assignmentsIn(division), 2u);
}

}  // namespace
}  // namespace robur

// The canonical form: what goes, what stays, and in which order.
#include "program/simplify.h"

#include <gtest/gtest.h>

#include "generators/any_ir.h"
#include "program/code_builder.h"
#include "program/validate.h"
#include "support/listing.h"

namespace robur {
namespace {

using testing::listing;

Program withCode(Code code) {
  Program p;
  p.locations.resize(1);
  p.locations[0].name = "a";
  p.locations[0].isArray = true;
  p.codes.push_back(std::move(code));
  p.threads = {{"t", CodeId{0}, 0}};
  EXPECT_TRUE(validate(p).empty());
  return p;
}

Instr assign(std::int64_t value) {
  Instr i;
  i.op = Instr::Op::Assign;
  i.dst = RegId{0};
  i.value = constant(value);
  return i;
}

struct Builder : CodeBuilder {
  Builder() { addRegister({"r", kInt32, 0, {}}); }
  std::string simplifiedListing() {
    const std::string text = listing(simplified(withCode(finish("t", {}))));
    constexpr std::string_view kHead = "atomic i32 a[1]\nthread t r\n";
    EXPECT_TRUE(text.starts_with(kHead));
    return text.substr(kHead.size());
  }
};

TEST(Simplify, ChainsOfJumpsDisappear) {
  Builder b;
  const auto one = b.mark();
  const auto two = b.mark();
  b.jump(one, {});
  b.emit(assign(99));
  b.place(two);
  b.emit(assign(2));
  b.halt({});
  b.place(one);
  b.jump(two, {});
  EXPECT_EQ(b.simplifiedListing(), "  0 r = 2\n  1 return\n");
}

TEST(Simplify, ConstantBranchesAndSingleChoicesAreJumps) {
  Builder b;
  const auto yes = b.mark();
  const auto no = b.mark();
  const Pc choice = b.choice({});
  b.alternative(choice, yes);
  b.place(no);
  b.emit(assign(0));
  b.place(yes);
  Instr branch;
  branch.op = Instr::Op::Branch;
  branch.value = constant(0);
  Code code = b.finish("t", {});
  branch.next = {1, 2};
  code.instrs[2] = branch;
  code.instrs.push_back(Instr());
  code.instrs[2].next = {1, 3};
  EXPECT_EQ(listing(simplified(withCode(code))), "atomic i32 a[1]\nthread t r\n  0 return\n");
}

TEST(Simplify, AnEmptyEndlessLoopIsOneJumpToItself) {
  Builder b;
  const auto one = b.mark();
  const auto two = b.mark();
  b.emit(assign(1));
  b.place(one);
  b.jump(two, {});
  b.place(two);
  b.jump(one, {});
  EXPECT_EQ(b.simplifiedListing(), "  0 r = 1\n  1 goto -> 1\n");
}

TEST(Simplify, InstructionsAreNumberedDepthFirstAndHaltsMerged) {
  Builder b;
  const auto yes = b.mark();
  const auto no = b.mark();
  const auto start = b.mark();
  b.jump(start, {});
  b.place(no);
  b.emit(assign(2));
  b.halt({});
  b.place(yes);
  b.emit(assign(1));
  b.halt({});
  b.place(start);
  b.branch(reg(RegId{0}), yes, no, {});
  EXPECT_EQ(b.simplifiedListing(), "  0 if (r) -> 1 3\n  1 r = 1\n  2 return\n  3 r = 2 -> 2\n");
}

TEST(Simplify, ConstantsAreFoldedAndElementZeroIsWritten) {
  Builder b;
  Instr i = assign(0);
  i.value = binary(BinaryOp::Add, unary(UnaryOp::Neg, constant(3)),
                   unary(UnaryOp::BitNot, unary(UnaryOp::Not, constant(0))));
  b.emit(i);
  Instr load;
  load.op = Instr::Op::Load;
  load.dst = RegId{0};
  load.order = Order::Acq;
  b.emit(load);
  EXPECT_EQ(b.simplifiedListing(), "  0 r = -5\n  1 r = a[0].load(acq)\n  2 return\n");
}

TEST(Simplify, LabelsFollowTheirInstructions) {
  Builder b;
  const auto dead = b.mark();
  const auto end = b.mark();
  const auto hop = b.mark();
  b.jump(end, {});
  b.place(dead);
  b.emit(assign(1));
  b.place(hop);
  b.jump(end, {});
  b.place(end);
  b.emit(assign(2));
  b.label("dead", dead);
  b.label("hop", hop);
  b.label("end", end);
  const Program p = simplified(withCode(b.finish("t", {})));
  ASSERT_EQ(p.codes[0].labels.size(), 2u);
  EXPECT_EQ(p.codes[0].labels[0].name, "hop");
  EXPECT_EQ(p.codes[0].labels[0].pc, 0u);
  EXPECT_EQ(p.codes[0].labels[1].name, "end");
}

TEST(Simplify, LongCodeNeedsNoDeepStack) {
  Builder b;
  for (int i = 0; i < 60000; ++i) b.emit(assign(i));
  const Program p = simplified(withCode(b.finish("t", {})));
  EXPECT_EQ(p.codes[0].instrs.size(), 60001u);
}

TEST(Simplify, TheFormIsValidAndFinal) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Program once = simplified(testing::randomIr(seed));
    ASSERT_TRUE(validate(once).empty()) << seed;
    ASSERT_TRUE(sameProgram(once, simplified(once))) << seed;
  }
}

}  // namespace
}  // namespace robur

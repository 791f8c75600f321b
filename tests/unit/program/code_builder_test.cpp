#include "program/code_builder.h"

#include <gtest/gtest.h>

#include "support/listing.h"

namespace robur {
namespace {

TEST(CodeBuilder, MarksResolveForwardAndBackward) {
  CodeBuilder b;
  const RegId r = b.addRegister({"r", kInt32, 0, {}});
  const auto head = b.mark();
  const auto body = b.mark();
  const auto end = b.mark();
  b.place(head);
  b.branch(reg(r), body, end, {});
  b.place(body);
  Instr i;
  i.op = Instr::Op::Assign;
  i.dst = r;
  i.value = constant(1);
  b.emit(i);
  b.jump(head, {});
  EXPECT_FALSE(b.placed(end));
  b.place(end);
  EXPECT_TRUE(b.placed(end));
  b.label("end", end);
  Program p;
  p.codes.push_back(b.finish("t", {}));
  p.threads = {{"t", CodeId{0}, 0}};
  EXPECT_EQ(testing::listing(p),
            "thread t r\n  0 if (r) -> 1 3\n  1 r = 1\n  2 goto -> 0\n  3 return\n");
  ASSERT_EQ(p.codes[0].labels.size(), 1u);
  EXPECT_EQ(p.codes[0].labels[0].pc, 3u);
  EXPECT_EQ(b.size(), 0u) << "ready for the next thread";
}

TEST(CodeBuilder, ConstantConditionsBecomeJumps) {
  CodeBuilder b;
  const auto yes = b.mark();
  const auto no = b.mark();
  b.branch(constant(0), yes, no, {});
  b.place(yes);
  b.halt({});
  b.place(no);
  const Code code = b.finish("t", {});
  EXPECT_EQ(code.instrs[0].op, Instr::Op::Goto);
  EXPECT_EQ(code.instrs[0].next, std::vector<Pc>{2});
}

TEST(CodeBuilder, TemporariesAreNumberedAndStartInTheirRange) {
  CodeBuilder b;
  b.temporary(kInt32);
  b.temporary({3, 5, IntType::Overflow::Wrap});
  const Code code = b.finish("t", {0, 1, 1, 4, 2});
  EXPECT_EQ(code.registers[0].name, "$1");
  EXPECT_EQ(code.registers[1].name, "$2");
  EXPECT_EQ(code.registers[1].init, 3);
  EXPECT_EQ(code.instrs[0].span, (Span{0, 4, 1, 4, 2})) << "the closing brace";
}

}  // namespace
}  // namespace robur

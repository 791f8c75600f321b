// How IR looks as .rob text.
#include "program/print.h"

#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"

namespace robur {
namespace {

constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
constexpr auto kMax = std::numeric_limits<std::int64_t>::max();

TEST(Print, Types) {
  using enum IntType::Overflow;
  EXPECT_EQ(spelling(kBool), "bool");
  EXPECT_EQ(spelling(kInt32), "i32");
  EXPECT_EQ(spelling(IntType{0, 1, Wrap}), "u1");
  EXPECT_EQ(spelling(IntType{0, 255, Wrap}), "u8");
  EXPECT_EQ(spelling(IntType{0, kMax, Wrap}), "u63");
  EXPECT_EQ(spelling(IntType{-2, 1, Wrap}), "i2");
  EXPECT_EQ(spelling(IntType{kMin, kMax, Wrap}), "i64");
  EXPECT_EQ(spelling(IntType{0, 255, Error}), "0..255");
  EXPECT_EQ(spelling(IntType{-1, 0, Wrap}), "wrap -1..0");
  EXPECT_EQ(spelling(IntType{0, 4, Wrap}), "wrap 0..4");
  EXPECT_EQ(spelling(IntType{-3, 4, Error}), "-3..4");
  EXPECT_EQ(spelling(IntType{kMin, 0, Error}), "-9223372036854775808..0");
}

TEST(Print, ParenthesesWhereTheyAreNeeded) {
  Program p;
  p.locations.resize(1);
  p.locations[0].name = "x";
  Code code;
  code.registers = {{"a", kInt32, 0, {}}, {"b", kInt32, 0, {}}};
  const ExprPtr a = reg(RegId{0});
  const ExprPtr b = reg(RegId{1});
  const auto text = [&](const ExprPtr& e) { return printExpr(p, code, e); };
  const auto bin = [](BinaryOp op, const ExprPtr& l, const ExprPtr& r) { return binary(op, l, r); };
  EXPECT_EQ(text(bin(BinaryOp::Sub, a, bin(BinaryOp::Sub, b, a))), "a - (b - a)");
  EXPECT_EQ(text(bin(BinaryOp::Sub, bin(BinaryOp::Sub, a, b), a)), "a - b - a");
  EXPECT_EQ(text(bin(BinaryOp::Mul, bin(BinaryOp::Add, a, b), a)), "(a + b) * a");
  EXPECT_EQ(text(bin(BinaryOp::Add, bin(BinaryOp::Mul, a, b), a)), "a * b + a");
  EXPECT_EQ(text(bin(BinaryOp::BitAnd, a, bin(BinaryOp::Eq, a, b))), "a & a == b");
  EXPECT_EQ(text(bin(BinaryOp::Eq, bin(BinaryOp::BitAnd, a, b), a)), "(a & b) == a");
  EXPECT_EQ(text(bin(BinaryOp::Or, bin(BinaryOp::And, a, b), a)), "a && b || a");
  EXPECT_EQ(text(bin(BinaryOp::And, bin(BinaryOp::Or, a, b), a)), "(a || b) && a");
  EXPECT_EQ(text(unary(UnaryOp::Not, bin(BinaryOp::Eq, a, b))), "!(a == b)");
  EXPECT_EQ(text(unary(UnaryOp::Neg, unary(UnaryOp::Neg, a))), "-(-a)");
  EXPECT_EQ(text(unary(UnaryOp::Neg, constant(-3))), "-(-3)");
  EXPECT_EQ(text(bin(BinaryOp::Sub, a, constant(-3))), "a - -3");
  EXPECT_EQ(text(bin(BinaryOp::BitAnd, a, addressOf(LocationId{0}))), "a & &x");
  EXPECT_EQ(text(bin(BinaryOp::Shl, threadIndex(), constant(1))), "tid << 1");
  EXPECT_EQ(text(constant(kMin)), "-9223372036854775808");
  EXPECT_EQ(text(bin(BinaryOp::Lt, loaded(), a)), "value < a");
}

std::string printed(std::string_view text) {
  const Parsed parsed = parseRob({"p.rob", std::string(text)});
  EXPECT_TRUE(parsed.program) << (parsed.diagnostics.empty() ? "" : parsed.diagnostics[0].message);
  return parsed.program ? printRob(*parsed.program) : "";
}

TEST(Print, EveryInstruction) {
  constexpr std::string_view kText = R"(atomic i32 x = 7;
atomic bool a[4] = {1, 0, 1};
plain 2..5 d;

thread t {
  local i32 r;
  local 1..3 s = 2;
  r = x.load(acq);
  r = x.load();
  r = a[r + 1].load(rlx);
  x.store(r, rel);
  x.store(-r);
  r = d;
  d = r * 2;
  r = (*r).load(sc);
  (*(r + 1)).store(r, na);
  r = x.fetch_add(1, acq_rel);
  x.fetch_sub(1, rlx);
  x.fetch_and(1);
  x.fetch_or(1, acq);
  x.fetch_xor(1, rel);
  r = x.exchange(r, sc);
  r = x.cas(0, 1, acq_rel, rlx);
  x.cas(0, r);
  r = x.bcas(0, 1, acq);
  wait(x == 1 || x == r, acq);
  r = wait(a[r] != 0);
  wait(*r == 3, rlx);
  fence(acq_rel);
  r = nondet(-1, 4);
  assert(r == tid);
  assume(!r);
  r = &a + 1;
}
)";
  EXPECT_EQ(printed(kText), kText);
}

TEST(Print, ControlFlowBecomesLabelsAndJumps) {
  EXPECT_EQ(printed(R"(
    atomic bool x;
    thread worker[2] {
      local bool r;
      top: r = x.load(acq);
      if (r) { x.store(0); goto top; }
      choose { r = 0; } or { r = 1; } or { return; }
      x.store(r);
      loop { }
    })"),
            R"(atomic bool x;

thread worker[2] {
  local bool r;
top:
  r = x.load(acq);
  if (r) goto L2;
  choose { goto L4; } or { goto L7; } or { goto L8; }
L4:
  r = 0;
L5:
  x.store(r);
L6:
  goto L6;
L7:
  r = 1;
  goto L5;
L8:
  return;
L2:
  x.store(0);
  goto top;
}
)");
}

Program threads(std::vector<Thread> list) {
  Program p;
  Code code;
  code.registers = {{"r", kInt32, 0, {}}};
  Instr i;
  i.op = Instr::Op::Assign;
  i.dst = RegId{0};
  i.value = threadIndex();
  i.next = {1};
  code.instrs = {i, Instr()};
  p.codes = {code};
  p.threads = std::move(list);
  return p;
}

TEST(Print, CopiesAreOneThread) {
  EXPECT_EQ(printRob(threads({{"t[0]", CodeId{0}, 0}, {"t[1]", CodeId{0}, 1}})),
            "\nthread t[2] {\n  local i32 r;\n  r = tid;\n}\n");
  EXPECT_EQ(printRob(threads({{"t[0]", CodeId{0}, 0}})),
            "\nthread t[1] {\n  local i32 r;\n  r = tid;\n}\n");
  EXPECT_EQ(printRob(threads({{"t", CodeId{0}, 0}})),
            "\nthread t {\n  local i32 r;\n  r = tid;\n}\n");
}

TEST(Print, OtherIndicesArePrintedAsNumbers) {
  EXPECT_EQ(printRob(threads({{"a", CodeId{0}, 0}, {"b", CodeId{0}, 0}, {"c", CodeId{0}, 5}})),
            "\nthread a {\n  local i32 r;\n  r = tid;\n}\n"
            "\nthread b {\n  local i32 r;\n  r = tid;\n}\n"
            "\nthread c {\n  local i32 r;\n  r = 5;\n}\n");
}

TEST(Print, ComplaintsAreComments) {
  Program p = threads({{"t", CodeId{0}, 0}});
  Instr& claim = p.codes[0].instrs[0];
  claim.op = Instr::Op::Assert;
  claim.value = reg(RegId{0});
  claim.complaint = "this memory has been freed";
  const std::string text = printRob(p);
  EXPECT_NE(text.find("  assert(r);  // else: this memory has been freed\n"), std::string::npos)
      << text;
  EXPECT_TRUE(parseRob({"p.rob", text}).program);
}

TEST(Print, NamesThatRobCannotSpellAreReplaced) {
  Program p = threads({{"fn 1", CodeId{0}, 0}});
  p.codes[0].registers = {{"$1", kInt32, 0, {}},     {"t1", kInt32, 0, {}}, {"goto", kInt32, 0, {}},
                          {"9lives", kInt32, 0, {}}, {"u8", kInt32, 0, {}}, {"", kInt32, 0, {}}};
  p.locations.resize(1);
  p.locations[0].name = "a-b";
  const std::string text = printRob(p);
  EXPECT_EQ(text,
            "atomic i32 a_b;\n\nthread fn_1 {\n  local i32 t1;\n  local i32 t1_2;\n"
            "  local i32 goto_2;\n  local i32 _9lives;\n  local i32 u8_2;\n  local i32 _;\n"
            "  t1 = tid;\n}\n");
  EXPECT_TRUE(parseRob({"p.rob", text}).program);
}

}  // namespace
}  // namespace robur

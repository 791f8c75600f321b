// What becomes of each instruction in an abstraction, and what is abstracted first.
#include "program/transform/data_abstraction.h"

#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"
#include "program/analysis/few_values.h"
#include "program/print.h"
#include "program/validate.h"

namespace robur {
namespace {

Program programOf(const std::string& text) {
  const Parsed parsed = parseRob({"p.rob", text});
  EXPECT_TRUE(parsed.program) << text;
  return parsed.program.value_or(Program{});
}

std::vector<std::string> abstractions(const std::string& text) {
  std::vector<std::string> out;
  for (const Program& abstraction : abstractionsOf(programOf(text))) {
    EXPECT_TRUE(validate(abstraction).empty()) << text;
    out.push_back(printRob(abstraction));
  }
  return out;
}

// The code of the only thread in the coarsest abstraction.
std::string codeOf(const std::string& body, const std::string& locations = "atomic 0..9 x;") {
  const auto all = abstractions(locations + "\nthread t {\n  local 0..9 r;\n" + body + "\n}\n");
  if (all.empty()) return "no abstraction";
  const std::string& text = all.front();
  const std::size_t code = text.find("thread t");
  return text.substr(code);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(DataAbstraction, AbstractedCellsAndRegistersHoldZero) {
  const auto all = abstractions(
      "atomic 0..9 x[2] = {3, 4};\nthread t { local 1..9 r = 7; r = x[0].load(acq); }");
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(has(all[0], "atomic u1 x[2];")) << all[0];
  EXPECT_TRUE(has(all[0], "local wrap 0..0 r;")) << all[0];
  EXPECT_TRUE(has(all[0], "r = x[0].load(acq);")) << all[0];
}

TEST(DataAbstraction, StoresAndUpdatesWriteZero) {
  EXPECT_TRUE(has(codeOf("r = x.load(acq); x.store(r + 1, rel);"), "x.store(0, rel);"));
  EXPECT_TRUE(has(codeOf("r = x.fetch_add(2, acq_rel);"), "r = x.exchange(0, acq_rel);"));
  EXPECT_TRUE(has(codeOf("r = x.exchange(2, rlx);"), "r = x.exchange(0, rlx);"));
}

TEST(DataAbstraction, BlockingInstructionsDoNotBlock) {
  EXPECT_TRUE(has(codeOf("x.bcas(3, 4, acq_rel);"), "x.exchange(0, acq_rel);"));
  EXPECT_TRUE(has(codeOf("wait(x == 3, acq); x.store(1, rel);"), "forgotten = x.load(acq);"));
}

TEST(DataAbstraction, ACompareAndSwapSucceedsOrFails) {
  const std::string text =
      codeOf("r = x.cas(3, 4, acq_rel, rlx); if (r == 3) { x.store(5, rel); }");
  EXPECT_TRUE(has(text, "r = x.cas(0, 0, acq_rel, rlx);")) << text;
  EXPECT_TRUE(has(text, "r = x.cas(1, 0, acq_rel, rlx);")) << text;
}

TEST(DataAbstraction, ControlIsFree) {
  const std::string text = codeOf(
      "r = x.load(acq); if (r == 3) { x.store(1, rel); } else { x.store(2, rlx); }\n"
      "assume(r == 2); assert(r == 1); r = r + 1; r = nondet(0, 9);");
  EXPECT_TRUE(has(text, "choose {")) << text;
  for (const char* gone : {"if", "assume", "assert", "r + 1", "nondet"}) {
    EXPECT_FALSE(has(text, gone)) << gone << "\n" << text;
  }
}

TEST(DataAbstraction, AddressesAreKept) {
  const auto all = abstractions(
      "atomic 0..9 i, data[10];\n"
      "thread t { local 0..9 r, s; r = i.fetch_add(1, acq); s = r + 1; data[s].store(r, rel); }");
  ASSERT_FALSE(all.empty());
  EXPECT_TRUE(has(all[0], "atomic 0..9 i;")) << all[0];
  EXPECT_TRUE(has(all[0], "atomic u1 data[10];")) << all[0];
  EXPECT_TRUE(has(all[0], "s = r + 1;")) << all[0];
  EXPECT_TRUE(has(all[0], "data[s].store(0, rel);")) << all[0];
}

// The lock stays, once only what has many values is abstracted; with the counter nobody knows, so
// it is not known either when the loop ends.
TEST(DataAbstraction, FewValuesAreKeptLonger) {
  const auto all = abstractions(
      "atomic bool guard;\natomic 0..100 count;\n"
      "thread t[2] { local 0..100 c; loop { guard.bcas(0, 1, acq); c = count.load(rlx); "
      "count.store(c + 1, rlx);\n"
      "  guard.store(0, rel); if (c == 100) { break; } } }");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(has(all[0], "guard.bcas(")) << all[0];
  EXPECT_TRUE(has(all[1], "guard.bcas(0, 1, acq)")) << all[1];
  EXPECT_TRUE(has(all[1], "count.store(0, rlx);")) << all[1];
}

// Data that no condition looks at is abstracted however few values it has.
TEST(DataAbstraction, WhatDecidesNothingIsForgotten) {
  const auto all = abstractions(
      "atomic bool flag, box;\natomic 0..9 count;\n"
      "thread a { box.store(1, rlx); flag.store(1, rel); }\n"
      "thread b { local bool r; wait(flag == 1, acq); r = box.load(rlx); assert(r == 1); "
      "count.fetch_add(1, rlx); }");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(has(all[1], "box.store(0, rlx);")) << all[1];
  EXPECT_TRUE(has(all[1], "wait(flag == 1, acq);")) << all[1];
}

// The location is known and what it is compared with is not: the wait may end with any value.
TEST(DataAbstraction, AWaitForAForgottenValueIsALoad) {
  const auto all = abstractions(
      "atomic 0..1 x;\natomic 0..99 y;\n"
      "thread a { local 0..99 r; r = y.load(acq); wait(x == r, acq); y.store(r + 1, rel); }\n"
      "thread b { wait(x == 1, acq); x.store(1, rel); }");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_TRUE(has(all[1], "forgotten = x.load(acq);")) << all[1];
  EXPECT_TRUE(has(all[1], "wait(x == 1, acq);")) << all[1];
  EXPECT_FALSE(has(all[1], "wait(x == r")) << all[1];
}

// What a location holds after a compare-and-swap with an unknown value is unknown.
TEST(DataAbstraction, ALocationThatIsComparedWithAForgottenValueIsForgotten) {
  const auto all = abstractions(
      "atomic 0..1 x;\natomic 0..99 y;\n"
      "thread a { local 0..99 r; local 0..1 s; r = y.load(acq); s = x.cas(r, 1, acq_rel, acq);\n"
      "  y.store(r + s, rel); }\n"
      "thread b { wait(x == 1, acq); x.store(1, rel); }");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(has(all[0], "s = x.cas(1, 0, acq_rel, acq);")) << all[0];
  EXPECT_TRUE(has(all[0], "forgotten = x.load(acq);")) << all[0];
}

TEST(DataAbstraction, NothingToAbstractIsNoAbstraction) {
  EXPECT_TRUE(
      abstractions(
          "atomic bool x[2];\nthread t { local bool r; r = x[0].load(acq); r = x[r].load(acq); }")
          .empty());
  EXPECT_TRUE(abstractions("thread t { fence(sc); }").empty());
}

TEST(DataAbstraction, AllThatAPointerMayReachIsTreatedAlike) {
  Program program = programOf(
      "atomic bool x; atomic 0..99 y;\nthread t { local 0..99 r; x.store(1, rel); r = "
      "y.fetch_add(1, rlx);\n"
      "  wait(x == 1, acq); if (r == 3) { y.store(1, rel); } }");
  ASSERT_EQ(abstractionsOf(program).size(), 2u);  // with and without x
  for (Instr& in : program.codes[0].instrs) {
    if (in.op != Instr::Op::Wait) continue;
    in.address.pointer = true;
    in.address.index = addressOf(in.address.base);
  }
  const std::vector<Program> all = abstractionsOf(program);
  ASSERT_EQ(all.size(), 1u);
  for (const Location& location : all[0].locations) EXPECT_EQ(location.type.hi, 1) << location.name;
}

TEST(FewValues, AreGatheredUntilThereAreMany) {
  const Program program = programOf(
      "atomic i32 flag, count, copy;\n"
      "thread t[3] { local i32 r; r = count.fetch_add(1, rlx); flag.store(2 * (r == 5), rlx);\n"
      "  r = flag.load(rlx); copy.store(tid + 1, rlx); }");
  const ValuesOfProgram values = valuesOf(program);
  EXPECT_EQ(values.locations[0], FewValues(std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(values.locations[1], FewValues());
  EXPECT_EQ(values.locations[2], FewValues(std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(values.registers[0][0], FewValues());
}

}  // namespace
}  // namespace robur

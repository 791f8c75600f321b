// Each rule of the IR, broken once.
#include "program/validate.h"

#include <optional>

#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"

namespace robur {
namespace {

// Instruction numbers are those of the statements: nothing here lowers to two.
Program wellFormed() {
  Parsed parsed = parseRob({"p.rob", R"(
    atomic 0..3 x; plain bool d; atomic bool a[2];
    thread t {
      local 0..3 r;
      r = x.load(acq);
      x.store(r, rel);
      r = x.fetch_add(1, acq_rel);
      r = x.cas(0, 1, acq_rel, acq);
      wait(x == r, acq);
      x.bcas(0, 1, acq);
      fence(sc);
      assert(r == 0);
      r = nondet(0, 1);
      r = a[r].load(rlx);
      d = 1;
      if (r == 0) r = 1;
    }
  )"});
  EXPECT_TRUE(parsed.program);
  return *parsed.program;
}

enum : std::size_t { Load, Store, Rmw, Cas, Wait, Bcas, Fence, Assert, Havoc, Element, Plain, If };

using Rule = Diagnostic::Code;

// The rule that the changed program breaks; nullopt: none. It may break one at most. Messages are
// not compared, so that they can be reworded.
template <class Change>
std::optional<Rule> brokenBy(const Change& change) {
  Program p = wellFormed();
  change(p);
  const std::vector<Diagnostic> found = validate(p);
  if (found.empty()) return std::nullopt;
  EXPECT_EQ(found.size(), 1u) << found[1].message;
  EXPECT_FALSE(found[0].message.empty());
  return found[0].code;
}

template <class Change>
std::optional<Rule> brokenAfter(std::size_t instr, const Change& change) {
  return brokenBy([&](Program& p) { change(p.codes[0].instrs[instr]); });
}

TEST(Validate, AcceptsWhatFrontendsMake) {
  EXPECT_TRUE(validate(wellFormed()).empty());
}

TEST(Validate, Successors) {
  EXPECT_EQ(brokenAfter(Load, [](Instr& i) { i.next = {}; }), Rule::SuccessorCount);
  EXPECT_EQ(brokenAfter(If, [](Instr& i) { i.next = {0}; }), Rule::SuccessorCount);
  EXPECT_EQ(brokenAfter(Load, [](Instr& i) { i.next = {99}; }), Rule::SuccessorOutsideCode);
  EXPECT_EQ(brokenBy([](Program& p) { p.codes[0].instrs.back().next = {0}; }),
            Rule::SuccessorCount);
  EXPECT_EQ(brokenBy([](Program& p) { p.codes[0].entry = 99; }), Rule::EntryOutsideCode);
  EXPECT_EQ(brokenBy([](Program& p) {
              p.codes[0].labels.push_back({"l", 99});
            }),
            Rule::LabelOutsideCode);
  EXPECT_EQ(brokenBy([](Program& p) { p.threads[0].code = CodeId{7}; }), Rule::ThreadWithoutCode);
}

TEST(Validate, Names) {
  EXPECT_EQ(brokenAfter(Load, [](Instr& i) { i.dst = RegId{9}; }), Rule::UnknownRegister);
  EXPECT_EQ(brokenAfter(Load, [](Instr& i) { i.dst = kNoReg; }), Rule::NoDestination);
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.value = reg(RegId{9}); }), Rule::UnknownRegister);
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.address.base = LocationId{9}; }),
            Rule::UnknownLocation);
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.value = addressOf(LocationId{9}); }),
            Rule::UnknownLocation);
}

TEST(Validate, Operands) {
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.value = nullptr; }), Rule::NoOperand);
  EXPECT_EQ(brokenAfter(Cas, [](Instr& i) { i.expected = nullptr; }), Rule::NoExpectedValue);
  EXPECT_EQ(brokenAfter(Havoc, [](Instr& i) { i.hi = -1; }), Rule::EmptyRange);
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.value = loaded(); }), Rule::LoadedOutsideWait);
  EXPECT_EQ(brokenAfter(Wait, [](Instr& i) { i.value = constant(1); }), Rule::WaitIgnoresLoaded);
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.address.index = constant(0); }),
            Rule::IndexOfScalar);
  EXPECT_EQ(brokenAfter(Store,
                        [](Instr& i) {
                          i.address.pointer = true;
                          i.address.index = nullptr;
                        }),
            Rule::NoAddress);
  Expr broken;
  broken.kind = Expr::Kind::Binary;
  const ExprPtr shared = std::make_shared<const Expr>(broken);
  EXPECT_EQ(brokenAfter(Assert, [&](Instr& i) { i.value = shared; }), Rule::NoOperand);
}

TEST(Validate, Orders) {
  EXPECT_EQ(brokenAfter(Load, [](Instr& i) { i.order = Order::Rel; }), Rule::ReadOrder);
  EXPECT_EQ(brokenAfter(Wait, [](Instr& i) { i.order = Order::AcqRel; }), Rule::ReadOrder);
  EXPECT_EQ(brokenAfter(Store, [](Instr& i) { i.order = Order::Acq; }), Rule::StoreOrder);
  EXPECT_EQ(brokenAfter(Cas, [](Instr& i) { i.failOrder = Order::Rel; }), Rule::FailureOrder);
  EXPECT_EQ(brokenAfter(Fence, [](Instr& i) { i.order = Order::Rlx; }), Rule::FenceOrder);
  EXPECT_EQ(brokenAfter(Load, [](Instr& i) { i.order = Order::NonAtomic; }),
            Rule::PlainAccessToAtomic);
  EXPECT_EQ(brokenAfter(Plain, [](Instr& i) { i.order = Order::Rel; }), Rule::AtomicAccessToPlain);
  EXPECT_EQ(brokenAfter(Rmw,
                        [](Instr& i) {
                          i.order = Order::NonAtomic;
                          i.address.pointer = true;
                          i.address.index = constant(0);
                        }),
            Rule::AtomicOperationWithoutOrder);
}

TEST(Validate, UpdatesDoNotDivide) {
  EXPECT_EQ(brokenAfter(Rmw,
                        [](Instr& i) {
                          i.rmw = RmwOp::Exchange;
                          i.value = binary(BinaryOp::Div, constant(1), loaded());
                        }),
            Rule::UpdateDivides);
}

TEST(Validate, TypesAndInitialValues) {
  EXPECT_EQ(brokenBy([](Program& p) { p.locations[0].init = {4}; }), Rule::InitialValueOutsideType);
  EXPECT_EQ(brokenBy([](Program& p) { p.codes[0].registers[0].init = -1; }),
            Rule::InitialValueOutsideType);
  EXPECT_EQ(brokenBy([](Program& p) { p.locations[2].init = {}; }), Rule::NoCells);
  EXPECT_EQ(brokenBy([](Program& p) { p.locations[0].init = {0, 0}; }), Rule::CellsOfScalar);
  EXPECT_EQ(brokenBy([](Program& p) { p.codes[0].registers[0].type.lo = 4; }), Rule::EmptyType);
}

TEST(Validate, Limits) {
  EXPECT_EQ(brokenBy([](Program& p) { p.threads.resize(65, p.threads[0]); }), Rule::TooManyThreads);
  EXPECT_EQ(brokenBy([](Program& p) { p.threads.resize(64, p.threads[0]); }), std::nullopt);
  EXPECT_EQ(brokenBy([](Program& p) { p.locations[2].init.resize(4095); }), Rule::TooManyCells);
  EXPECT_EQ(brokenBy([](Program& p) { p.locations[2].init.resize(4094); }), std::nullopt);
  EXPECT_EQ(brokenBy([](Program& p) { p.codes[0].instrs.resize(65537); }),
            Rule::TooManyInstructions);
  EXPECT_EQ(
      brokenBy([](Program& p) { p.codes[0].registers.resize(4097, p.codes[0].registers[0]); }),
      Rule::TooManyRegisters);
}

TEST(Validate, KeepsToTwentyReports) {
  Program p = wellFormed();
  p.codes[0].instrs.resize(5000);
  for (Instr& i : p.codes[0].instrs) i.next = {70000};
  EXPECT_EQ(validate(p).size(), 20u);
}

TEST(Validate, SpansPointAtTheInstruction) {
  Program p = wellFormed();
  p.codes[0].instrs[Store].order = Order::Acq;
  const std::vector<Diagnostic> found = validate(p);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].span.line, 6u);
  EXPECT_EQ(found[0].help, "a store is rlx, rel or sc");
}

}  // namespace
}  // namespace robur

// Each rule of the IR, broken once.
#include "program/validate.h"

#include <gtest/gtest.h>

#include "frontend/frontend.h"

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

template <class Change>
std::string messageAfter(std::size_t instr, const Change& change) {
  Program p = wellFormed();
  change(p.codes[0].instrs[instr]);
  const std::vector<Diagnostic> found = validate(p);
  if (found.size() != 1) return "there are " + std::to_string(found.size());
  return found[0].message;
}

template <class Change>
std::string messageFor(const Change& change) {
  Program p = wellFormed();
  change(p);
  const std::vector<Diagnostic> found = validate(p);
  if (found.size() != 1) return "there are " + std::to_string(found.size());
  return found[0].message;
}

TEST(Validate, AcceptsWhatFrontendsMake) {
  EXPECT_TRUE(validate(wellFormed()).empty());
}

TEST(Validate, Successors) {
  EXPECT_EQ(messageAfter(Load, [](Instr& i) { i.next = {}; }), "wrong number of successors: 0");
  EXPECT_EQ(messageAfter(If, [](Instr& i) { i.next = {0}; }), "wrong number of successors: 1");
  EXPECT_EQ(messageAfter(Load, [](Instr& i) { i.next = {99}; }),
            "a successor lies outside thread t");
  EXPECT_EQ(messageFor([](Program& p) { p.codes[0].instrs.back().next = {0}; }),
            "wrong number of successors: 1");
  EXPECT_EQ(messageFor([](Program& p) { p.codes[0].entry = 99; }),
            "thread t does not begin at an instruction");
  EXPECT_EQ(messageFor([](Program& p) {
              p.codes[0].labels.push_back({"l", 99});
            }),
            "label l is at no instruction");
  EXPECT_EQ(messageFor([](Program& p) { p.threads[0].code = CodeId{7}; }), "thread t has no code");
}

TEST(Validate, Names) {
  EXPECT_EQ(messageAfter(Load, [](Instr& i) { i.dst = RegId{9}; }),
            "thread t has no such register");
  EXPECT_EQ(messageAfter(Load, [](Instr& i) { i.dst = kNoReg; }),
            "the result of this instruction goes nowhere");
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.value = reg(RegId{9}); }),
            "thread t has no such register");
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.address.base = LocationId{9}; }),
            "this accesses a location that is not declared");
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.value = addressOf(LocationId{9}); }),
            "this takes the address of a location that is not declared");
}

TEST(Validate, Operands) {
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.value = nullptr; }),
            "this instruction lacks its operand");
  EXPECT_EQ(messageAfter(Cas, [](Instr& i) { i.expected = nullptr; }),
            "this compare-and-swap lacks the value it expects");
  EXPECT_EQ(messageAfter(Havoc, [](Instr& i) { i.hi = -1; }), "there is no value in 0..-1");
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.value = loaded(); }),
            "the value being read is known in the condition of a wait only");
  EXPECT_EQ(messageAfter(Wait, [](Instr& i) { i.value = constant(1); }),
            "the condition of this wait does not depend on the value it reads");
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.address.index = constant(0); }),
            "x is no array and has no elements");
  EXPECT_EQ(messageAfter(Store,
                         [](Instr& i) {
                           i.address.pointer = true;
                           i.address.index = nullptr;
                         }),
            "this access has no address");
  Expr broken;
  broken.kind = Expr::Kind::Binary;
  const ExprPtr shared = std::make_shared<const Expr>(broken);
  EXPECT_EQ(messageAfter(Assert, [&](Instr& i) { i.value = shared; }),
            "this expression lacks an operand");
}

TEST(Validate, Orders) {
  EXPECT_EQ(messageAfter(Load, [](Instr& i) { i.order = Order::Rel; }),
            "a read cannot be rel: it does not release");
  EXPECT_EQ(messageAfter(Wait, [](Instr& i) { i.order = Order::AcqRel; }),
            "a read cannot be acq_rel: it does not release");
  EXPECT_EQ(messageAfter(Store, [](Instr& i) { i.order = Order::Acq; }),
            "a store cannot be acq: it does not acquire");
  EXPECT_EQ(messageAfter(Cas, [](Instr& i) { i.failOrder = Order::Rel; }),
            "a compare-and-swap that fails cannot be rel: it is a read");
  EXPECT_EQ(messageAfter(Fence, [](Instr& i) { i.order = Order::Rlx; }), "a fence cannot be rlx");
  EXPECT_EQ(messageAfter(Load, [](Instr& i) { i.order = Order::NonAtomic; }),
            "x is atomic and cannot be accessed plainly");
  EXPECT_EQ(messageAfter(Plain, [](Instr& i) { i.order = Order::Rel; }),
            "d is plain memory: only plain reads and writes are possible");
  EXPECT_EQ(messageAfter(Rmw,
                         [](Instr& i) {
                           i.order = Order::NonAtomic;
                           i.address.pointer = true;
                           i.address.index = constant(0);
                         }),
            "this operation is atomic and needs an order");
}

TEST(Validate, TypesAndInitialValues) {
  EXPECT_EQ(messageFor([](Program& p) { p.locations[0].init = {4}; }),
            "the initial value 4 of x does not fit its type 0..3");
  EXPECT_EQ(messageFor([](Program& p) { p.codes[0].registers[0].init = -1; }),
            "the initial value -1 of r does not fit its type 0..3");
  EXPECT_EQ(messageFor([](Program& p) { p.locations[2].init = {}; }), "a has no cells");
  EXPECT_EQ(messageFor([](Program& p) {
              p.locations[0].init = {0, 0};
            }),
            "x is no array but has several cells");
  EXPECT_EQ(messageFor([](Program& p) { p.codes[0].registers[0].type.lo = 4; }),
            "the type of r has no values: 4 is above 3");
}

TEST(Validate, Limits) {
  EXPECT_EQ(messageFor([](Program& p) { p.threads.resize(65, p.threads[0]); }),
            "the program has 65 threads, at most 64 are possible");
  EXPECT_EQ(messageFor([](Program& p) { p.threads.resize(64, p.threads[0]); }), "there are 0");
  EXPECT_EQ(messageFor([](Program& p) { p.locations[2].init.resize(4095); }),
            "the program has more than 4096 memory cells");
  EXPECT_EQ(messageFor([](Program& p) { p.locations[2].init.resize(4094); }), "there are 0");
  EXPECT_EQ(messageFor([](Program& p) { p.codes[0].instrs.resize(65537); }),
            "thread t has 65537 instructions, at most 65536 are possible");
  EXPECT_EQ(
      messageFor([](Program& p) { p.codes[0].registers.resize(4097, p.codes[0].registers[0]); }),
      "thread t has 4097 registers, at most 4096 are possible");
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

// The number of execution graphs of programs whose number is known: classic litmus tests, and
// programs for which it follows from a formula.
#include <gtest/gtest.h>

#include <string>

#include "executions/enumerate.h"
#include "generators/code_builder.h"
#include "generators/litmus.h"
#include "oracle/all_executions.h"
#include "program/model_info.h"

namespace robur::testing {
namespace {

using executions::EventRef;
using executions::LiveGraph;
using executions::Status;
using executions::Visitor;

class Counter : public Visitor {
 public:
  bool onFinal(const LiveGraph& g) override {
    bool waits = false;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const Status status = g[g.lastOf(t)].status;
      waits = waits || status == Status::Blocked || status == Status::Spinning;
    }
    ++(waits ? waiting : complete);
    return false;
  }
  bool onFault(const LiveGraph&, EventRef) override { return false; }
  bool onRace(const LiveGraph&, EventRef, EventRef) override {
    ++races;
    return false;
  }

  unsigned complete = 0;
  unsigned waiting = 0;
  unsigned races = 0;
};

Counter count(const Program& program, ModelName model,
              const executions::EnumerationOptions& options = {}) {
  const Machine machine(program);
  Counter counter;
  enumerate(machine, model, options, counter);
  return counter;
}

unsigned graphsOf(const std::string& litmus, ModelName model) {
  return count(programOf(parseLitmus(litmus)), model).complete;
}

std::string repeated(const std::string& thread, unsigned times) {
  std::string out = thread;
  for (unsigned i = 1; i < times; ++i) out += " || " + thread;
  return out;
}

struct Known {
  const char* name;
  const char* litmus;
  unsigned sc, tso, pso, sra, ra, rc20, rc11;
};

// Each read has two sources and each pair of writes two orders; a model excludes what its axioms
// forbid.
constexpr Known kKnown[] = {
    {"StoreBuffering", "W x 1; R y 0 || W y 1; R x 0", 3, 4, 4, 4, 4, 4, 4},
    {"StoreBufferingScAccesses", "W.sc x 1; R.sc y 0 || W.sc y 1; R.sc x 0", 3, 4, 4, 4, 4, 3, 3},
    {"MessagePassing", "W x 1; W y 1 || R y 0; R x 0", 3, 3, 4, 3, 3, 4, 4},
    {"MessagePassingReleaseAcquire", "W x 1; W.rel y 1 || R.acq y 0; R x 0", 3, 3, 4, 3, 3, 3, 3},
    {"LoadBuffering", "R x 0; W y 1 || R y 0; W x 1", 3, 3, 3, 3, 3, 3, 3},
    {"TwoPlusTwoWrites", "W x 1; W y 2 || W y 1; W x 2", 3, 3, 4, 3, 4, 4, 4},
    {"IndependentReads", "W x 1 || W y 1 || R x 0; R y 0 || R y 0; R x 0", 15, 15, 15, 16, 16, 16,
     16},
    {"CoherenceOfReads", "W x 1 || R x 0; R x 0", 3, 3, 3, 3, 3, 3, 3},
};

TEST(ExecutionCounts, OfLitmusTests) {
  for (const Known& k : kKnown) {
    SCOPED_TRACE(k.name);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Sc), k.sc);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Tso), k.tso);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Pso), k.pso);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Sra), k.sra);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Ra), k.ra);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Rc20), k.rc20);
    EXPECT_EQ(graphsOf(k.litmus, ModelName::Rc11), k.rc11);
  }
}

TEST(ExecutionCounts, OfSymmetricProgramsFollowFormulas) {
  for (const ModelName model : kAllModels) {
    SCOPED_TRACE(spelling(model));
    // n updates of one cell: every order of them. Of two cells: every pair of orders; SC allows
    // fewer.
    EXPECT_EQ(graphsOf(repeated("U x 0 1", 5), model), 120u);
    // A write, and n readers that see it or not.
    EXPECT_EQ(graphsOf("W x 1 || " + repeated("R x 0", 8), model), 256u);
    // Four writes in every order, and a reader of any of them or of the initial value.
    EXPECT_EQ(graphsOf("R x 0 || W x 1 || W x 2 || W x 3 || W x 4", model), 24u * 5u);
  }
  EXPECT_EQ(graphsOf(repeated("U x 0 1; U y 0 1", 3), ModelName::Ra), 36u);
  EXPECT_EQ(graphsOf(repeated("U x 0 1; U y 0 1", 3), ModelName::Rc11), 36u);
}

// RC11's paper allows the outcome of Z6.U that an earlier C11 forbade, in two of these graphs.
TEST(ExecutionCounts, OfZ6U) {
  EXPECT_EQ(
      graphsOf("W.sc x 1; W.rel y 1 || U.sc y 0 2; R y 0 || W.sc y 3; R.sc x 0", ModelName::Rc11),
      24u);
}

TEST(ExecutionCounts, WaitsAreOneEvent) {
  // The wait ends with the write, and nothing else: one graph, and none in which it stays blocked.
  const Counter ends = count(programOf(parseLitmus("W x 1 || wait x 1")), ModelName::Rc11);
  EXPECT_EQ(ends.complete, 1u);
  EXPECT_EQ(ends.waiting, 0u);
  // Nothing writes 2.
  const Counter blocked = count(programOf(parseLitmus("W x 1 || wait x 2")), ModelName::Rc11);
  EXPECT_EQ(blocked.complete, 0u);
  EXPECT_EQ(blocked.waiting, 1u);
}

// Iterations that write are not cut: the loop repeats as long as it reads a 1, and 1 is written
// once.
TEST(ExecutionCounts, LoopsThatWriteGoOn) {
  Program program = programOf(parseLitmus("U x 0 2 || W x 1"));
  Code& code = program.codes[raw(program.threads[0].code)];
  for (Pc pc = 0; pc < code.instrs.size(); ++pc) {
    if (code.instrs[pc].op != Instr::Op::Rmw) continue;
    code.registers.push_back({.name = "r", .type = kInt32, .init = 0, .span = {}});
    const RegId r{static_cast<std::uint32_t>(code.registers.size() - 1)};
    code.instrs[pc].dst = r;
    Instr again = simple(Instr::Op::Branch);
    again.value = binary(BinaryOp::Eq, reg(r), constant(1));
    again.next = {pc, code.instrs[pc].next[0]};
    code.instrs[pc].next = {static_cast<Pc>(code.instrs.size())};
    code.instrs.push_back(again);
    break;
  }
  for (const ModelName model : kAllModels) {
    SCOPED_TRACE(spelling(model));
    // The exchange comes before the write, or after it and then once more, or reads 0 though the
    // write comes first in modification order, which atomicity forbids.
    EXPECT_EQ(count(program, model).complete, 2u);
    EXPECT_EQ(allExecutions(program, model, 1000).finals.size(), 2u);
  }
}

// while (x.load() == 0) s = 1: an iteration changes s, which nothing reads. It counts only if s is
// part of the outcome: then the loop may also end after one iteration, and the second one changes
// nothing.
TEST(ExecutionCounts, ObservedRegistersKeepIterations) {
  Program program = programOf(parseLitmus("W x 1 || W y 1"));
  Code& code = program.codes[raw(program.threads[1].code)];
  CodeBuilder builder;
  const RegId r = builder.newRegister("r", kInt32);
  const RegId s = builder.newRegister("s", kInt32);
  const Pc head = builder.add(load(r, at(LocationId{0}), Order::Rlx));
  const Pc test = builder.add(branch(binary(BinaryOp::Eq, reg(r), constant(0))));
  builder.add(assign(s, constant(1)));
  builder.jump(head);
  builder.elseHere(test);
  code = builder.finish("waiter");
  EXPECT_EQ(count(program, ModelName::Rc11).complete, 1u);
  executions::EnumerationOptions options;
  options.observed.atEnd = {{}, {false, true}};
  options.observed.atEnd[0].resize(program.codes[raw(program.threads[0].code)].registers.size());
  EXPECT_EQ(count(program, ModelName::Rc11, options).complete, 2u);
}

TEST(ExecutionCounts, RacesEndABranch) {
  const Program racy = programOf(parseLitmus("W.na x 1 || R.na x 0"));
  EXPECT_GT(count(racy, ModelName::Rc11).races, 0u);
  EXPECT_EQ(count(racy, ModelName::Tso).races, 0u);  // has no data races
  const Program ordered = programOf(parseLitmus("W.na x 1; W.rel f 1 || wait.acq f 1; R.na x 1"));
  EXPECT_EQ(count(ordered, ModelName::Rc11).races, 0u);
  EXPECT_EQ(count(ordered, ModelName::Rc11).complete, 1u);
}

}  // namespace
}  // namespace robur::testing

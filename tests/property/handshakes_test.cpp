// Programs whose atomic accesses are all sc, apart from the flags by which one thread waits for the
// end of others, are robust under RC20 and RC11 unless there is a race: compared with the oracle.
#include <gtest/gtest.h>

#include "check/check.h"
#include "generators/program.h"
#include "models/fragment.h"
#include "oracle/oracle.h"

namespace robur::testing {
namespace {

void makeSc(Program& program) {
  for (Code& code : program.codes) {
    for (Instr& in : code.instrs) {
      if (!accessesMemory(in.op) || in.order == Order::NonAtomic) continue;
      in.order = in.failOrder = Order::Sc;
    }
  }
}

// Every thread but the first sets a flag of its own at its end, and the first begins by waiting for
// the flag of the second: a join. `store` and `wait` are the orders.
bool addJoin(Program& program, Order store, Order wait) {
  if (program.threads.size() < 2) return false;
  Location flag;
  flag.name = "ended";
  flag.type = kBool;
  flag.pointable = false;
  const LocationId at{static_cast<std::uint32_t>(program.locations.size())};
  program.locations.push_back(flag);
  Code joiner = program.codeOf(ThreadId{0});
  Code joined = program.codeOf(ThreadId{1});
  Instr waits;
  waits.op = Instr::Op::Wait;
  waits.address.base = at;
  waits.value = binary(BinaryOp::Eq, loaded(), constant(1));
  waits.order = wait;
  waits.next = {joiner.entry};
  joiner.entry = static_cast<Pc>(joiner.instrs.size());
  joiner.instrs.push_back(waits);
  const auto size = static_cast<Pc>(joined.instrs.size());
  for (Pc pc = 0; pc < size; ++pc) {
    if (joined.instrs[pc].op != Instr::Op::Halt) continue;
    joined.instrs[pc] = Instr{};
    joined.instrs[pc].op = Instr::Op::Store;
    joined.instrs[pc].address.base = at;
    joined.instrs[pc].value = constant(1);
    joined.instrs[pc].order = store;
    joined.instrs[pc].next = {static_cast<Pc>(joined.instrs.size())};
    joined.instrs.push_back(Instr{});
  }
  program.threads[0].code = CodeId{static_cast<std::uint32_t>(program.codes.size())};
  program.codes.push_back(joiner);
  program.threads[1].code = CodeId{static_cast<std::uint32_t>(program.codes.size())};
  program.codes.push_back(joined);
  return true;
}

class Handshakes : public ::testing::TestWithParam<int> {};

TEST_P(Handshakes, DoNotCountAmongScAccesses) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  unsigned asked = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    Program program = generate(seed * 1000 + i, {});
    makeSc(program);
    if (!addJoin(program, Order::Rel, Order::Acq)) continue;
    const Result rc20 = check(program, ModelName::Rc20, {});
    const Result rc11 = check(program, ModelName::Rc11, {});
    EXPECT_EQ(rc20.verdict, rc11.verdict) << "seed " << seed * 1000 + i;
    const OracleResult oracle = askOracle(program, ModelName::Rc11);
    if (oracle.robust() || oracle.notRobust()) {
      ++asked;
      if (rc11.verdict != Verdict::Unknown) {
        EXPECT_EQ(rc11.verdict == Verdict::Robust, oracle.robust()) << "seed " << seed * 1000 + i;
      }
    }
  }
  EXPECT_GT(asked, 5u);
}

INSTANTIATE_TEST_SUITE_P(Property, Handshakes, ::testing::Range(0, 4));

TEST(HandshakesRule, AFlagWithoutReleaseOrAcquireCounts) {
  for (std::uint64_t i = 0; i < 50; ++i) {
    Program good = generate(i, {});
    makeSc(good);
    Program relaxed = good;
    Program weakWait = good;
    if (!addJoin(good, Order::Rel, Order::Acq)) continue;
    addJoin(relaxed, Order::Rlx, Order::Acq);
    addJoin(weakWait, Order::Rel, Order::Rlx);
    EXPECT_FALSE(fragmentOf(relaxed).onlyScAccesses);
    EXPECT_FALSE(fragmentOf(weakWait).onlyScAccesses);
    EXPECT_TRUE(fragmentOf(good).onlyScAccesses);
    return;
  }
}

}  // namespace
}  // namespace robur::testing

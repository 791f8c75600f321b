// Recognition of spin loops, by one thread's loads.
#include <gtest/gtest.h>

#include "runtime/spin/repeated_loads.h"
#include "runtime/spin/spin_loops.h"

namespace robur::testing {

namespace {

// Addresses that stand for program counters and variables; each test has its own.
const void* at(std::uint64_t address) {
  return reinterpret_cast<const void*>(address);  // NOLINT
}

}  // namespace

TEST(SpinLoops, ALoadThatIsRepeatedAtOnceIteratesOnItsValue) {
  runtime::SpinState thread;
  const void* const pc = at(0x1000);
  EXPECT_FALSE(thread.beginLoad(at(8), pc, 1));
  thread.endLoad(5);
  EXPECT_TRUE(thread.beginLoad(at(8), pc, 2));
  thread.endLoad(6);
  const std::uint64_t iterated[] = {5};
  const std::uint64_t both[] = {5, 6};
  EXPECT_TRUE(runtime::iteratesOnAll(pc, iterated, 1));
  EXPECT_FALSE(runtime::iteratesOnAll(pc, both, 2));
  EXPECT_TRUE(thread.beginLoad(at(8), pc, 3));
  EXPECT_TRUE(runtime::iteratesOnAll(pc, both, 2));
}

TEST(SpinLoops, OtherLoadsAndEventsAreNoIteration) {
  runtime::SpinState thread;
  const void* const pc = at(0x2000);
  const std::uint64_t value[] = {5};
  thread.beginLoad(at(8), pc, 1);
  thread.endLoad(5);
  EXPECT_FALSE(thread.beginLoad(at(16), pc, 2)) << "another variable";
  thread.endLoad(5);
  EXPECT_FALSE(thread.beginLoad(at(16), at(0x2001), 3)) << "another load";
  thread.endLoad(5);
  EXPECT_FALSE(thread.beginLoad(at(16), at(0x2001), 5)) << "an event in between";
  EXPECT_FALSE(runtime::iteratesOnAll(pc, value, 1));
}

TEST(SpinLoops, ADeclaredConditionMayHaveEventsInBetween) {
  runtime::SpinState thread;
  thread.waitsFor = runtime::WaitsFor::Condition;
  const void* const pc = at(0x3000);
  thread.beginLoad(at(8), pc, 1);
  thread.endLoad(7);
  EXPECT_TRUE(thread.beginLoad(at(8), pc, 9));
  const std::uint64_t value[] = {7};
  EXPECT_TRUE(runtime::iteratesOnAll(pc, value, 1));
}

TEST(SpinLoops, MoreValuesThanThereIsRoomForAreUnknown) {
  const void* const pc = at(0x4000);
  for (std::uint64_t v = 0; v <= runtime::SpinLoop::kMaxValues; ++v)
    runtime::recordIteration(pc, v);
  const std::uint64_t last[] = {runtime::SpinLoop::kMaxValues};
  const std::uint64_t first[] = {0};
  EXPECT_TRUE(runtime::iteratesOnAll(pc, first, 1));
  EXPECT_FALSE(runtime::iteratesOnAll(pc, last, 1));
}

TEST(RepeatedLoads, TheThirdIterationIsRecognised) {
  for (std::uint64_t period = 1; period <= 5; ++period) {
    runtime::RepeatedLoads loads;
    std::uint64_t made = 0;
    const auto next = [&] {
      const std::uint64_t i = made++ % period;
      return loads.add({at(8 * (i + 1)), i, at(0x5000 + i)});
    };
    bool recognised = false;
    while (made < 3 * period) {
      EXPECT_FALSE(recognised) << "period " << period << ", load " << made;
      recognised = next();
    }
    EXPECT_EQ(recognised, period <= 4) << "period " << period;
  }
}

TEST(RepeatedLoads, AnotherValueOrAWriteStartsAgain) {
  runtime::RepeatedLoads loads;
  const auto load = [&](std::uint64_t value) { return loads.add({at(8), value, at(0x6000)}); };
  load(1);
  load(1);
  EXPECT_FALSE(load(2));
  load(2);
  loads.clear();
  EXPECT_FALSE(load(2));
  EXPECT_FALSE(load(2));
  EXPECT_TRUE(load(2));
}

}  // namespace robur::testing

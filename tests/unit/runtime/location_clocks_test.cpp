// The runtime's clocks against the paper's, at every access of random runs. These are too long for
// the axioms, so histories and read records wrap around many times.
#include <gtest/gtest.h>

#include "unit/runtime/trace.h"

namespace robur::testing {

namespace {

runtime::Model modelOf(ModelName name) {
  switch (name) {
    case ModelName::Ra:
      return runtime::Model::Ra;
    case ModelName::Sra:
      return runtime::Model::Sra;
    case ModelName::Tso:
      return runtime::Model::Tso;
    default:
      return runtime::Model::Rc20;
  }
}

// `locks` of a hundred steps take or release the mutex.
unsigned compareLocationClocks(std::uint64_t seed, const TraceOptions& options,
                               unsigned locks = 8) {
  runtime::rt.rules = {
      .window = 256, .model = modelOf(options.model), .races = options.model != ModelName::Tso};
  Rng rng(seed);
  unsigned violations = 0;
  for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i) {
    Trace trace(rng, options);
    for (int step = 0; step < 250; ++step) {
      if (rng.chance(12)) {
        trace.randomFence();
      } else if (rng.chance(locks)) {
        trace.lockOrUnlock();
      } else {
        const Access access = trace.randomAccess();
        const bool reported = trace.reported(access);
        EXPECT_EQ(reported, trace.reportedByLocationClocks(access))
            << "seed " << seed << ", trace " << i << ", step " << step << ", kind "
            << static_cast<int>(access.kind);
        violations += reported;
        trace.perform(access);
      }
    }
  }
  runtime::rt.rules = {};
  return violations;
}

}  // namespace

TEST(LocationClocks, AgreeOnTwoThreads) {
  EXPECT_GT(compareLocationClocks(21, {.threads = 2, .cells = 2}), 1000u);
}

TEST(LocationClocks, AgreeOnFiveThreads) {
  EXPECT_GT(compareLocationClocks(22, {.threads = 5, .cells = 4}), 1000u);
}

TEST(LocationClocks, AgreeWithoutScFences) {
  EXPECT_GT(compareLocationClocks(23, {.threads = 4, .cells = 3, .scFences = false}), 1000u);
}

TEST(LocationClocks, AgreeOnMoreThreadsThanALane) {
  EXPECT_GT(compareLocationClocks(24, {.threads = 11, .cells = 5}), 1000u);
}

TEST(LocationClocks, AgreeAroundManyLocks) {
  EXPECT_GT(compareLocationClocks(26, {.threads = 5, .cells = 4}, 40), 500u);
}

TEST(LocationClocks, AgreeOnReleaseAcquire) {
  EXPECT_GT(compareLocationClocks(25, {.threads = 4, .cells = 3, .model = ModelName::Ra}), 500u);
}

TEST(LocationClocks, AgreeOnStrongReleaseAcquire) {
  EXPECT_GT(compareLocationClocks(27, {.threads = 4, .cells = 3, .model = ModelName::Sra}), 500u);
}

TEST(LocationClocks, AgreeOnTsoOfTwoThreads) {
  EXPECT_GT(compareLocationClocks(28, {.threads = 2, .cells = 2, .model = ModelName::Tso}), 500u);
}

TEST(LocationClocks, AgreeOnTso) {
  EXPECT_GT(compareLocationClocks(29, {.threads = 5, .cells = 4, .model = ModelName::Tso}), 500u);
}

TEST(LocationClocks, AgreeOnTsoWithoutFences) {
  EXPECT_GT(compareLocationClocks(
                30, {.threads = 4, .cells = 3, .scFences = false, .model = ModelName::Tso}),
            500u);
}

}  // namespace robur::testing

// Races: the shadow against the axioms' happens-before, at every access up to the first race.
#include <gtest/gtest.h>

#include "unit/runtime/trace.h"

namespace robur::testing {

namespace {

struct RaceCount {
  unsigned races = 0;
  unsigned missed = 0;
};

// Every report must be a race; `exact` also requires the converse.
RaceCount compareRaces(std::uint64_t seed, const TraceOptions& options, bool exact) {
  Rng rng(seed);
  RaceCount count;
  for (int i = 0; i < 4000 && !::testing::Test::HasFailure(); ++i) {
    Trace trace(rng, options);
    for (int step = 0; step < 40; ++step) {
      const std::size_t what = rng.weighted({30, 40, 15, 15});
      if (what == 0) {
        const bool reported =
            trace.plainAccess(rng.below(options.threads), rng.below(options.plain), rng.chance(40));
        const bool real = trace.raced();
        if (reported || exact) {
          EXPECT_EQ(reported, real) << "trace " << i << ", step " << step;
        }
        count.races += real;
        count.missed += real && !reported;
        if (real || reported) break;
      } else if (what == 1) {
        trace.perform(trace.randomAccess());
      } else if (what == 2) {
        trace.randomFence();
      } else {
        trace.lockOrUnlock();
      }
    }
  }
  return count;
}

}  // namespace

TEST(Races, ExactOnTwoThreads) {
  EXPECT_GT(compareRaces(1, {.threads = 2, .cells = 2, .plain = 2}, true).races, 1000u);
}

TEST(Races, NoFalseAlarmsOnFourThreads) {
  const RaceCount count = compareRaces(2, {.threads = 4, .cells = 2, .plain = 2}, false);
  EXPECT_GT(count.races, 1000u);
  EXPECT_LT(count.missed * 20, count.races);
}

TEST(Races, NoFalseAlarmsWithSeqCstAccesses) {
  const RaceCount count =
      compareRaces(3, {.threads = 3, .cells = 1, .plain = 3, .scAccesses = true}, false);
  EXPECT_GT(count.races, 1000u);
}

// Accesses to adjacent bytes do not race.
TEST(Races, AdjacentBytesAreSeparate) {
  runtime::ThreadClocks a, b;
  runtime::startThread(a, 0, 0, nullptr);
  runtime::startThread(b, 1, 0, nullptr);
  alignas(8) static const char memory[32] = {};
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  for (std::uint64_t from = 0; from < 16; ++from) {
    for (std::uint64_t size = 1; size <= 16; ++size) {
      for (std::uint64_t other = 0; other < 16; ++other) {
        runtime::clearCells(address, sizeof memory);
        runtime::recordPlain(a, address + from, size, true, 1);
        const bool overlap = other >= from && other < from + size;
        EXPECT_EQ(runtime::recordPlain(b, address + other, 1, false, 2).found, overlap)
            << from << " " << size << " " << other;
      }
    }
  }
}

}  // namespace robur::testing

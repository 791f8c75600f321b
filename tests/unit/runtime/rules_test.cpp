// The clocks' verdict at every access of random runs, against the axioms of src/graph.
#include <gtest/gtest.h>

#include "unit/runtime/trace.h"

namespace robur::testing {

namespace {

struct RuleCount {
  unsigned accesses = 0;
  unsigned violations = 0;
  unsigned missed = 0;
  unsigned rereads = 0;  // that were skipped
  unsigned unjudged = 0;
};

bool recordsAtOnce = false;  // RC11; otherwise from the first SC access or fence on

// Every report must be a violation; `exact` also requires the converse, unless the run says that it
// cannot decide.
void checkAccess(Trace& trace, const Access& access, bool exact, RuleCount& count) {
  const bool reported = trace.reported(access);
  const bool real = trace.violation(access);
  const bool unjudged = exact && !reported && trace.unjudged(access);
  if ((reported || exact) && !unjudged) {
    EXPECT_EQ(reported, real) << "access " << count.accesses << ", kind "
                              << static_cast<int>(access.kind);
  }
  ++count.accesses;
  count.unjudged += unjudged;
  count.violations += real;
  count.missed += real && !reported;
  count.rereads += trace.nothingToLearn(access);
  trace.perform(access);
}

RuleCount compareRules(std::uint64_t seed, const TraceOptions& options, bool exact,
                       int traces = 2500) {
  Rng rng(seed);
  RuleCount count;
  for (int i = 0; i < traces && !::testing::Test::HasFailure(); ++i) {
    runtime::rt.recording = runtime::rt.past.fromStart = recordsAtOnce;
    Trace trace(rng, options);
    for (int step = 0; step < 24; ++step) {
      if (rng.chance(options.fences)) {
        trace.randomFence();
        continue;
      }
      if (rng.chance(15)) {
        trace.lockOrUnlock();
        continue;
      }
      if (options.plain > 0 && rng.chance(20)) {
        const std::uint32_t thread = rng.below(options.plain);  // its own
        trace.plainAccess(thread, thread, rng.chance(50));
        continue;
      }
      if (options.replacements > 0 && rng.chance(10)) {
        trace.replaceThread();
        continue;
      }
      checkAccess(trace, trace.randomAccess(), exact, count);
    }
  }
  return count;
}

class Rules : public ::testing::Test {
 protected:
  void SetUp() override { runtime::rt.rules = {.window = 64}; }
  void TearDown() override { runtime::rt.rules = {}; }
};

TEST_F(Rules, Rc20IsExactOnTwoThreads) {
  const RuleCount count = compareRules(1, {.threads = 2, .cells = 2}, true);
  EXPECT_GT(count.violations, 200u);
}

TEST_F(Rules, Rc20IsExactOnThreeThreads) {
  const RuleCount count = compareRules(2, {}, true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_GT(count.rereads, 200u);
}

TEST_F(Rules, Rc20IsExactOnFourThreadsWithoutScFences) {
  const RuleCount count = compareRules(3, {.threads = 4, .cells = 2, .scFences = false}, true);
  EXPECT_GT(count.violations, 200u);
}

TEST_F(Rules, Rc20IsExactWithThreadsInDifferentLanes) {
  const RuleCount count = compareRules(10, {.apart = 11}, true, 1000);
  EXPECT_GT(count.violations, 100u);
}

TEST_F(Rules, RaIsExact) {
  runtime::rt.rules.model = runtime::Model::Ra;
  const RuleCount count = compareRules(4, {.model = ModelName::Ra}, true);
  EXPECT_GT(count.violations, 100u);
}

// Writes are not checked under SRA and TSO: a violation at one of them is not missed by the
// program, for some other run of it has one at a read. What is reported must be true.
TEST_F(Rules, SraNeverGivesFalseAlarms) {
  runtime::rt.rules.model = runtime::Model::Sra;
  const RuleCount count = compareRules(7, {.model = ModelName::Sra}, false);
  EXPECT_GT(count.violations, count.missed + 100);
}

TEST_F(Rules, TsoNeverGivesFalseAlarms) {
  runtime::rt.rules.model = runtime::Model::Tso;
  runtime::rt.rules.races = false;
  const RuleCount count = compareRules(8, {.model = ModelName::Tso}, false);
  EXPECT_GT(count.violations, count.missed + 100);
}

TEST_F(Rules, SeqCstAccessesNeverGiveFalseAlarms) {
  const RuleCount count = compareRules(5, {.scAccesses = true}, false);
  EXPECT_GT(count.violations, count.missed);
}

// RC11 orders SC accesses in more ways. Its SC fences are not updates of one cell, so that runs
// with them cannot be compared.
TEST_F(Rules, NeitherDoTheyByTheAxiomsOfRc11) {
  const RuleCount count =
      compareRules(9, {.scFences = false, .scAccesses = true, .model = ModelName::Rc11}, false);
  EXPECT_GT(count.violations, count.missed);
}

class Rc11 : public ::testing::Test {
 protected:
  void SetUp() override {
    runtime::rt.rules = {.window = 64, .model = runtime::Model::Rc11, .races = false};
    recordsAtOnce = true;
  }
  void TearDown() override {
    runtime::rt.rules = {};
    runtime::rt.recording = recordsAtOnce = false;
  }
};

TEST_F(Rc11, IsExactOnTwoThreads) {
  const RuleCount count = compareRules(
      31, {.threads = 2, .cells = 2, .scAccesses = true, .model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
}

TEST_F(Rc11, IsExactWithScAccesses) {
  const RuleCount count =
      compareRules(32, {.scFences = false, .scAccesses = true, .model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
}

TEST_F(Rc11, IsExactWithScFences) {
  const RuleCount count = compareRules(33, {.model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
}

TEST_F(Rc11, IsExactWithBothOnFourThreads) {
  const RuleCount count = compareRules(
      34, {.threads = 4, .cells = 2, .scAccesses = true, .scShare = 70, .model = ModelName::Rc11},
      true);
  EXPECT_GT(count.violations, 200u);
}

// Psc matters only if it leads from the write that SC has ordered before an access to this access,
// and happens-before does not. So threads take turns, and each goes from one location to the next,
// perhaps with a fence between; the last access is where the first was.
RuleCount compareChains(std::uint64_t seed, const TraceOptions& options, int traces) {
  Rng rng(seed);
  RuleCount count;
  for (int i = 0; i < traces && !::testing::Test::HasFailure(); ++i) {
    runtime::rt.recording = runtime::rt.past.fromStart = recordsAtOnce;
    Trace trace(rng, options);
    std::uint32_t cell = 0;
    for (std::uint32_t thread = 0; thread < options.threads; ++thread) {
      for (int end = 0; end < 2; ++end) {
        const bool last = thread + 1 == options.threads && end == 1;
        if (last) cell = 0;
        do {
          checkAccess(trace, trace.randomAccess(thread, cell), true, count);
        } while (rng.chance(15));
        while (rng.chance(options.fences)) trace.randomFence(thread);
        if (options.plain > 0 && rng.chance(40)) trace.plainAccess(thread, thread, rng.chance(50));
        if (end == 0 && rng.chance(75)) cell = (cell + 1) % options.cells;
      }
    }
  }
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
  return count;
}

TEST_F(Rc11, IsExactOnChainsOfTwoThreads) {
  compareChains(51,
                {.threads = 2,
                 .cells = 2,
                 .fences = 30,
                 .scAccesses = true,
                 .scShare = 55,
                 .model = ModelName::Rc11},
                5000);
}

TEST_F(Rc11, IsExactOnChainsOfThreeThreads) {
  compareChains(52, {.fences = 30, .scAccesses = true, .scShare = 55, .model = ModelName::Rc11},
                8000);
}

TEST_F(Rc11, IsExactOnChainsOfFourThreads) {
  compareChains(53,
                {.threads = 4,
                 .cells = 4,
                 .fences = 30,
                 .scAccesses = true,
                 .scShare = 55,
                 .model = ModelName::Rc11},
                8000);
}

TEST_F(Rc11, IsExactOnChainsWithPlainAccesses) {
  compareChains(56,
                {.cells = 2,
                 .plain = 3,
                 .fences = 15,
                 .scAccesses = true,
                 .scShare = 60,
                 .model = ModelName::Rc11},
                8000);
}

TEST_F(Rc11, IsExactOnChainsOfFences) {
  compareChains(54, {.fences = 50, .model = ModelName::Rc11}, 5000);
}

TEST_F(Rc11, IsExactWithManyFences) {
  const RuleCount count = compareRules(
      41, {.fences = 35, .scAccesses = true, .scShare = 50, .model = ModelName::Rc11}, true, 5000);
  EXPECT_GT(count.violations, 200u);
}

// A plain access is a step to another location.
TEST_F(Rc11, IsExactWithPlainAccesses) {
  const RuleCount count = compareRules(
      35, {.cells = 2, .plain = 3, .scAccesses = true, .scShare = 60, .model = ModelName::Rc11},
      true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
}

TEST_F(Rc11, IsExactWithThreadsThatEnd) {
  const RuleCount count = compareRules(
      36,
      {.cells = 2, .scAccesses = true, .scShare = 60, .replacements = 3, .model = ModelName::Rc11},
      true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
}

TEST_F(Rc11, SaysWhatItCannotDecideWithAShortPast) {
  runtime::rt.rules.past = 4;
  const RuleCount count = compareRules(
      37, {.cells = 2, .scAccesses = true, .scShare = 60, .model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_GT(count.unjudged, 20u);
}

class Rc11FromTheFirstScAccess : public Rc11 {
  void SetUp() override {
    Rc11::SetUp();
    recordsAtOnce = false;
  }
};

TEST_F(Rc11FromTheFirstScAccess, DecidesAllWithoutScFences) {
  const RuleCount count = compareRules(
      38, {.cells = 2, .scFences = false, .scAccesses = true, .model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
}

TEST_F(Rc11FromTheFirstScAccess, DecidesAllWithScFences) {
  const RuleCount count =
      compareRules(39, {.cells = 2, .scAccesses = true, .model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
}

TEST_F(Rc11FromTheFirstScAccess, DecidesAllWithScFencesAlone) {
  const RuleCount count = compareRules(40, {.model = ModelName::Rc11}, true);
  EXPECT_GT(count.violations, 200u);
  EXPECT_EQ(count.unjudged, 0u);
}

TEST_F(Rc11FromTheFirstScAccess, DecidesChains) {
  compareChains(55, {.fences = 30, .scAccesses = true, .scShare = 40, .model = ModelName::Rc11},
                8000);
}

TEST_F(Rules, ShortHistoriesNeverGiveFalseAlarms) {
  runtime::rt.rules.window = 2;
  const RuleCount count = compareRules(6, {.threads = 4, .cells = 2}, false);
  EXPECT_GT(count.violations, count.missed);
}

// A thread that ended without being joined has left its index to another. A thread that knows an
// epoch of the new one does not know what the old one had acquired, so it must still take the
// message of the old one's write.
TEST_F(Rules, EpochsOfANewThreadSayNothingAboutTheOldOneWithItsIndex) {
  using runtime::Order;
  runtime::ThreadClocks writer, old, heir, reader;
  const Location data = newLocation(), flag = newLocation(), other = newLocation();
  runtime::startThread(writer, 0, 0, nullptr);
  runtime::startThread(old, 1, 0, nullptr);
  runtime::write(writer, *data, Order::Release, 1, 0);
  runtime::read(old, *data, Order::Acquire);
  runtime::write(old, *flag, Order::Release, 1, 0);
  runtime::tick(old);
  runtime::tables.retired[1] = old.epoch;
  runtime::startThread(heir, 1, old.epoch, nullptr);
  runtime::startThread(reader, 2, 0, nullptr);
  runtime::write(heir, *other, Order::Release, 1, 0);
  runtime::read(reader, *other, Order::Acquire);
  ASSERT_TRUE(runtime::knowsNewest(reader, *flag, reader.current()));
  EXPECT_LT(reader.current().at(0), writer.epoch);
  runtime::read(reader, *flag, Order::Acquire);
  EXPECT_EQ(reader.current().at(0), writer.epoch);
  EXPECT_EQ(reader.sc().at(0), writer.epoch);
  runtime::tables.retired[1] = 0;
  for (auto* thread : {&writer, &old, &heir, &reader}) thread->clocks.clear();
}

}  // namespace

}  // namespace robur::testing

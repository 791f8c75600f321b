// Soundness of the prover: whatever it proves holds on a machine with store buffers. Random
// programs for which the proof succeeds are run exhaustively under SC and under TSO by an
// interpreter that is independent of movers.
#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "check/check.h"
#include "frontend/rob/parse_rob.h"
#include "generators/prove_text.h"
#include "prove/fuse.h"
#include "prove/lower.h"
#include "prove/prove.h"
#include "unit/prove/interpreter.h"

namespace robur::prove {
namespace {

constexpr std::size_t kSoundnessStates = 20'000;
constexpr std::size_t kBuffer = 4;

// More of them, with other seeds: ROBUR_PROVE_PROGRAMS=5000 ROBUR_PROVE_SEED=7 tests/unit_prove
std::uint64_t fromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Tally {
  std::size_t proved = 0;
  std::size_t byMovers = 0;  // with a read that could overtake a write
  std::size_t byEqualValues = 0;
  std::size_t notProved = 0;
};

bool needsMovers(const Proof& proof) {
  return std::ranges::any_of(proof.writes, [](const WriteVerdict& v) {
    return v.rule == Rule::ReadsMoveRight || v.rule == Rule::MovesLeft;
  });
}

void compare(const std::string& text, bool havoc, Tally& tally) {
  Lowered lowered = lower({"random.rob", text});
  ASSERT_TRUE(lowered.system) << text;
  ProveOptions options;
  options.moversOnly = true;
  const Proof proof = prove(*lowered.system, options);
  ASSERT_TRUE(proof.badAbstractions.empty()) << text;
  if (proof.robustness > Robustness::UpToEqualValues) {
    ++tally.notProved;
    return;
  }
  ++tally.proved;
  if (!needsMovers(proof)) return;
  const Domain domain{0, 2};
  const Explored sc = exploreSc(*lowered.system, 2, domain, kSoundnessStates);
  const Explored tso = exploreTso(*lowered.system, 2, domain, kBuffer, 4 * kSoundnessStates);
  if (!sc.complete) return;
  ++tally.byMovers;
  if (proof.robustness == Robustness::UpToEqualValues) ++tally.byEqualValues;
  for (const World& w : tso.worlds) {
    ASSERT_TRUE(sc.worlds.contains(w)) << "TSO reaches a state that SC does not reach:\n" << text;
  }
  // If the proof says that traces are the same, `robur check` decides that independently.
  if (havoc || proof.robustness != Robustness::Robust) return;
  const Parsed parsed = parseRob({"random.rob", text});
  ASSERT_TRUE(parsed.program) << text;
  CheckOptions check;
  check.workers = 1;
  check.exactLoops = true;
  const Result result = robur::check(*parsed.program, ModelName::Tso, check);
  EXPECT_EQ(result.verdict, Verdict::Robust) << "proved, but not robust against TSO:\n" << text;
}

void run(bool havoc, std::uint64_t seed, std::size_t programs, std::size_t leastByMovers,
         std::size_t leastByEqualValues) {
  seed = fromEnvironment("ROBUR_PROVE_SEED", seed);
  programs = fromEnvironment("ROBUR_PROVE_PROGRAMS", programs);
  std::mt19937_64 random(seed);
  Tally tally;
  for (std::size_t i = 0; i < programs && !::testing::Test::HasFatalFailure(); ++i) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed << ", program " << i);
    compare(testing::randomProveText(random, {havoc, true, true}), havoc, tally);
  }
  std::cout << "seed " << seed << ": " << tally.proved << " proved, " << tally.byMovers
            << " of them by movers, " << tally.byEqualValues << " up to equal values; "
            << tally.notProved << " not proved\n";
  EXPECT_GE(tally.byMovers, leastByMovers) << "the test looks at too little";
  EXPECT_GE(tally.byEqualValues, leastByEqualValues) << "the test looks at too little";
}

TEST(Soundness, WhatIsProvedIsTrueOnTheMachine) {
  run(false, 1, 70, 10, 3);
}

TEST(Soundness, WithReadAbstractions) {
  run(true, 2, 50, 8, 2);
}

}  // namespace
}  // namespace robur::prove

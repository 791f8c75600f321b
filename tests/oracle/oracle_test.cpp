// The oracle on programs whose verdicts are known, and its parts against each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "generators/code_builder.h"
#include "generators/litmus.h"
#include "generators/program.h"
#include "oracle/oracle.h"
#include "oracle/sc_states.h"
#include "program/model_info.h"
#include "program/validate.h"

namespace robur::testing {
namespace {

struct Verdicts {
  const char* name;
  const char* text;
  const char* notRobust;  // the models, one blank between
};

std::string modelsAgainst(const Program& program) {
  std::string names;
  for (const ModelName model : kAllModels) {
    const OracleResult result = askOracle(program, model);
    EXPECT_TRUE(result.robust() || result.notRobust());
    if (!result.notRobust()) continue;
    if (!names.empty()) names += ' ';
    names += spelling(model);
  }
  return names;
}

bool hasPlain(const Program& program) {
  return std::ranges::any_of(program.locations, [](const Location& l) { return !l.atomic; });
}

class Known : public ::testing::TestWithParam<Verdicts> {};

TEST_P(Known, Verdict) {
  const Program program = programOf(parseLitmus(GetParam().text));
  ASSERT_TRUE(validate(program).empty());
  EXPECT_EQ(modelsAgainst(program), GetParam().notRobust) << GetParam().text;
}

const Verdicts kKnown[] = {
    {"SB", "W.rel x 1; R.acq y || W.rel y 1; R.acq x", "tso pso sra ra rc20 rc11"},
    {"SB_fences", "W x 1; F.sc; R y || W y 1; F.sc; R x", ""},
    {"SB_updates", "U.ar x 1; R.acq y || U.ar y 1; R.acq x", "sra ra rc20 rc11"},
    {"SB_waits", "W.rel x 1; wait.acq y 1 || W.rel y 1; wait.acq x 1", ""},
    {"SB_waits_for_zero", "W.rel x 1; wait.acq y 0 || W.rel y 1; wait.acq x 0",
     "tso pso sra ra rc20 rc11"},
    {"SB_failed_cas", "W.rel x 1; C y 5 6 || W.rel y 1; C x 5 6", "sra ra rc20 rc11"},
    {"MP", "W x 1; W.rel y 1 || R.acq y; R x", "pso"},
    {"MP_rlx", "W x 1; W y 1 || R y; R x", "pso rc20 rc11"},
    {"MP_wait", "W x 1; W.rel y 1 || wait.acq y 1; R x", "pso"},
    {"IRIW", "W.rel x 1 || W.rel y 1 || R.acq x; R.acq y || R.acq y; R.acq x", "sra ra rc20 rc11"},
    {"TwoPlusTwoW", "W.rel x 1; W.rel y 2 || W.rel y 1; W.rel x 2", "pso ra rc20 rc11"},
    {"LB", "R x; W y 1 || R y; W x 1", ""},
    {"CoRR", "W x 1; W x 2 || R x; R x", ""},
    {"Spinlock", "bcas.acq l 0 1; W x 1; W.rel l 0 || bcas.acq l 0 1; R x; W.rel l 0", "pso"},
    {"Spinlock_rlx", "bcas l 0 1; W x 1; W l 0 || bcas l 0 1; R x; W l 0", "pso rc20 rc11"},
    {"Handshake", "W.rel x 1; wait.acq y 1; R x || wait.acq x 1; W.rel y 1", ""},
    // SC fences are updates of one cell: their order counts, unlike that of RC11's fences.
    {"FenceOrderCounts", "F.sc; R x || W x 1; W y 1 || wait y 1; F.sc", "rc20"},
    {"FencesSynchronise",
     "wait.acq y 2; F.sc; W z 2 || W z 1; F.sc; U x 2 || F.sc; wait x 2; W y 2", "rc11"},
    {"ScSB", "W.sc x 1; R.sc y || W.sc y 1; R.sc x", "tso pso sra ra"},
    {"ScIRIW", "W.sc x 1 || W.sc y 1 || R.sc x; R.sc y || R.sc y; R.sc x", "sra ra"},
    {"ScTwoPlusTwoW", "W.sc x 1; W.sc y 2 || W.sc y 1; W.sc x 2", "pso ra"},
    {"ScSBOneAcq", "W.sc x 1; R.acq y || W.sc y 1; R.sc x", "tso pso sra ra rc20 rc11"},
    {"ScReadsOrderNothing", "R.sc z; R x || W x 1; W y 1 || wait y 1; R.sc z", ""},
    {"RaceAtOnce", "W.na d 1 || R.na d", "sra ra rc20 rc11"},
    {"RaceOfReads", "R.na d || R.na d", ""},
    {"RaceAfterFlag", "W.na d 1; W.rel f 1 || wait.acq f 1; R.na d", "pso"},
    {"RaceAfterRlxFlag", "W.na d 1; W f 1 || wait f 1; R.na d", "pso rc20 rc11"},
    {"RaceAfterFencedFlag", "W.na d 1; F.rel; W f 1 || wait f 1; F.acq; R.na d", ""},
    {"RaceBeforeFlag", "W.na d 1; W.rel f 1 || R.na d; wait.acq f 1", "sra ra rc20 rc11"},
    {"RaceUnderLock", "bcas.acq l 0 1; W.na d 1; W.rel l 0 || bcas.acq l 0 1; W.na d 2; W.rel l 0",
     "pso"},
    {"ReleaseSequence", "W.na d 1; W.rel f 1 || bcas f 1 2 || wait.acq f 2; R.na d", "pso"},
    {"BrokenReleaseSequence", "W.na d 1; W.rel f 1 || wait f 1; W f 2 || wait.acq f 2; R.na d",
     "pso rc20 rc11"},
};

INSTANTIATE_TEST_SUITE_P(Oracle, Known, ::testing::ValuesIn(kKnown),
                         [](const auto& test) { return std::string(test.param.name); });

// Races and stale accesses are distinguished if both are asked for.
TEST(Oracle, SaysWhichOfRaceAndStrayExist) {
  const char* both = "W.rel x 1; R.acq y; W.na d 1 || W.rel y 1; R.acq x; W.na d 2";
  const OracleResult result =
      askOracle(programOf(parseLitmus(both)), ModelName::Ra, {.stopAtFirst = false});
  EXPECT_TRUE(result.race && result.stray);
  const char* race = "W.na d 1 || W.na d 2";
  const OracleResult other =
      askOracle(programOf(parseLitmus(race)), ModelName::Ra, {.stopAtFirst = false});
  EXPECT_TRUE(other.race && !other.stray);
}

TEST(Oracle, GivesAWitness) {
  const Program program = programOf(parseLitmus("W x 1; R y || W y 1; R x"));
  const OracleResult result = askOracle(program, ModelName::Tso);
  ASSERT_TRUE(result.witness);
  EXPECT_TRUE(consistent(program, *result.witness, ModelName::Tso));
  EXPECT_FALSE(consistent(program, *result.witness, ModelName::Sc));
}

TEST(Oracle, SaysWhenItGaveUp) {
  const Program program =
      programOf(parseLitmus("R x; R y; R x; R y || W x 1; W y 1; W x 2 || W x 3; W y 3"));
  const OracleResult result = askOracle(program, ModelName::Sc, {.maxGraphs = 50});
  EXPECT_TRUE(result.tooBig && !result.robust() && !result.notRobust());
}

// A thread that spins forever is followed up to the bound, which is said.
TEST(Oracle, BoundsLoops) {
  Program program = programOf(parseLitmus("R x || W x 1"));
  program.codes[0].instrs[0].next = {0};
  const OracleResult result = askOracle(program, ModelName::Ra, {.maxEventsPerThread = 5});
  EXPECT_TRUE(result.bounded && !result.tooBig && !result.notRobust() && !result.robust());
}

TEST(ScStates, FindsFaults) {
  Program program;
  Location x;
  x.name = "x";
  x.type = {0, 1};
  program.locations.push_back(x);
  Location a = x;
  a.name = "a";
  a.isArray = true;
  a.init = {0, 0};
  program.locations.push_back(a);
  const LocationId atX{0};
  const LocationId atA{1};
  const auto faultsOf = [&](auto&&... instrs) {
    Program p = program;
    CodeBuilder code;
    code.newRegister("r", {0, 3});
    (code.add(instrs), ...);
    p.codes.push_back(code.finish("t"));
    p.threads.push_back({"t", CodeId{0}, 0});
    EXPECT_TRUE(validate(p).empty());
    return exploreSc(p, 1000).faults;
  };
  const RegId r{0};
  using Only = Faults;
  const auto rIs = [&](std::int64_t v) { return binary(BinaryOp::Eq, reg(r), constant(v)); };
  EXPECT_EQ(faultsOf(store(at(atX), constant(1), Order::Rlx)), Only{});
  EXPECT_EQ(faultsOf(store(at(atX), constant(2), Order::Rlx)), Only{Property::Overflow});
  EXPECT_EQ(faultsOf(rmw(RmwOp::Sub, kNoReg, at(atX), constant(1), Order::Rlx)),
            Only{Property::Overflow});
  EXPECT_EQ(faultsOf(assign(r, constant(4))), Only{Property::Overflow});
  EXPECT_EQ(faultsOf(havoc(r, 0, 3), load(r, at(atA, reg(r)), Order::Rlx)), Only{Property::Bounds});
  EXPECT_EQ(faultsOf(load(r, through(constant(3)), Order::Rlx)), Only{Property::Bounds});
  EXPECT_EQ(faultsOf(load(r, through(addressOf(atA)), Order::NonAtomic)),
            Only{Property::MixedAccess});
  EXPECT_EQ(faultsOf(assign(r, binary(BinaryOp::Div, constant(1), reg(r)))),
            Only{Property::DivisionByZero});
  EXPECT_EQ(faultsOf(havoc(r, 0, 2), assertThat(rIs(1))), Only{Property::Assertion});
  EXPECT_EQ(faultsOf(assume(rIs(1)), assertThat(rIs(1)), assertThat(rIs(2))), Only{});
  // What is written after a fault that depends on the value read has wrapped around.
  EXPECT_EQ(faultsOf(assign(r, constant(3)), store(at(atX), constant(1), Order::Rlx),
                     cas(r, at(atX), constant(1), constant(0), Order::Rlx, Order::Rlx),
                     assertThat(rIs(1))),
            Only{});
}

// Races by states and races by graphs are the same thing under RA, whether or not the
// program is robust.
TEST(Oracle, AgreesWithScStatesOnRaces) {
  int races = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Program program = generate(seed, {.model = ModelName::Ra});
    if (!hasPlain(program)) continue;
    const OracleResult result =
        askOracle(program, ModelName::Ra, {.maxGraphs = 5000, .stopAtFirst = false});
    const ScStates sc = exploreSc(program, 20000);
    if (result.tooBig || !sc.complete) continue;
    EXPECT_EQ(result.race, sc.race) << seed;
    races += result.race;
  }
  EXPECT_GT(races, 30);
}

// Stronger models make more programs robust; RC20 is weakest where nothing is sc.
TEST(Oracle, IsMonotone) {
  int differs = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Program program = generate(seed, {.model = ModelName::Rc20});
    bool fenced = false;
    for (const Code& code : program.codes) {
      for (const Instr& i : code.instrs) fenced |= i.op == Instr::Op::Fence;
    }
    if (fenced || hasPlain(program)) continue;  // TSO sees fences and plain memory differently
    std::map<ModelName, bool> robust;
    for (const ModelInfo& info : kModels) {
      const OracleResult result = askOracle(program, info.model, {.maxGraphs = 5000});
      if (result.tooBig) continue;
      robust[info.model] = !result.notRobust();
      const auto contained = robust.find(info.contains);
      if (info.isReference() || contained == robust.end()) continue;
      EXPECT_TRUE(contained->second || result.notRobust()) << seed << " " << info.name;
      differs += contained->second && result.notRobust();
    }
  }
  EXPECT_GT(differs, 30);
}

}  // namespace
}  // namespace robur::testing

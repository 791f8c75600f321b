// The axioms against the verdicts on classic litmus tests that the literature agrees on.
#include <gtest/gtest.h>

#include "generators/litmus.h"
#include "graph/axioms.h"
#include "oracle/oracle.h"
#include "program/model_info.h"

namespace robur::testing {
namespace {

struct Outcome {
  const char* name;
  const char* text;
  const char* allowedBy;  // the models, one blank between
};

std::string modelsAllowing(const char* text) {
  std::string names;
  for (const ModelName model : kAllModels) {
    if (!allowed(text, model)) continue;
    if (!names.empty()) names += ' ';
    names += spelling(model);
  }
  return names;
}

class Classic : public ::testing::TestWithParam<Outcome> {};

TEST_P(Classic, IsAllowedByTheRightModels) {
  EXPECT_EQ(modelsAllowing(GetParam().text), GetParam().allowedBy) << GetParam().text;
}

// What a model allows and SC forbids, the oracle finds in the program, or a race before it.
TEST_P(Classic, IsFoundByTheOracle) {
  if (allowed(GetParam().text, ModelName::Sc)) return;
  const Program program = programOf(parseLitmus(GetParam().text));
  for (const ModelName model : kAllModels) {
    const OracleResult result = askOracle(program, model);
    ASSERT_FALSE(result.tooBig);
    if (!allowed(GetParam().text, model)) continue;
    EXPECT_TRUE(result.notRobust()) << spelling(model) << ": " << GetParam().text;
  }
}

const Outcome kClassics[] = {
    {"SB", "W x 1; R y 0 || W y 1; R x 0", "tso pso sra ra rc20 rc11"},
    {"SB_acq_rel", "W.rel x 1; R.acq y 0 || W.rel y 1; R.acq x 0", "tso pso sra ra rc20 rc11"},
    {"SB_one_fence", "W x 1; F.sc; R y 0 || W y 1; R x 0", "tso pso sra ra rc20 rc11"},
    {"SB_fences", "W x 1; F.sc; R y 0 || W y 1; F.sc; R x 0", ""},
    {"SB_weak_fences", "W x 1; F.ar; R y 0 || W y 1; F.ar; R x 0", "tso pso sra ra rc20 rc11"},
    {"SB_updates", "U.ar x 0 1; R y 0 || U.ar y 0 1; R x 0", "sra ra rc20 rc11"},
    {"SB_update_between", "W x 1; U z 0 1; R y 0 || W y 1; U w 0 1; R x 0", "sra ra rc20 rc11"},
    {"SB_updates_of_one", "W x 1; U.ar z 0 1; R y 0 || W y 1; U.ar z 1 2; R x 0", ""},
    {"SB_rlx_updates_of_one", "W x 1; U z 0 1; R y 0 || W y 1; U z 1 2; R x 0", "rc20 rc11"},
    {"SB_failed_cas", "W x 1; C y 0 || W y 1; C x 0", "sra ra rc20 rc11"},
    {"SB_failed_cas_between", "W x 1; C z 0; R y 0 || W y 1; C z 0; R x 0", "sra ra rc20 rc11"},
    {"SB_own_reads", "W x 1; R x 1; R y 0 || W y 1; R y 1; R x 0", "tso pso sra ra rc20 rc11"},
    {"MP_rlx", "W x 1; W y 1 || R y 1; R x 0", "pso rc20 rc11"},
    {"MP_only_rel", "W x 1; W.rel y 1 || R y 1; R x 0", "pso rc20 rc11"},
    {"MP_only_acq", "W x 1; W y 1 || R.acq y 1; R x 0", "pso rc20 rc11"},
    {"MP", "W x 1; W.rel y 1 || R.acq y 1; R x 0", "pso"},
    {"MP_fences", "W x 1; F.rel; W y 1 || R y 1; F.acq; R x 0", ""},
    {"MP_fence_and_acquire", "W x 1; F.rel; W y 1 || R.acq y 1; R x 0", ""},
    {"MP_release_and_fence", "W x 1; W.rel y 1 || R y 1; F.acq; R x 0", "pso"},
    {"MP_wrong_fences", "W x 1; F.acq; W y 1 || R y 1; F.rel; R x 0", "pso rc20 rc11"},
    {"MP_sequence", "W x 1; W.rel y 1 || U y 1 2 || R.acq y 2; R x 0", "pso"},
    {"MP_sequence_of_two", "W x 1; W.rel y 1 || U y 1 2 || U y 2 3 || R.acq y 3; R x 0", "pso"},
    {"MP_fence_sequence", "W x 1; F.rel; W y 1 || U y 1 2 || R y 2; F.acq; R x 0", ""},
    {"MP_broken_sequence", "W x 1; W.rel y 1; W y 2 || R.acq y 2; R x 0", "pso rc20 rc11"},
    {"MP_plain_flag", "W x 1; F.rel; W.na y 1 || R.na y 1; F.acq; R x 0", "sra ra rc20 rc11"},
    {"LB", "R x 1; W y 1 || R y 1; W x 1", ""},
    {"LB_three", "R x 1; W y 1 || R y 1; W z 1 || R z 1; W x 1", ""},
    {"IRIW_acq", "W.rel x 1 || W.rel y 1 || R.acq x 1; R.acq y 0 || R.acq y 1; R.acq x 0",
     "sra ra rc20 rc11"},
    {"IRIW_fences", "W x 1 || W y 1 || R x 1; F.sc; R y 0 || R y 1; F.sc; R x 0", ""},
    {"IRIW_one_fence", "W x 1 || W y 1 || R x 1; F.sc; R y 0 || R.acq y 1; R x 0",
     "sra ra rc20 rc11"},
    {"TwoPlusTwoW", "W.rel x 2; W.rel y 1 || W.rel y 2; W.rel x 1", "pso ra rc20 rc11"},
    {"TwoPlusTwoW_fences", "W x 2; F.sc; W y 1 || W y 2; F.sc; W x 1", ""},
    {"R", "W.rel x 1; W.rel y 1 || W.rel y 2; R.acq x 0", "tso pso sra ra rc20 rc11"},
    {"R_fence_after", "W x 1; W y 1 || W y 2; F.sc; R x 0", "pso sra ra rc20 rc11"},
    {"R_fences", "W x 1; F.sc; W y 1 || W y 2; F.sc; R x 0", ""},
    {"S_rlx", "W x 2; W y 1 || R y 1; W x 1", "pso rc20 rc11"},
    {"S", "W x 2; W.rel y 1 || R.acq y 1; W x 1", "pso"},
    {"RWC", "W x 1 || R.acq x 1; R.acq y 0 || W y 1; R.acq x 0", "tso pso sra ra rc20 rc11"},
    {"RWC_fence_right", "W x 1 || R.acq x 1; R y 0 || W y 1; F.sc; R x 0", "sra ra rc20 rc11"},
    {"RWC_fences", "W x 1 || R x 1; F.sc; R y 0 || W y 1; F.sc; R x 0", ""},
    {"WRC_rlx", "W x 1 || R x 1; W y 1 || R y 1; R x 0", "rc20 rc11"},
    {"WRC", "W x 1 || R x 1; W.rel y 1 || R.acq y 1; R x 0", ""},
    {"W_RWC", "W x 1; W.rel y 1 || R.acq y 1; R z 0 || W z 1; R x 0", "tso pso sra ra rc20 rc11"},
    {"W_RWC_fences", "W x 1; W.rel y 1 || R.acq y 1; F.sc; R z 0 || W z 1; F.sc; R x 0", "pso"},
    {"ISA2", "W x 1; W.rel y 1 || R.acq y 1; W.rel z 1 || R.acq z 1; R x 0", "pso"},
    {"ISA2_rlx_middle", "W x 1; W.rel y 1 || R y 1; W z 1 || R.acq z 1; R x 0", "pso rc20 rc11"},
    {"CoRR", "W x 1; W x 2 || R x 2; R x 1", ""},
    {"CoRR_from_init", "W x 1 || R x 1; R x 0", ""},
    {"CoWW", "W x 2; W x 1", ""},
    {"CoRW_own", "R x 1; W x 1", ""},
    {"CoRW", "R x 2; W x 1 || W x 2", ""},
    {"CoWR", "W x 2; R x 1 || W x 1", ""},
    {"CoWR_init", "W x 1; R x 0", ""},
    {"TwoUpdatesOfOne", "U x 0 1 || U x 0 2", ""},
    {"WriteInsideUpdate", "U x 0 2 || W x 1", ""},
    {"UpdateInOrder", "U x 0 1 || U x 1 2; R x 2", "sc tso pso sra ra rc20 rc11"},
    {"SB_as_SC", "W x 1; R y 1 || W y 1; R x 0", "sc tso pso sra ra rc20 rc11"},
};

INSTANTIATE_TEST_SUITE_P(Axioms, Classic, ::testing::ValuesIn(kClassics),
                         [](const auto& test) { return std::string(test.param.name); });

// sc accesses and SC fences, which only RC11 has both of. RC20 has sc accesses as RC11 does, but
// its fences are updates; where that makes a difference it is said.
struct ScOutcome {
  const char* name;
  const char* text;
  bool allowed;
  bool otherwiseInRc20 = false;
};

class ScAccesses : public ::testing::TestWithParam<ScOutcome> {};

TEST_P(ScAccesses, FollowRc11) {
  const ScOutcome& test = GetParam();
  EXPECT_EQ(allowed(test.text, ModelName::Rc11), test.allowed) << test.text;
  EXPECT_EQ(allowed(test.text, ModelName::Rc20), test.allowed != test.otherwiseInRc20) << test.text;
}

const ScOutcome kScOutcomes[] = {
    {"SB", "W.sc x 1; R.sc y 0 || W.sc y 1; R.sc x 0", false},
    {"SB_one_acq", "W.sc x 1; R.acq y 0 || W.sc y 1; R.sc x 0", true},
    {"SB_one_rel", "W.rel x 1; R.sc y 0 || W.sc y 1; R.sc x 0", true},
    {"Updates_in_order", "U.sc x 0 1; U.sc y 0 1 || U.sc y 1 2; U.sc x 1 2", true},
    {"SB_updates_stray", "U.sc x 0 1; R.sc y 0 || U.sc y 0 1; R.sc x 0", false},
    {"IRIW", "W.sc x 1 || W.sc y 1 || R.sc x 1; R.sc y 0 || R.sc y 1; R.sc x 0", false},
    {"IRIW_acq_first", "W.sc x 1 || W.sc y 1 || R.acq x 1; R.sc y 0 || R.acq y 1; R.sc x 0", true},
    {"TwoPlusTwoW", "W.sc x 2; W.sc y 1 || W.sc y 2; W.sc x 1", false},
    {"TwoPlusTwoW_one_rel", "W.sc x 2; W.rel y 1 || W.sc y 2; W.sc x 1", true},
    {"R", "W.sc x 1; W.sc y 1 || W.sc y 2; R.sc x 0", false},
    {"R_first_rel", "W.rel x 1; W.sc y 1 || W.sc y 2; R.sc x 0", true},
    {"RWC", "W.sc x 1 || R.sc x 1; R.sc y 0 || W.sc y 1; R.sc x 0", false},
    {"RWC_rel_acq_first", "W.rel x 1 || R.acq x 1; R.sc y 0 || W.sc y 1; R.sc x 0", true},
    {"RWC_acq_first", "W.sc x 1 || R.acq x 1; R.sc y 0 || W.sc y 1; R.sc x 0", true},
    {"W_RWC", "W.sc x 1; W.rel y 1 || R.acq y 1; R.sc z 0 || W.sc z 1; R.sc x 0", false},
    {"W_RWC_rlx", "W.sc x 1; W y 1 || R.acq y 1; R.sc z 0 || W.sc z 1; R.sc x 0", true},
    {"Z6U", "W.sc x 1; W.rel y 1 || U.sc y 1 2; R y 3 || W.sc y 3; R.sc x 0", true},
    {"Z6U_all_sc", "W.sc x 1; W.sc y 1 || U.sc y 1 2; R y 3 || W.sc y 3; R.sc x 0", false},
    {"MP_sc_flag", "W x 1; W.sc y 1 || R.sc y 1; R x 0", false},
    {"Fence_against_sc", "W.sc x 1; R.sc y 0 || W.rel y 1; F.sc; R.sc x 0", false, true},
    {"Fence_against_rlx_sc", "W x 1; F.sc; R y 0 || W y 1; R.sc x 0", true},
    {"SB_fence_and_sc", "W x 1; F.sc; R y 0 || W.sc y 1; R.sc x 0", false, true},
    {"RWC_fence_then_sc", "W x 1 || R x 1; F.sc; R.sc y 0 || W.sc y 1; R.sc x 0", true},
    {"RWC_fences_and_sc", "W x 1 || R x 1; F.sc; R.sc y 0 || W.sc y 1; F.sc; R.sc x 0", false},
    {"W_RWC_fence", "W.sc x 1; W.rel y 1 || R.acq y 1; F.sc; R z 0 || W.sc z 1; R.sc x 0", false,
     true},
    {"Away_and_back", "W.sc x 1; W.rel x 2 || R.acq x 2; R.sc z 0 || W.sc z 1; R.sc x 0", true},
    {"Away_by_plain",
     "W.sc x 1; W.na d 1; W.rel x 2 || R.acq x 2; R.na d 1; R.sc z 0 || "
     "W.sc z 1; R.sc x 0",
     false},
    {"Past_another_place",
     "W.sc x 1; W w 1; W.rel x 2 || R.acq x 2; R w 1; R.sc z 0 || "
     "W.sc z 1; R.sc x 0",
     false},
};

INSTANTIATE_TEST_SUITE_P(Axioms, ScAccesses, ::testing::ValuesIn(kScOutcomes),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(WellFormed, RejectsWhatDoesNotHangTogether) {
  const Program program = programOf(parseLitmus("W x 1 || R x 1"));
  ExecutionGraph good = ExecutionGraph::initial(program);
  const CellId x{0};
  const Event write{.kind = Event::Kind::Write, .thread = ThreadId{0}, .cell = x, .written = 1};
  const Event read{.kind = Event::Kind::Read, .thread = ThreadId{1}, .cell = x, .read = 1};
  const EventId w = good.add(write, good.lastWrite(x));
  const EventId r = good.add(read, w);
  EXPECT_TRUE(wellFormed(program, good));
  EXPECT_TRUE(consistent(program, good, ModelName::Sc));

  const auto broken = [&](const auto& change) {
    ExecutionGraph graph = good;
    change(graph);
    return !wellFormed(program, graph) && !consistent(program, graph, ModelName::Rc20);
  };
  EXPECT_TRUE(broken([&](auto& g) { g.events[raw(r)].read = 2; }));
  EXPECT_TRUE(broken([&](auto& g) { g.readsFrom[raw(r)] = kNoEvent; }));
  EXPECT_TRUE(broken([&](auto& g) { g.readsFrom[raw(r)] = r; }));
  EXPECT_TRUE(broken([&](auto& g) { g.readsFrom[raw(w)] = r; }));
  EXPECT_TRUE(broken([&](auto& g) { g.readsFrom[raw(r)] = EventId{1}; }));
  EXPECT_TRUE(broken([&](auto& g) { g.modificationOrder[0].pop_back(); }));
  EXPECT_TRUE(broken([&](auto& g) { g.modificationOrder[0].push_back(w); }));
  EXPECT_TRUE(
      broken([&](auto& g) { std::swap(g.modificationOrder[0][0], g.modificationOrder[0][1]); }));
  EXPECT_TRUE(broken([&](auto& g) { g.modificationOrder[0].push_back(EventId{99}); }));
  EXPECT_TRUE(broken([&](auto& g) { g.events[raw(w)].thread = ThreadId{7}; }));
  EXPECT_TRUE(broken([&](auto& g) { g.events[raw(w)].cell = CellId{5}; }));
  EXPECT_TRUE(broken([&](auto& g) { g.events[raw(w)].init = true; }));
}

}  // namespace
}  // namespace robur::testing

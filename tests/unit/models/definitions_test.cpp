// The definitions of rows on runs where one can see what they should be, that no row is
// without one, and that the audit notices a single wrong bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "audit/replay_rules.h"
#include "audit/row_audit.h"
#include "explore/rows/show_rows.h"
#include "generators/litmus.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "unit/models/scene.h"

namespace robur::testing {
namespace {

using Owner = RowOwner::Kind;
using Names = std::set<std::string>;

// A litmus program after the accesses of a schedule, given as thread numbers.
class Definitions : public ::testing::Test {
 protected:
  void run(std::string_view litmus, ModelName model, const std::vector<unsigned>& schedule) {
    scene = std::make_unique<Scene>(programOf(parseLitmus(litmus)), model, SearchOptions{}, false,
                                    true);
    const Machine& machine = scene->exploration().machine;
    std::vector<std::int64_t> state(machine.stateSize());
    machine.initial(state.data());
    steps.clear();
    for (const unsigned t : schedule) {
      const Action action = machine.pending(state.data(), t);
      const CompiledThread& thread = machine.thread(t);
      const Pc pc = machine.pc(state.data(), t);
      ASSERT_TRUE(action.enabled);
      steps.push_back({t, thread.instrs[pc].source, action});
      if (action.kind == Action::Kind::Fence) {
        state[thread.base] = thread.instrs[pc].next[0];
      } else {
        machine.perform(state.data(), t, action);
      }
    }
  }

  std::vector<DefinedRow> rows() const {
    const Exploration& e = scene->exploration();
    const bool shadows = e.options.races == RaceRule::Shadows;
    const RowSemantics definitions(scene->program(), scene->model(), e.monitored, shadows);
    return definitions.after(steps, replayRules(scene->model(), e, steps).plan);
  }

  // The columns of the row of this name, without values and with commas.
  std::string members(Owner owner, unsigned index, const std::string& name) const {
    const Exploration& e = scene->exploration();
    std::vector<unsigned> plain;
    for (unsigned c = 0, d = 0; c < e.machine.cellCount(); ++c) {
      plain.push_back(e.machine.cellAtomic(c) ? kNotMonitored : d++);
    }
    const ColumnNames columns(scene->program(), e.monitored, e.machine.threadCount(), plain);
    for (const DefinedRow& row : rows()) {
      const bool same = row.owner.kind == owner && row.owner.index == index;
      if (!same || fmt::format("{}", fmt::join(row.names, "&")) != name) continue;
      std::vector<std::string> out;
      for (unsigned c = 0; c < row.members.size(); ++c) {
        if (row.members[c]) out.push_back(columns(row.columns, c));
      }
      return fmt::format("{}", fmt::join(out, ","));
    }
    return "no such row";
  }
  std::string thread(unsigned t, const std::string& name) const {
    return members(Owner::Thread, t, name);
  }
  std::string place(unsigned x, const std::string& name) const {
    return members(Owner::Cell, x, name);
  }

  std::unique_ptr<Scene> scene;
  std::vector<RunStep> steps;
};

TEST_F(Definitions, ReachFollowsAllEdges) {
  run("W x 1; W y 1 || R y 1; W z 1", ModelName::Ra, {0, 0, 1});
  EXPECT_EQ(thread(0, "ST"), "x,y,z");  // z has its initial value still
  EXPECT_EQ(thread(1, "ST"), "x,y,z");
  EXPECT_EQ(place(0, "SW"), "x,z");
  EXPECT_EQ(place(1, "SW"), "x,y,z");
  run("W x 1; W y 1 || R y 1; W z 1", ModelName::Ra, {1, 0, 0});
  EXPECT_EQ(thread(1, "ST"), "z");
  EXPECT_EQ(place(1, "SM"), "x,y,z");  // by reads-before
}

TEST_F(Definitions, MessagePassingUnderRa) {
  run("W x 1; W y 1 || R y 1; R x 1 || R x 1", ModelName::Ra, {0, 0});
  EXPECT_EQ(thread(0, "A"), "");
  EXPECT_EQ(thread(1, "A"), "x,y");
  EXPECT_EQ(place(0, "AW"), "y");
  EXPECT_EQ(place(1, "AW"), "");
  run("W x 1; W y 1 || R y 1; R x 1 || R x 1", ModelName::Ra, {0, 0, 1});
  EXPECT_EQ(thread(1, "A"), "");
  EXPECT_EQ(thread(2, "A"), "x,y");
}

TEST_F(Definitions, NothingGoesBetweenAnUpdateAndWhatItRead) {
  run("U x 0 1 || W x 2", ModelName::Ra, {0});
  EXPECT_EQ(thread(1, "A"), "x");
  EXPECT_EQ(thread(1, "B"), "");
  run("U x 0 1 || W x 2", ModelName::Rc20, {0});
  EXPECT_EQ(thread(1, "cur"), "x");
  EXPECT_EQ(thread(1, "cur'"), "");
}

TEST_F(Definitions, FencesOfOthersUnderSra) {
  run("W x 1; F.sc || F.sc; R x 0", ModelName::Sra, {0, 0});
  EXPECT_EQ(thread(1, "A"), "x");
  EXPECT_EQ(members(Owner::Fences, 0, "AF"), "");
  run("W x 1; F.sc || F.sc; R x 0", ModelName::Sra, {0, 0, 1});
  EXPECT_EQ(thread(1, "A"), "");
}

TEST_F(Definitions, StoreBufferingUnderTso) {
  run("W x 1; R y 0 || W y 1; R x 0", ModelName::Tso, {0, 1});
  EXPECT_EQ(thread(0, "OWN"), "x");
  EXPECT_EQ(thread(0, "OR&C"), "y");
  EXPECT_EQ(thread(0, "OR"), "x,y");  // x is written, but later reads need not wait for that
  EXPECT_EQ(thread(0, "OW"), "y");
  EXPECT_EQ(place(0, "LW"), "y");
  EXPECT_EQ(place(0, "LM"), "y");
  run("W x 1; R y 0 || W y 1; R x 0", ModelName::Tso, {0, 0, 1});
  EXPECT_EQ(place(1, "LM"), "x");  // the read of y is past, the write of x before it is not
  EXPECT_EQ(thread(1, "OR&C"), "x");
  run("W x 1; F.sc; R y 0 || W y 1; R x 0", ModelName::Tso, {0, 0, 0, 1});
  EXPECT_EQ(place(1, "LM"), "");
  EXPECT_EQ(thread(1, "OW&C"), "");
  EXPECT_EQ(thread(1, "OR&C"), "x");
}

TEST_F(Definitions, RelaxedAccessesAndFencesUnderRc20) {
  run("W x 1; W.rel y 1 || R y 1; R x 1", ModelName::Rc20, {0, 0, 1});
  EXPECT_EQ(thread(1, "cur"), "x");
  EXPECT_EQ(thread(1, "acq"), "");
  EXPECT_EQ(place(1, "W"), "");
  run("W x 1; W y 1 || R.acq y 1; R x 1", ModelName::Rc20, {0, 0});
  EXPECT_EQ(place(1, "W"), "x");
  EXPECT_EQ(thread(0, "rel"), "x,y");
  run("W x 1; F.rel; W y 1 || R.acq y 1; R x 1", ModelName::Rc20, {0, 0, 0});
  EXPECT_EQ(thread(0, "rel"), "y");
  EXPECT_EQ(place(1, "W"), "");
}

TEST_F(Definitions, ShadowsAreWhatWouldRace) {
  run("W.na d 1; W.rel f 1 || R f 1; R.na d 1", ModelName::Rc20, {0, 0, 1});
  EXPECT_EQ(thread(0, "cur"), "");
  EXPECT_EQ(thread(1, "cur"), "d#t0,d#t1");
  EXPECT_EQ(thread(1, "acq"), "");
  EXPECT_EQ(thread(0, "rel"), "f,d#t0,d#t1");
  run("R.na d 0; W.rel f 1 || R f 1; R.na d 1", ModelName::Rc20, {0, 0, 1});
  EXPECT_EQ(thread(1, "cur"), "d#t0");  // both may read, t1 may not write
}

// After the sc store to x and with nothing else known, an sc load of y could still miss the
// store to y by somebody else, unless that is sc as well.
TEST_F(Definitions, ScAccessesUnderRc11) {
  run("W.sc x 1; R.sc y 0 || W.rel y 1; R.sc x 0", ModelName::Rc11, {0, 1});
  EXPECT_EQ(thread(0, "cur&SP0&N0.cur"), "y");
  run("W.sc x 1; R.sc y 0 || W.sc y 1; R.sc x 0", ModelName::Rc11, {0, 0, 1});
  EXPECT_EQ(thread(1, "cur"), "x");
  EXPECT_EQ(thread(1, "cur&SP0&N0.cur"), "");  // x is psc-before the load of y, that before y
  EXPECT_EQ(place(1, "MS0"), "");
}

TEST_F(Definitions, ScFencesUnderRc11) {
  run("W x 1; F.sc; R y 0 || W y 1; F.sc; R x 0", ModelName::Rc11, {0, 0, 0, 1});
  EXPECT_EQ(thread(1, "cur"), "x");
  EXPECT_EQ(thread(1, "acq&K1.acq"), "");  // what a fence would take away
  run("W x 1; F.sc; R y 0 || W y 1; F.sc; R x 0", ModelName::Rc11, {0, 0, 0, 1, 1});
  EXPECT_EQ(thread(1, "cur"), "");
}

// What somebody read before his fence is observed by a fence that comes after it, although
// nothing happens before anything: PQ is more than P.
TEST_F(Definitions, FencesObserveWhatWasReadUnderRc11) {
  run("W x 1 || R x 1; F.sc; W z 1 || R z 1; F.sc; R x 1", ModelName::Rc11, {0, 1, 1, 1, 2});
  EXPECT_EQ(thread(2, "cur"), "x");
  EXPECT_EQ(thread(2, "acq&K1.acq"), "");
  EXPECT_EQ(RowAudit(ModelName::Rc11, scene->exploration()).compareWithDefinition(steps), "");
  run("W x 1 || R x 1; F.sc; W z 1 || R z 1; F.sc; R x 1", ModelName::Rc11, {0, 1, 1, 1, 2, 2});
  EXPECT_EQ(thread(2, "cur"), "");
  EXPECT_EQ(RowAudit(ModelName::Rc11, scene->exploration()).compareWithDefinition(steps), "");
}

TEST_F(Definitions, EveryRowThatAModelKeepsHasOne) {
  for (const ModelName model : weakModels()) {
    run("W x 1; F.sc; U y 0 1 || R.na d 0; R x 1", model, {0});
    std::set<std::pair<Owner, std::string>> defined;
    for (const DefinedRow& row : rows()) {
      for (const std::string& name : row.names) defined.emplace(row.owner.kind, name);
      for (const std::string& name : row.otherNames) defined.emplace(row.otherOwner.kind, name);
    }
    const RowPlan plan = replayRules(model, scene->exploration(), steps).plan;
    const auto check = [&](Owner owner, const std::vector<RowKind>& kinds) {
      for (const RowKind& kind : kinds) {
        EXPECT_TRUE(defined.contains({owner, kind.name})) << titleOf(model) << " " << kind.name;
      }
    };
    check(Owner::Thread, plan.thread);
    check(Owner::Cell, plan.cell);
    check(Owner::Fences, plan.fence);
  }
}

TEST_F(Definitions, TheAuditNoticesEveryWrongBit) {
  for (const ModelName model : weakModels()) {
    run("W x 1; F.sc; W y 1; R.na d 0 || R y 1; R x 1; W y 2; W x 2; R.na d 0", model, {});
    const RowAudit audit(model, scene->exploration());
    Rng rng(7);
    scene->walk(rng, 20, [&](KeptState kept) {
      EXPECT_EQ(audit.compareWithRules(kept), "");
      for (auto& row : kept.rows) {
        row[0] ^= 1;
        EXPECT_NE(audit.compareWithRules(kept), "");
        EXPECT_THROW(audit(kept), InternalError);
        row[0] ^= 1;
      }
      return true;
    });
  }
}

}  // namespace
}  // namespace robur::testing

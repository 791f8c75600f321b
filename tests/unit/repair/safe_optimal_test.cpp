// Repairs with the goal safe, on random programs, against trying every set of allowed changes.
#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "frontend/language.h"
#include "frontend/rob/parse_rob.h"
#include "oracle/all_executions.h"
#include "program/model_info.h"
#include "program/print.h"
#include "repair/draft_text.h"
#include "repair/repair.h"
#include "support/volume.h"
#include "unit/repair/unsafe_program.h"
#include "verify/graph_search.h"

namespace robur {
namespace {

constexpr std::size_t kMostSafetyOptions = testing::kFewPrograms ? 4 : 6;
constexpr unsigned kSafetyRepairs = testing::kFewPrograms ? 4 : 25;
constexpr unsigned kSafetyImpossible = kSafetyRepairs / 2;
constexpr std::size_t kMostGraphs = 3000;  // of brute force

// By enumeration, which other tests compare with brute force.
bool safe(const Program& program, ModelName model) {
  const verify::GraphSearch search = verify::searchGraphs(program, model);
  EXPECT_TRUE(search.finding || search.reason.empty()) << search.reason;
  return !search.finding;
}

// The same by brute force, which does not know hangs; nothing if it finds nothing bad but cannot
// exclude it.
std::optional<bool> safeByBruteForce(const Program& program, ModelName model) {
  const testing::AllExecutions all = testing::allExecutions(program, model, kMostGraphs);
  if (all.race || !all.faults.empty()) return false;
  if (all.tooBig) return std::nullopt;
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) {
      if (in.op == Instr::Op::Wait) return std::nullopt;
    }
  }
  return true;
}

struct Exhausted {
  std::vector<bool> safe;  // by the set of options
  std::optional<std::uint64_t> lowest;
};

Choice choiceOf(std::uint32_t mask) {
  Choice out;
  for (std::uint32_t i = 0; i < 32; ++i) {
    if (mask >> i & 1) out.push_back(i);
  }
  return out;
}

std::uint64_t priceOf(const Draft& draft, const Choice& choice) {
  std::uint64_t price = 0;
  for (const std::uint32_t i : choice) price += draft.options[i].price;
  return price;
}

Exhausted exhaust(const Draft& draft, ModelName model) {
  Exhausted out;
  for (std::uint32_t mask = 0; mask < 1u << draft.options.size(); ++mask) {
    const Choice choice = choiceOf(mask);
    out.safe.push_back(safe(draft.with(choice), model));
    if (out.safe.back()) {
      const std::uint64_t price = priceOf(draft, choice);
      out.lowest = std::min(price, out.lowest.value_or(price));
    }
  }
  return out;
}

// What the proof in safety_constraint.h rests on.
bool strengtheningKeepsSafety(const Exhausted& all) {
  for (std::uint32_t mask = 0; mask < all.safe.size(); ++mask) {
    for (std::uint32_t more = mask; all.safe[mask] && more < all.safe.size(); ++more) {
      if ((more & mask) == mask && !all.safe[more]) return false;
    }
  }
  return true;
}

// Of many options some are left, another part for every seed; every second time all that a repair
// needs is among them.
void keepSome(Draft& draft, const Repair& repaired, std::uint64_t seed) {
  testing::Rng random(seed);
  std::vector<bool> kept(draft.options.size(), false);
  std::size_t count = 0;
  if (seed % 2 == 0 && !repaired.solutions.empty()) {
    for (const std::uint32_t i : repaired.solutions.front().choice) kept[i] = true, ++count;
  }
  while (count < std::min(kMostSafetyOptions, kept.size())) {
    const std::uint32_t i = random.below(kept.size());
    if (!kept[i]) kept[i] = true, ++count;
  }
  std::vector<Strengthening> options;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) options.push_back(draft.options[i]);
  }
  draft.options = std::move(options);
}

struct SafetyAsked {
  ModelName model;
  bool fences;
  bool orders;
  bool locked;
};

std::string safetyAskedName(const ::testing::TestParamInfo<SafetyAsked>& test) {
  const SafetyAsked& q = test.param;
  return std::string(spelling(q.model)) + (q.fences ? "_fence" : "") + (q.orders ? "_order" : "") +
         (q.locked ? "_rmw" : "");
}

class SafeRepair : public ::testing::TestWithParam<SafetyAsked> {
 protected:
  RepairOptions options() const {
    RepairOptions out;
    out.goal = Goal::Safe;
    out.models = {GetParam().model};
    out.check.workers = 1;
    return out;
  }
  Allowed allowed() const {
    Allowed out;
    out.fences = GetParam().fences;
    out.orders = GetParam().orders;
    out.locked = GetParam().locked;
    out.adaptTo({GetParam().model});
    return out;
  }
  Parsed program(std::uint64_t seed) const {
    testing::UnsafeProgram random(seed, infoOf(GetParam().model).accessOrders);
    Parsed parsed = parseRob({"random.rob", random.text()});
    EXPECT_TRUE(parsed.program);
    return parsed;
  }

  // Compares with trying everything. Whether there is a solution.
  bool compare(const Draft& draft, const std::string& what) {
    const ModelName model = GetParam().model;
    const Repair found = repair(draft, options());
    const Exhausted all = exhaust(draft, model);
    EXPECT_TRUE(strengtheningKeepsSafety(all)) << what;
    if (!all.lowest) {
      EXPECT_EQ(found.outcome, Repair::Outcome::Impossible) << what;
      return false;
    }
    EXPECT_NE(found.outcome, Repair::Outcome::Impossible) << what;
    EXPECT_NE(found.outcome, Repair::Outcome::Unknown) << what << found.why;
    if (found.solutions.empty()) return false;
    const Choice& best = found.solutions.front().choice;
    EXPECT_EQ(found.solutions.front().price, *all.lowest) << what;
    const auto bruteForce = safeByBruteForce(draft.with(best), model);
    EXPECT_TRUE(bruteForce.value_or(true)) << what;
    for (const std::uint32_t left : best) {
      Choice others = best;
      std::erase(others, left);
      const auto without = safeByBruteForce(draft.with(others), model);
      EXPECT_FALSE(without.value_or(false)) << what;
      judged += without.has_value() ? 1 : 0;
    }
    checks += found.checks;
    return true;
  }

  unsigned judged = 0;  // choices that brute force found unsafe
  unsigned checks = 0;
};

TEST_P(SafeRepair, NothingIsCheaper) {
  unsigned repaired = 0;
  unsigned impossible = 0;
  for (std::uint64_t seed = 1; seed <= 1000 && repaired < kSafetyRepairs; ++seed) {
    const Parsed parsed = program(seed);
    Draft draft = draftFor(Language::Rob, parsed, allowed(), Prices());
    if (draft.options.empty() || safe(draft.program, GetParam().model)) continue;
    const Repair full = repair(draft, options());
    const bool hopeless = full.outcome == Repair::Outcome::Impossible;
    if (hopeless && impossible >= kSafetyImpossible) continue;
    keepSome(draft, full, seed);
    const bool solved =
        compare(draft, "seed " + std::to_string(seed) + "\n" + printRob(*parsed.program));
    (solved ? repaired : impossible)++;
  }
  std::cout << repaired << " repaired with " << checks << " checks, " << impossible
            << " impossible; brute force judged " << judged << " weaker choices\n";
  EXPECT_GT(repaired, kSafetyRepairs / 4);
}

TEST_P(SafeRepair, RelaxingLeavesNothingSuperfluous) {
  unsigned relaxed = 0;
  for (std::uint64_t seed = 5001; seed <= 5600 && relaxed < kSafetyRepairs; ++seed) {
    const Parsed parsed = program(seed);
    Draft draft = weakenedDraftFor(Language::Rob, parsed, allowed(), Prices());
    if (draft.options.empty() || draft.options.size() > kMostSafetyOptions) continue;
    if (safe(draft.program, GetParam().model)) continue;
    relaxed +=
        compare(draft, "seed " + std::to_string(seed) + "\n" + printRob(*parsed.program)) ? 1 : 0;
  }
  std::cout << relaxed << " relaxed\n";
}

INSTANTIATE_TEST_SUITE_P(Models, SafeRepair,
                         ::testing::Values(SafetyAsked{ModelName::Tso, true, false, false},
                                           SafetyAsked{ModelName::Tso, true, false, true},
                                           SafetyAsked{ModelName::Pso, true, false, false},
                                           SafetyAsked{ModelName::Sra, true, false, false},
                                           SafetyAsked{ModelName::Ra, true, false, false},
                                           SafetyAsked{ModelName::Ra, true, false, true},
                                           SafetyAsked{ModelName::Rc20, true, true, false},
                                           SafetyAsked{ModelName::Rc20, true, true, true},
                                           SafetyAsked{ModelName::Rc11, true, true, false},
                                           SafetyAsked{ModelName::Rc11, false, true, true}),
                         safetyAskedName);

}  // namespace
}  // namespace robur

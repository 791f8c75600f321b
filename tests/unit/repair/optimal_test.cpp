// Repairs of random programs against trying every set of allowed changes, cheapest first.
#include <algorithm>
#include <optional>

#include <gtest/gtest.h>

#include "frontend/language.h"
#include "frontend/rob/parse_rob.h"
#include "generators/program.h"
#include "program/print.h"
#include "program/simplify.h"
#include "repair/draft_text.h"
#include "repair/repair.h"
#include "support/volume.h"

namespace robur {
namespace {

constexpr std::size_t kMostOptions = testing::kFewPrograms ? 5 : 9;
constexpr unsigned kRepairs = testing::kFewPrograms ? 8 : 30;

bool robust(const Program& program, ModelName model) {
  CheckOptions options;
  options.workers = 1;
  const Result result = check(program, model, options);
  EXPECT_NE(result.verdict, Verdict::Unknown) << result.reason;
  return result.verdict == Verdict::Robust;
}

// No change of fences and orders makes such a program robust.
bool leavesRunsOpen(const Program& program) {
  const Result result = check(program, ModelName::Sc, {});
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [](const Finding& f) { return robur::leavesRunsOpen(f.property); });
}

// The lowest price of a choice whose program is robust.
std::optional<std::uint64_t> lowestPrice(const Draft& draft, ModelName model) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> masks;
  for (std::uint32_t mask = 0; mask < 1u << draft.options.size(); ++mask) {
    std::uint64_t price = 0;
    for (std::size_t i = 0; i < draft.options.size(); ++i) {
      if (mask >> i & 1) price += draft.options[i].price;
    }
    masks.emplace_back(price, mask);
  }
  std::sort(masks.begin(), masks.end());
  for (const auto& [price, mask] : masks) {
    Choice choice;
    for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
      if (mask >> i & 1) choice.push_back(i);
    }
    if (robust(draft.with(choice), model)) return price;
  }
  return std::nullopt;
}

// Of many options some are left, another part for every seed; every second time all that a
// repair needs is among them.
void leaveSome(Draft& draft, const Repair& repaired, std::uint64_t seed) {
  std::vector<Strengthening> kept;
  if (seed % 2 == 0 && !repaired.solutions.empty()) {
    for (const std::uint32_t i : repaired.solutions.front().choice) {
      kept.push_back(draft.options[i]);
      draft.options[i].price = 0;  // taken
    }
    std::erase_if(draft.options, [](const Strengthening& s) { return s.price == 0; });
  }
  const std::size_t room = kMostOptions - std::min(kMostOptions, kept.size());
  while (draft.options.size() > room) {
    draft.options.erase(draft.options.begin() +
                        static_cast<std::ptrdiff_t>(seed * 7919 % draft.options.size()));
  }
  draft.options.insert(draft.options.end(), kept.begin(), kept.end());
}

struct Asked {
  ModelName model;
  bool fences;
  bool orders;
  bool locked;
};

class Optimal : public ::testing::TestWithParam<Asked> {};

TEST_P(Optimal, NothingIsCheaper) {
  const Asked asked = GetParam();
  Allowed allowed;
  allowed.fences = asked.fences;
  allowed.orders = asked.orders;
  allowed.locked = asked.locked;
  allowed.adaptTo({asked.model});
  unsigned repaired = 0;
  unsigned impossible = 0;
  for (std::uint64_t seed = 1; seed <= 4000 && repaired + impossible < kRepairs; ++seed) {
    testing::GeneratorOptions generator;
    generator.model = asked.model;
    const std::string text = printRob(testing::generate(seed, generator));
    const Parsed parsed = parseRob({"random.rob", text});
    ASSERT_TRUE(parsed.program) << text;
    const Prices prices;
    Draft draft = draftFor(Language::Rob, parsed, allowed, prices);
    ASSERT_TRUE(sameUpToNames(simplified(draft.program), simplified(*parsed.program))) << text;
    if (draft.options.empty() || leavesRunsOpen(draft.program)) continue;
    if (robust(draft.program, asked.model)) continue;
    RepairOptions options;
    options.models = {asked.model};
    options.check.workers = 1;
    leaveSome(draft, repair(draft, options), seed);
    const Repair found = repair(draft, options);
    const std::optional<std::uint64_t> lowest = lowestPrice(draft, asked.model);
    if (!lowest) {
      EXPECT_EQ(found.outcome, Repair::Outcome::Impossible) << "seed " << seed << "\n" << text;
      ++impossible;
      continue;
    }
    ++repaired;
    ASSERT_EQ(found.outcome, Repair::Outcome::Repaired) << "seed " << seed << "\n" << text;
    EXPECT_EQ(found.solutions.front().price, *lowest) << "seed " << seed << "\n" << text;
    const std::string changed =
        textOf(Language::Rob, {"random.rob", text}, draft, found.solutions.front().choice);
    const Parsed again = parseRob({"random.rob", changed});
    ASSERT_TRUE(again.program) << changed;
    EXPECT_TRUE(sameUpToNames(simplified(*again.program),
                              simplified(draft.with(found.solutions.front().choice))))
        << "seed " << seed << "\n"
        << changed;
  }
  std::cout << repaired << " repaired, " << impossible << " impossible\n";
  EXPECT_GT(repaired, kRepairs / 8);
}

TEST(Repair, DoesNotCallAProgramRobustThatIsNotDefined) {
  const Parsed parsed = parseRob({"p.rob", R"(
atomic bool x, y;
thread a { local bool r; x.store(1, rel); r = y.load(acq); }
thread b { local bool r; y.store(1, rel); r = x.load(acq); }
thread c { local 0..1 n = 1; n = n + 1; }
)"});
  ASSERT_TRUE(parsed.program);
  Allowed allowed;
  allowed.adaptTo({ModelName::Ra});
  RepairOptions options;
  options.models = {ModelName::Ra};
  const Repair found = repair(draftFor(Language::Rob, parsed, allowed, Prices()), options);
  EXPECT_EQ(found.outcome, Repair::Outcome::Unknown);
  EXPECT_EQ(found.why, "what follows an error is not defined, so correct that first");
}

INSTANTIATE_TEST_SUITE_P(Repair, Optimal,
                         ::testing::Values(Asked{ModelName::Tso, true, false, false},
                                           Asked{ModelName::Sra, true, false, false},
                                           Asked{ModelName::Ra, true, false, false},
                                           Asked{ModelName::Ra, true, false, true},
                                           Asked{ModelName::Rc20, true, true, false},
                                           Asked{ModelName::Rc20, false, true, false},
                                           Asked{ModelName::Rc20, true, false, true},
                                           Asked{ModelName::Rc11, true, true, false},
                                           Asked{ModelName::Rc11, false, true, false}),
                         [](const auto& test) {
                           const Asked& a = test.param;
                           return std::string(spelling(a.model)) + (a.fences ? "_fence" : "") +
                                  (a.orders ? "_order" : "") + (a.locked ? "_rmw" : "");
                         });

// Why a constraint may also forbid: where an SC fence is an update of one reserved location,
// fences order what nothing ordered before, and a robust program stops being robust.
TEST(Repair, AFenceCanMakeAProgramLessRobust) {
  const auto program = [](const char* fence) {
    const std::string text = std::string("atomic bool x, y;\n") + "thread reader { local bool r; " +
                             fence + " r = x.load(rlx); }\n" +
                             "thread writer { x.store(1, rlx); y.store(1, rlx); }\n" +
                             "thread waiter { wait(y == 1, rlx); " + fence + " }\n";
    return *parseRob({"fences.rob", text}).program;
  };
  EXPECT_TRUE(robust(program(""), ModelName::Rc20));
  EXPECT_FALSE(robust(program("fence(sc);"), ModelName::Rc20));
  EXPECT_TRUE(robust(program("fence(sc);"), ModelName::Rc11));
}

}  // namespace
}  // namespace robur

// Branch and bound against trying every choice.
#include "repair/solver.h"

#include <algorithm>
#include <tuple>

#include <gtest/gtest.h>

#include "generators/rng.h"

namespace robur {
namespace {

struct Puzzle {
  std::vector<Strengthening> options;
  std::vector<Constraint> constraints;
};

Puzzle puzzle(std::uint64_t seed) {
  testing::Rng rng(seed);
  Puzzle out;
  const auto options = static_cast<std::uint32_t>(1 + rng.below(9));
  for (std::uint32_t i = 0; i < options; ++i) {
    out.options.push_back({i, Order::Sc, 1 + rng.below(4)});
  }
  const std::size_t constraints = rng.below(7);
  for (std::size_t c = 0; c < constraints; ++c) {
    Constraint constraint;
    for (std::uint32_t i = 0; i < options; ++i) {
      const std::size_t die = rng.below(8);
      if (die < 2) constraint.anyOf.push_back(i);
      if (die == 7 && rng.below(2) == 0) constraint.notAllOf.push_back(i);
    }
    out.constraints.push_back(constraint);
  }
  return out;
}

// Every choice that meets the constraints, with its price.
std::vector<Solution> everySolution(const Puzzle& p) {
  std::vector<Solution> out;
  for (std::uint32_t mask = 0; mask < 1u << p.options.size(); ++mask) {
    Solution s;
    for (std::uint32_t i = 0; i < p.options.size(); ++i) {
      if (!(mask >> i & 1)) continue;
      s.choice.push_back(i);
      s.price += p.options[i].price;
    }
    const bool good = std::all_of(p.constraints.begin(), p.constraints.end(),
                                  [&](const Constraint& c) { return meets(s.choice, c); });
    if (good) out.push_back(s);
  }
  return out;
}

TEST(RepairSolver, FindsTheCheapestOfAll) {
  unsigned impossible = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const Puzzle p = puzzle(seed);
    const std::vector<Solution> all = everySolution(p);
    const std::optional<Solution> found = cheapest(p.options, p.constraints);
    ASSERT_EQ(found.has_value(), !all.empty()) << "seed " << seed;
    if (!found) {
      ++impossible;
      continue;
    }
    const auto key = [](const Solution& s) {
      return std::tuple(s.price, s.choice.size(), s.choice);
    };
    const Solution best =
        *std::min_element(all.begin(), all.end(),
                          [&](const Solution& a, const Solution& b) { return key(a) < key(b); });
    EXPECT_EQ(found->price, best.price) << "seed " << seed;
    EXPECT_EQ(found->choice, best.choice) << "seed " << seed;
  }
  EXPECT_GT(impossible, 100u);
  EXPECT_LT(impossible, 3000u);
}

TEST(RepairSolver, ListsAllOfOnePrice) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    const Puzzle p = puzzle(seed);
    const std::vector<Solution> all = everySolution(p);
    const std::optional<Solution> best = cheapest(p.options, p.constraints);
    if (!best) continue;
    std::vector<Choice> expected;
    for (const Solution& s : all) {
      if (s.price == best->price) expected.push_back(s.choice);
    }
    std::sort(expected.begin(), expected.end());
    std::vector<Choice> found;
    for (const Solution& s : allOfPrice(p.options, p.constraints, best->price, 1000)) {
      found.push_back(s.choice);
    }
    EXPECT_EQ(found, expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace robur

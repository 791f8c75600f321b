// The relation algebra against its plain definition, and the questions asked of graphs
// (cycles, races) against definitions that try everything.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generators/litmus.h"
#include "generators/rng.h"
#include "graph/axioms.h"
#include "graph/relations.h"

namespace robur::testing {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

EventId eventId(std::size_t i) {
  return EventId{static_cast<std::uint32_t>(i)};
}

Relation relationOf(std::size_t n, const Pairs& pairs) {
  Relation r(n);
  for (const auto& [a, b] : pairs) r.add(eventId(a), eventId(b));
  return r;
}

Pairs pairsOf(const Relation& r) {
  Pairs pairs;
  for (std::uint32_t a = 0; a < r.events(); ++a) {
    for (std::uint32_t b = 0; b < r.events(); ++b) {
      if (r.has(eventId(a), eventId(b))) pairs.insert({a, b});
    }
  }
  return pairs;
}

Pairs composed(const Pairs& p, const Pairs& q) {
  Pairs result;
  for (const auto& [a, b] : p) {
    for (auto it = q.lower_bound({b, 0}); it != q.end() && it->first == b; ++it) {
      result.insert({a, it->second});
    }
  }
  return result;
}

Pairs closed(const Pairs& p) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> next;
  std::set<std::uint32_t> starts;
  for (const auto& [a, b] : p) {
    next[a].push_back(b);
    starts.insert(a);
  }
  Pairs reached;
  for (const std::uint32_t start : starts) {
    std::vector<std::uint32_t> todo = {start};
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      for (const std::uint32_t to : next[at]) {
        if (reached.insert({start, to}).second) todo.push_back(to);
      }
    }
  }
  return reached;
}

bool reflexiveSomewhere(const Pairs& p) {
  for (const auto& [a, b] : p) {
    if (a == b) return true;
  }
  return false;
}

Pairs randomPairs(Rng& rng, std::size_t n, std::size_t count) {
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) pairs.insert({rng.below(n), rng.below(n)});
  return pairs;
}

// Sizes on both sides of a machine word.
class Algebra : public ::testing::TestWithParam<std::size_t> {};

TEST_P(Algebra, IsThatOfSetsOfPairs) {
  const std::size_t n = GetParam();
  Rng rng(n);
  for (int round = 0; round < 40; ++round) {
    const Pairs p = randomPairs(rng, n, rng.below(2 * n));
    const Pairs q = randomPairs(rng, n, rng.below(2 * n));
    const Relation a = relationOf(n, p);
    const Relation b = relationOf(n, q);
    EXPECT_EQ(pairsOf(a), p);

    Pairs both = p;
    both.insert(q.begin(), q.end());
    EXPECT_EQ(pairsOf(a | b), both);
    Pairs common;
    Pairs rest;
    for (const auto& pair : p) (q.contains(pair) ? common : rest).insert(pair);
    EXPECT_EQ(pairsOf(a & b), common);
    EXPECT_EQ(pairsOf(a - b), rest);

    EXPECT_EQ(pairsOf(seq(a, b)), composed(p, q));
    EXPECT_EQ(irreflexive(a, b), !reflexiveSomewhere(composed(p, q)));
    EXPECT_EQ(pairsOf(a.closure()), closed(p));
    EXPECT_EQ(a.irreflexive(), !reflexiveSomewhere(p));
    EXPECT_EQ(a.acyclic(), !reflexiveSomewhere(closed(p)));
    EXPECT_EQ(a.inverse().inverse(), a);
    EXPECT_EQ(seq(a, b).inverse(), seq(b.inverse(), a.inverse()));

    EventSet set(n);
    Pairs from;
    Pairs to;
    for (std::size_t i = 0; i < n; ++i) {
      if (rng.chance(50)) set.insert(eventId(i));
    }
    for (const auto& pair : p) {
      if (set.contains(eventId(pair.first))) from.insert(pair);
      if (set.contains(eventId(pair.second))) to.insert(pair);
    }
    EXPECT_EQ(pairsOf(seq(set, a)), from);
    EXPECT_EQ(pairsOf(seq(a, set)), to);
    EXPECT_EQ(seq(set, Relation::identity(n), a), seq(set, a));
  }
}

// Sparse acyclic relations, which random pairs seldom are.
TEST_P(Algebra, FindsTheOneEdgeThatClosesACycle) {
  const std::size_t n = GetParam();
  Rng rng(n + 1);
  for (int round = 0; n > 1 && round < 40; ++round) {
    Relation r(n);
    for (std::size_t i = 0; i < 3 * n; ++i) {
      const std::uint32_t a = rng.below(n);
      const std::uint32_t b = rng.below(n);
      if (a < b) r.add(eventId(a), eventId(b));
    }
    EXPECT_TRUE(r.acyclic());
    const std::uint32_t to = rng.below(n - 1);
    const std::uint32_t from = to + 1 + rng.below(n - to - 1);
    const bool closes = r.closure().has(eventId(to), eventId(from));
    r.add(eventId(from), eventId(to));
    EXPECT_EQ(r.acyclic(), !closes);
  }
}

INSTANTIATE_TEST_SUITE_P(Relation, Algebra, ::testing::Values(1, 2, 7, 63, 64, 65, 130),
                         ::testing::PrintToStringParamName());

TEST(EventSet, HoldsWhatWasInserted) {
  EventSet set(130);
  EXPECT_TRUE(set.empty());
  set.insert(eventId(129));
  set.insert(eventId(3));
  EXPECT_TRUE(set.contains(eventId(129)) && set.contains(eventId(3)) && !set.contains(eventId(64)));
  set.erase(eventId(129));
  EXPECT_TRUE(!set.contains(eventId(129)) && !set.empty());
}

}  // namespace
}  // namespace robur::testing

// Many identical threads: packed columns against their rows, also sorted, threads that repeat
// others against a comparison of all rows, and numbers of keys against a map.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "explore/columns/column_codec.h"
#include "explore/step/key_numbers.h"
#include "frontend/language.h"
#include "generators/rng.h"

namespace robur::testing {
namespace {

RowPlan planOf(Rng& rng) {
  const auto kinds = [&](std::size_t most) {
    std::vector<RowKind> out;
    for (std::size_t i = rng.below(most + 1); i > 0; --i) {
      const bool cells = rng.below(2) == 0;
      const Columns columns = cells ? Columns::Cells : Columns::ValueClasses;
      out.push_back({"row", columns, cells && rng.below(3) == 0});
    }
    return out;
  };
  return {kinds(4), kinds(3), kinds(1)};
}

TEST(RepeatedThreads, PackedColumnsTellWhichThreadsDiffer) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto threads = static_cast<unsigned>(rng.pick({1u, 2u, 5u, 33u, 63u, 64u}));
    const auto cells = static_cast<unsigned>(1 + rng.below(3));
    const RowPlan plan = planOf(rng);
    RowShape shape{plan, RowIndex(threads, cells, plan), 1, threads, cells, 2 * cells};
    for (unsigned c = 0; c < 2 * cells; ++c) shape.cellOfColumn.push_back(c / 2);
    const ColumnCodec codec(shape);
    const auto index = static_cast<unsigned>(rng.below(2 * cells));
    // Rows of one column: bits that others have are not packed.
    RowBlock rows(shape), again(shape);
    forEachRow(shape, [&](const RowKind& kind, unsigned row) {
      const bool likely = rng.below(8) != 0;
      if (kind.whole) {
        rows.data()[row] = likely ? 1 : rng.below(1u << cells);
      } else if (likely) {
        rows.data()[row] |= std::uint64_t{1}
                            << (kind.columns == Columns::Cells ? index / 2 : index);
      }
    });
    std::vector<std::uint64_t> packed(codec.words());
    codec.pack(rows.data(), index, 0, packed.data());
    codec.unpack(packed.data(), again.data());
    for (unsigned row = 0; row < shape.index.size(); ++row) {
      EXPECT_EQ(rows.data()[row], again.data()[row]) << "row " << row;
    }
    const ThreadMask differing = codec.differing(packed.data());
    for (unsigned t = 1; t < threads; ++t) {
      bool different = false;
      for (unsigned k = 0; k < plan.thread.size(); ++k) {
        different |= rows.data()[shape.index.threadIndex(t, k)] !=
                     rows.data()[shape.index.threadIndex(t - 1, k)];
      }
      EXPECT_EQ(different, (differing >> t & 1) != 0) << "thread " << t;
    }
  }
}

// Threads of two sorts, each a group that need not lie side by side.
Program twoGroups(Rng& rng, unsigned threads) {
  std::string text = "atomic bool x;\n";
  const bool mixed = rng.below(2) == 0;
  for (unsigned t = 0; t < threads; ++t) {
    const bool writes = mixed ? rng.below(2) == 0 : 2 * t < threads;
    text += fmt::format("thread t{} {{ x.{}; }}\n", t, writes ? "store(1, rel)" : "cas(0, 1, rlx)");
  }
  return std::move(*parse(Language::Rob, {"groups.rob", text}).program);
}

TEST(RepeatedThreads, PackedColumnsAreSortedAsTheirRows) {
  std::size_t moved = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const auto threads = static_cast<unsigned>(rng.pick({2u, 5u, 33u, 63u, 64u}));
    const Program program = twoGroups(rng, threads);
    const Machine machine(program);
    RowPlan plan = planOf(rng);
    for (RowKind& kind : plan.thread) kind.whole = false;
    RowShape shape{plan, RowIndex(threads, 2, plan), 1, threads, 2, 4};
    for (unsigned c = 0; c < 4; ++c) shape.cellOfColumn.push_back(c / 2);
    const ColumnCodec codec(shape);
    ASSERT_TRUE(codec.canSort());
    const Symmetry symmetry(machine, shape, true);
    const auto index = static_cast<unsigned>(rng.below(4));
    // Sorted states of which a step has changed some, mostly one.
    std::vector<std::uint64_t> locals(threads);
    for (std::uint64_t& local : locals) local = rng.below(rng.below(2) == 0 ? 3 : threads);
    symmetry.sortLocals(locals.data());
    for (std::uint64_t i = rng.below(4) == 0 ? 5 : 1; i > 0; --i) {
      locals[rng.below(threads)] = rng.below(threads);
    }
    RowBlock rows(shape);
    const std::uint64_t rarely = 1 + rng.below(12);
    forEachRow(shape, [&](const RowKind& kind, unsigned row) {
      if (rng.below(rarely) != 0) return;
      rows.data()[row] =
          kind.whole ? 1 : std::uint64_t{1} << (kind.columns == Columns::Cells ? index / 2 : index);
    });
    // Threads that have the same rows may violate alike.
    const auto mayViolate = [&] {
      ThreadMask out = 0;
      for (unsigned t = 0; t < threads; ++t) {
        bool odd = false;
        for (unsigned k = 0; k < plan.thread.size(); ++k) {
          odd ^= rows.data()[shape.index.threadIndex(t, k)] != 0;
        }
        out |= ThreadMask{odd} << t;
      }
      return out;
    };
    std::vector<std::uint64_t> packed(codec.words()), sorted(codec.words()),
        expected(codec.words());
    codec.pack(rows.data(), index, mayViolate(), packed.data());
    ThreadSorting sorting(symmetry);
    sorting.prepare(locals.data());
    codec.sort(packed.data(), sorting, sorted.data());
    symmetry.sortRows(locals.data(), rows.data());
    codec.pack(rows.data(), index, mayViolate(), expected.data());
    EXPECT_EQ(sorted, expected);
    moved += sorted != packed;
  }
  EXPECT_GT(moved, 100u);
}

TEST(RepeatedThreads, NumbersOfKeysAreNeverGivenAgain) {
  Rng rng(1);
  KeyNumbers numbers(2, 8);
  std::map<std::uint64_t, std::vector<std::uint64_t>> keys;  // by number
  std::uint64_t highest = 0;
  for (unsigned i = 0; i < 1000; ++i) {
    const std::vector<std::uint64_t> key{rng.below(4), rng.below(4)};
    const std::uint64_t number = numbers.number(key.data());
    EXPECT_EQ(keys.emplace(number, key).first->second, key);
    highest = std::max(highest, number);
  }
  EXPECT_GT(highest, 16u);        // some were forgotten
  EXPECT_LT(keys.size(), 1000u);  // and some were not
  KeyNumbers many(2);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::uint64_t key[] = {i % 100, 7};
    EXPECT_EQ(many.number(key), i % 100);
  }
}

}  // namespace
}  // namespace robur::testing

// The reads that can overtake a write, identified by their lines.
#include <algorithm>

#include <gtest/gtest.h>

#include "prove/buffer_free.h"
#include "prove/lower.h"
#include "prove/prove.h"

namespace robur::prove {
namespace {

// The statements of a thread, one per line, after a first line with the write.
std::vector<std::uint32_t> overtaking(const std::string& write, const std::string& rest) {
  const std::string text =
      "atomic int x, y, z, a[*]; thread t { local int r, s, i, j; " + write + "\n" + rest + "\n}\n";
  const Lowered lowered = lower({"test.rob", text});
  EXPECT_TRUE(lowered.system) << text;
  if (!lowered.system) return {};
  const Thread& t = lowered.system->threads[0];
  std::size_t first = 0;
  while (t.actions[first].kind != Action::Kind::Write) ++first;
  std::vector<std::uint32_t> lines;
  for (const std::size_t r : bufferFreeReads(t, first, [](NodeId) { return true; })) {
    lines.push_back(t.actions[r].span.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

using Lines = std::vector<std::uint32_t>;

TEST(BufferFree, ReadsOfOtherCellsUpToWhatEmptiesTheBuffer) {
  EXPECT_EQ(overtaking("x.store(1);", "r = y.load();\nr = z.load();"), (Lines{2, 3}));
  EXPECT_EQ(overtaking("x.store(1);", "r = y.load();\nfence(sc);\nr = z.load();"), (Lines{2}));
  EXPECT_EQ(overtaking("x.store(1);", "fence(acq_rel);\nr = y.load();"), (Lines{3}));
  EXPECT_EQ(overtaking("x.store(1);", "r = y.exchange(1);\nr = z.load();"), Lines{});
  EXPECT_EQ(overtaking("x.store(1);", "r = y.cas(0, 1);\nr = z.load();"), Lines{});
  EXPECT_EQ(overtaking("x.store(1);", "wait(y == 1);\nhavoc r where r <= z;"), (Lines{2, 3}));
}

TEST(BufferFree, TheBufferServesTheCellsThatAreInIt) {
  EXPECT_EQ(overtaking("x.store(1);", "r = x.load();"), Lines{});
  EXPECT_EQ(overtaking("x.store(1);", "y.store(1);\nr = y.load();\nr = z.load();"), (Lines{4}));
  EXPECT_EQ(overtaking("x.store(1);", "r = y.load();\ny.store(1);\nr = y.load();"), (Lines{2}));
}

TEST(BufferFree, OneWayWithoutTheWriteIsEnough) {
  EXPECT_EQ(overtaking("x.store(1);", "if (s == 0) y.store(1);\nr = y.load();"), (Lines{3}));
  EXPECT_EQ(overtaking("x.store(1);", "if (s == 0) y.store(1); else y.store(2);\nr = y.load();"),
            Lines{});
  EXPECT_EQ(overtaking("x.store(1);", "if (s == 0) fence(sc);\nr = y.load();"), (Lines{3}));
  EXPECT_EQ(overtaking("loop { x.store(1);", "fence(sc);\nr = y.load(); }"), Lines{});
  EXPECT_EQ(overtaking("loop { x.store(1); if (s == 0) break;", "r = y.load(); }\nr = z.load();"),
            (Lines{2, 3}));
}

TEST(BufferFree, ElementsAreTheSameOnlyIfTheirIndicesAreForCertain) {
  EXPECT_EQ(overtaking("a[i].store(1);", "r = a[i].load();"), Lines{});
  EXPECT_EQ(overtaking("a[i].store(1);", "r = a[j].load();"), (Lines{2}));
  EXPECT_EQ(overtaking("a[i].store(1);", "r = a[i + 1].load();"), (Lines{2}));
  EXPECT_EQ(overtaking("a[tid].store(1);", "r = a[tid].load();"), Lines{});
  EXPECT_EQ(overtaking("a[0].store(1);", "r = a[1].load();\nr = a[0].load();"), (Lines{2}));
  EXPECT_EQ(overtaking("a[i].store(1);", "i = 1;\nr = a[i].load();"), (Lines{3}));
  EXPECT_EQ(overtaking("a[i].store(1);", "i = a[i].load();\nr = a[i].load();"), (Lines{3}));
  EXPECT_EQ(overtaking("x.store(1);", "a[i].store(1);\nif (s == 0) i += 1;\nr = a[i].load();"),
            (Lines{4}));
}

// Store buffering through an array: the element that is read is not the one that was written.
TEST(BufferFree, AnIndexThatChangesDoesNotHideStoreBuffering) {
  const Lowered lowered = lower({"test.rob", R"(
    atomic int a[*];
    thread one {
      local int i, r;
      a[i].store(1);
      i = 1;
      r = a[i].load();
    }
    thread two {
      local int r;
      a[1].store(1);
      fence(sc);
      r = a[0].load();
    })"});
  ASSERT_TRUE(lowered.system);
  EXPECT_EQ(prove(*lowered.system, {}).robustness, Robustness::NotProved);
}

}  // namespace
}  // namespace robur::prove

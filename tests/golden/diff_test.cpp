// Unified diffs say exactly what changes.
#include "report/diff.h"

#include <gtest/gtest.h>

namespace robur::test {

namespace {

TEST(Diff, SaysWhereAndWhat) {
  EXPECT_EQ(unifiedDiff("f", "a\nb\nc\n", "a\nb\nc\n"), "");
  EXPECT_EQ(unifiedDiff("f", "a\nb\nc\n", "a\nx\nb\nc\n"),
            "--- f\n+++ f\n@@ -1,3 +1,4 @@\n a\n+x\n b\n c\n");
  EXPECT_EQ(unifiedDiff("f", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
  EXPECT_EQ(unifiedDiff("f", "a", "b"),
            "--- f\n+++ f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end "
            "of file\n");
}

TEST(Diff, ChangesFarApartAreHunksOfTheirOwn) {
  std::string before;
  for (int i = 1; i <= 40; ++i) before += std::to_string(i) + "\n";
  std::string after = before;
  after.insert(after.find("5\n"), "new\n");
  after.replace(after.find("33\n"), 3, "thirty-three\n");
  const std::string diff = unifiedDiff("f", before, after);
  EXPECT_NE(diff.find("@@ -2,6 +2,7 @@\n"), std::string::npos) << diff;
  EXPECT_NE(diff.find("@@ -30,7 +31,7 @@\n"), std::string::npos) << diff;
}

}  // namespace

}  // namespace robur::test

// robur fmt.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

constexpr const char* kUgly = "atomic bool x;thread a{x.store( 1 ,rel) ;}\n";

TEST(Fmt, PrintsCanonicallyAndOnceIsEnough) {
  const Ran once = run({"fmt", "--language", "rob", "-"}, {.input = kUgly});
  EXPECT_EQ(once.exit, 0) << once.err;
  EXPECT_NE(once.out, kUgly);
  const Ran twice = run({"fmt", "--language", "rob", "-"}, {.input = once.out});
  EXPECT_EQ(twice.out, once.out);
}

TEST(Fmt, CheckNamesWhatIsNotFormatted) {
  const ScratchDirectory scratch;
  const std::string ugly = scratch.write("ugly.rob", kUgly);
  const std::string neat = scratch.write("neat.rob", run({"fmt", ugly}).out);
  Ran ran = run({"fmt", "--check", ugly, neat});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.out, ugly + ": not formatted\n");
  ran = run({"fmt", "--check", neat});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(readWhole(ugly), kUgly) << "--check changes nothing";
}

TEST(Fmt, InPlaceKeepsPermissionsAndFollowsLinks) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("ugly.rob", kUgly);
  const std::string link = scratch.path() + "/link.rob";
  ASSERT_EQ(::symlink("ugly.rob", link.c_str()), 0);
  ASSERT_EQ(::chmod(file.c_str(), 0640), 0);
  const std::string expected = run({"fmt", file}).out;
  const Ran ran = run({"fmt", "--in-place", link});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(readWhole(file), expected);
  struct stat info = {};
  ASSERT_EQ(::lstat(link.c_str(), &info), 0);
  EXPECT_TRUE(S_ISLNK(info.st_mode));
  ASSERT_EQ(::stat(file.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(Fmt, BrokenProgramsStayAsTheyAre) {
  const ScratchDirectory scratch;
  const std::string text = readWhole(programsDirectory() + "/broken.rob");
  const std::string file = scratch.write("broken.rob", text);
  const Ran ran = run({"fmt", "--in-place", file});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "error:"));
  EXPECT_EQ(readWhole(file), text);
}

TEST(Fmt, OtherLanguagesComeOutAsRob) {
  const Ran ran = run({"fmt", "dekker.tpl"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const Ran checked =
      run({"check", "--quiet", "--language", "rob", "--model", "ra", "-"}, {.input = ran.out});
  EXPECT_EQ(checked.exit, 1) << ran.out << checked.err;
  EXPECT_TRUE(has(checked.out, "NOT ROBUST against RA"));
  EXPECT_EQ(run({"fmt", "--in-place", "dekker.tpl"}).exit, 2);
  EXPECT_EQ(run({"fmt", "--check", "dekker.tpl"}).exit, 2);
  EXPECT_EQ(run({"fmt", "--in-place", "--language", "rob", "-"}, {.input = kUgly}).exit, 2);
}

}  // namespace

}  // namespace robur::test

// Files that are not programs.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

TEST(Input, MissingFile) {
  const Ran ran = run({"check", "nowhere.rob"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(ran.err, "nowhere.rob: error: there is no such file\n");
}

TEST(Input, Directory) {
  const ScratchDirectory scratch;
  const Ran ran = run({"check", scratch.path()});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "is a directory")) << ran.err;
}

TEST(Input, EmptyFiles) {
  const ScratchDirectory scratch;
  for (const char* text : {"", "\n", " \t\r\n  \n"}) {
    const Ran ran = run({"check", scratch.write("empty.rob", text)});
    EXPECT_EQ(ran.exit, 2);
    EXPECT_TRUE(has(ran.err, "is empty")) << ran.err;
  }
}

TEST(Input, UnreadableFile) {
  // Nobody can read address 0 of a process, root neither.
  const Ran memory = run({"check", "--language", "rob", "/proc/self/mem"});
  EXPECT_EQ(memory.exit, 2);
  EXPECT_TRUE(has(memory.err, "cannot be read")) << memory.err;
  const ScratchDirectory scratch;
  const std::string path = scratch.write("secret.rob", "thread a { }\n");
  ::chmod(path.c_str(), 0);
  const Ran secret = run({"check", path});
  if (::geteuid() == 0) {
    EXPECT_EQ(secret.exit, 0) << "root reads everything";
  } else {
    EXPECT_EQ(secret.exit, 2);
    EXPECT_TRUE(has(secret.err, "cannot be opened")) << secret.err;
  }
}

TEST(Input, EndlessFile) {
  const Ran ran = run({"check", "--language", "rob", "/dev/zero"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "is larger than 64 MiB")) << ran.err;
}

TEST(Input, UnknownLanguage) {
  const ScratchDirectory scratch;
  Ran ran = run({"check", scratch.write("program.xyz", "thread a { }\n")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "say --language")) << ran.err;
  ran = run({"check", "-"}, {.input = "atomic x; thread a { x.store(1); }\n"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "language of standard input")) << ran.err;
}

TEST(Input, BrokenProgramReportsSeveralProblems) {
  const Ran ran = run({"check", "broken.rob"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.out, "");
  EXPECT_GE(std::ranges::count(ran.err, '^'), 2) << ran.err;
  EXPECT_TRUE(ran.err.starts_with("broken.rob:")) << ran.err;
}

TEST(Input, RandomBytesInEveryLanguage) {
  const ScratchDirectory scratch;
  std::string noise;
  unsigned state = 12345;
  for (int i = 0; i < 4000; ++i) {
    state = state * 1664525u + 1013904223u;
    noise += static_cast<char>(state >> 24);
  }
  const std::string path = scratch.write("noise", noise);
  for (const char* language : {"rob", "tpl", "trencher"}) {
    const Ran ran = run({"check", "--language", language, path});
    EXPECT_EQ(ran.exit, 2) << language;
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err.find('\x1b'), std::string::npos) << "control characters reach the terminal";
  }
}

// Assembly without debug information has no lines, but reports name its file.
TEST(Input, AssemblyWithoutDebugInformation) {
  const ScratchDirectory scratch;
  const auto thread = [](const char* name, const char* to, const char* from) {
    return std::string("define void @") + name + "() {\n  store atomic i32 1, ptr @" + to +
           " release, align 4\n  %r = load atomic i32, ptr @" + from +
           " acquire, align 4\n  ret void\n}\n";
  };
  const std::string file =
      scratch.write("sb.ll", "@x = global i32 0, align 4\n@y = global i32 0, align 4\n" +
                                 thread("a", "x", "y") + thread("b", "y", "x"));
  const Ran ran = run({"check", "--entry", "a,b", file});
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_TRUE(has(ran.err, file + ": warning: there is no debug information")) << ran.err;
  EXPECT_TRUE(has(ran.err, "compile it with -g")) << ran.err;
  EXPECT_TRUE(ran.out.starts_with(file + ": ")) << ran.out;
}

TEST(Input, StandardInput) {
  const std::string text = readWhole(programsDirectory() + "/dekker.rob");
  const Ran ran = run({"check", "--model", "tso", "--language", "rob", "-"}, {.input = text});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(ran.out.starts_with("<stdin>:")) << ran.out;
  EXPECT_TRUE(has(ran.out, "<stdin>: NOT ROBUST against TSO")) << ran.out;
}

TEST(Input, OneBadFileDoesNotKeepOthersFromBeingChecked) {
  const Ran ran = run({"check", "--model", "tso", "nowhere.rob", "dekker.rob", "dekker-fixed.rob"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.out, "dekker.rob: NOT ROBUST against TSO"));
  EXPECT_TRUE(has(ran.out, "dekker-fixed.rob: robust against TSO"));
  EXPECT_TRUE(has(ran.out, "not checked"));
}

}  // namespace

}  // namespace robur::test

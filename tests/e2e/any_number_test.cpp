// Threads of any number on the command line: verdicts, exit codes, JSON, and what other commands
// say.
#include <gtest/gtest.h>

#include "e2e/run.h"

namespace robur::test {

namespace {

const std::string kAnyLock =
    "atomic bool held;\nplain wrap 0..1 count;\n"
    "thread worker[*] {\n  held.bcas(0, 1, acq);\n  count = count + 1;\n  held.store(0, rel);\n}\n";
// Two copies that take different ways.
const std::string kBuffering =
    "atomic bool x, y;\nthread worker[*] {\n  local bool r;\n"
    "  choose { x.store(1, rel); r = y.load(acq); } or { y.store(1, rel); r = x.load(acq); }\n}\n";
const std::string kCounted =
    "atomic wrap 0..7 n;\nthread worker[*] {\n  local 0..7 r;\n  n.fetch_add(1, acq_rel);\n"
    "  r = n.load(acq);\n  assert(r < 3);\n}\n";

Ran robur(std::vector<std::string> arguments, const std::string& program) {
  arguments.insert(arguments.end(), {"--language", "rob", "-"});
  return run(arguments, {.input = program});
}

}  // namespace

TEST(AnyNumber, RobustForEveryNumber) {
  const Ran ran = robur({"check", "-m", "ra,rc11"}, kAnyLock);
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_TRUE(has(ran.out, "robust against RA for any number of worker ·")) << ran.out;
  EXPECT_TRUE(has(ran.out, "robust against RC11 for any number of worker ·")) << ran.out;
  EXPECT_TRUE(has(ran.out, " nodes")) << ran.out;
}

TEST(AnyNumber, SmallestInstance) {
  const Ran ran = robur({"check", "-m", "tso"}, kBuffering);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "NOT ROBUST against TSO with 2 worker (1 is robust)")) << ran.out;
  EXPECT_TRUE(has(ran.out, "worker[1]")) << ran.out;
  // Harmless in this instance says nothing about larger ones.
  EXPECT_FALSE(has(ran.out, "harmless")) << ran.out;
  EXPECT_EQ(robur({"check", "-m", "tso", "--accept", "harmless"}, kBuffering).exit, 1);
}

TEST(AnyNumber, ErrorsUnderSc) {
  const Ran sc = robur({"check", "-m", "sc"}, kCounted);
  EXPECT_EQ(sc.exit, 1);
  EXPECT_TRUE(has(sc.out, "ERROR under SC with 3 worker: an assertion can fail")) << sc.out;
  EXPECT_EQ(robur({"check", "-m", "sc"}, kAnyLock).exit, 0);
}

TEST(AnyNumber, LimitsNeverLookLikeProofs) {
  const Ran ran = run({"check", "-m", "ra", "--max-states", "500",
                       ROBUR_SOURCE_DIR "/tests/corpus/any-number/ticket-bounded.rob"});
  EXPECT_EQ(ran.exit, 3) << ran.out;
  EXPECT_TRUE(has(ran.out, "UNKNOWN against RA for every number; robust up to ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "the limit of 500 nodes was reached")) << ran.out;
  EXPECT_FALSE(has(ran.out, "for any number of")) << ran.out;
}

TEST(AnyNumber, Json) {
  const Ran robust = robur({"check", "-m", "ra", "-f", "json"}, kAnyLock);
  EXPECT_TRUE(has(robust.out, "\"any_number\": true")) << robust.out;
  const Ran violated = robur({"check", "-m", "ra", "-f", "json"}, kBuffering);
  EXPECT_TRUE(has(violated.out, "\"any_number\": false")) << violated.out;
  EXPECT_TRUE(has(violated.out, "\"smallest\": {\n  \"worker\": 2\n }")) << violated.out;
  EXPECT_TRUE(has(violated.out, "\"robust_up_to\": 1")) << violated.out;
}

TEST(AnyNumber, CopiesHaveNoNumber) {
  const Ran ran = robur({"check"}, "atomic 0..3 x;\nthread t[*] { x.store(tid, rel); }\n");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "<stdin>:2:23: error: any number of copies are checked as copies that"));
}

TEST(AnyNumber, RepairIsForEveryNumber) {
  const Ran ran = robur({"repair", "-m", "tso"}, kBuffering);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "robust against TSO for any number of worker with 2 changes"))
      << ran.out;
}

TEST(AnyNumber, RelaxIsForEveryNumber) {
  std::string strong = kAnyLock;
  strong.replace(strong.find("1, acq"), 6, "1, acq_rel");
  const Ran ran = robur({"relax", "-m", "rc11"}, strong);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "+  held.bcas(0, 1, acq);")) << ran.out;
}

TEST(AnyNumber, Verify) {
  const Ran safe = robur({"verify", "-m", "rc11"}, kAnyLock);
  EXPECT_EQ(safe.exit, 0) << safe.out;
  EXPECT_TRUE(has(safe.out, "for any number of threads")) << safe.out;
  EXPECT_TRUE(has(safe.out, "whether a thread can wait forever is not known")) << safe.out;
  EXPECT_EQ(robur({"verify", "-m", "sc"}, kCounted).exit, 1);
  EXPECT_EQ(robur({"verify", "-m", "tso"}, kBuffering).exit, 3);
}

TEST(AnyNumber, OtherCommandsNeedANumber) {
  const std::vector<std::vector<std::string>> commands{{"export", "--promela", "-m", "ra"},
                                                       {"verify", "-m", "ra", "--outcomes"},
                                                       {"repair", "-m", "rc11", "--goal", "safe"}};
  for (const std::vector<std::string>& command : commands) {
    const Ran ran = robur(command, kAnyLock);
    EXPECT_EQ(ran.exit, 2) << command.front();
    EXPECT_TRUE(has(ran.err, "needs to know how many threads there are")) << ran.err;
  }
}

}  // namespace robur::test

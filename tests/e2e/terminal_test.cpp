// Colours, progress, signals and pipes.
#include <gtest/gtest.h>

#include "e2e/run.h"

namespace robur::test {

namespace {

constexpr const char* kEscape = "\x1b[";

std::vector<std::string> dekker(const char* colour = nullptr) {
  std::vector<std::string> arguments = {"check", "--model", "ra", "dekker.rob"};
  if (colour != nullptr) arguments.insert(arguments.end(), {"--color", colour});
  return arguments;
}

How terminal(const char* noColor = "") {
  return {.environment = {{"NO_COLOR", noColor}, {"TERM", "xterm"}}, .terminal = true};
}

TEST(Terminal, ColoursOnlyWhereTheyAreWanted) {
  EXPECT_TRUE(has(run(dekker(), terminal()).out, kEscape));
  EXPECT_FALSE(has(run(dekker(), terminal("1")).out, kEscape)) << "NO_COLOR is set";
  EXPECT_FALSE(has(run(dekker("never"), terminal()).out, kEscape));
  EXPECT_TRUE(has(run(dekker("always"), terminal("1")).out, kEscape)) << "asked for by name";
  EXPECT_FALSE(has(run(dekker()).out, kEscape)) << "not a terminal";
  EXPECT_TRUE(has(run(dekker("always")).out, kEscape));
  How dumb = terminal();
  dumb.environment[1].second = "dumb";
  EXPECT_FALSE(has(run(dekker(), dumb).out, kEscape));
}

TEST(Terminal, ProgressAppearsOnATerminalAfterAWhileAndIsCleared) {
  How how = terminal("1");
  how.signal = SIGINT;
  how.signalAfter = 3.5;
  const Ran ran = run({"check", "--model", "tso", "--max-memory", "2G", "endless.rob"}, how);
  EXPECT_EQ(ran.exit, 3) << ran.out;
  EXPECT_TRUE(has(ran.out, "\r\x1b[Kendless.rob · TSO · ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "/s · ")) << ran.out;
  EXPECT_TRUE(has(ran.out, "\r\x1b[Kendless.rob: UNKNOWN against TSO")) << "cleared at the end";
}

TEST(Terminal, NoProgressInAFile) {
  const Ran ran =
      run({"check", "--model", "tso", "endless.rob"}, {.signal = SIGINT, .signalAfter = 2.8});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_EQ(ran.err, "");
}

TEST(Signals, CtrlCTellsWhatIsKnown) {
  const Ran ran = run({"check", "--model", "tso,sra", "endless.rob", "dekker-fixed.rob"},
                      {.signal = SIGINT, .signalAfter = 0.5});
  EXPECT_EQ(ran.exit, 3) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "endless.rob: UNKNOWN against TSO: interrupted")) << ran.out;
  EXPECT_TRUE(has(ran.out, "endless.rob: UNKNOWN against SRA: interrupted before")) << ran.out;
  EXPECT_TRUE(has(ran.out, "dekker-fixed.rob: UNKNOWN against SRA: interrupted before")) << ran.out;
}

TEST(Signals, TerminationIsTreatedAlike) {
  const Ran ran =
      run({"check", "--model", "tso", "endless.rob"}, {.signal = SIGTERM, .signalAfter = 0.3});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "interrupted"));
}

TEST(Signals, InsistingEndsItAtOnce) {
  const Ran ran = run({"check", "--model", "tso", "endless.rob"},
                      {.signal = SIGINT, .signalAfter = 0.3, .signalEvery = 1e-4});
  EXPECT_TRUE(ran.exit == 130 || ran.exit == 3) << ran.exit;
}

TEST(Signals, CtrlCWhileWaitingForInput) {
  const Ran ran = run({"check", "--language", "rob", "-"},
                      {.openInput = true, .signal = SIGINT, .signalAfter = 0.3});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "interrupted")) << ran.err;
}

TEST(Pipes, AReaderThatLeavesIsNoError) {
  const Ran ran = run({"check", "--model", "ra", "dekker.rob"}, {.closedOutput = true});
  EXPECT_EQ(ran.exit, 1) << "the verdict's code";
  EXPECT_EQ(ran.err, "");
}

TEST(Pipes, AFullDiskIsOne) {
  const Ran ran = run({"check", "--model", "ra", "dekker.rob"}, {.outputFile = "/dev/full"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "cannot be written")) << ran.err;
}

}  // namespace

}  // namespace robur::test

// Input that no one would write: it must be refused, or read, quickly.
#include <gtest/gtest.h>

#include "unit/frontend_trencher/support.h"

namespace robur::testing {
namespace {

std::vector<Diagnostic> refused(std::string text) {
  const Parsed parsed = parseTrencher({"a.txt", std::move(text)});
  EXPECT_FALSE(parsed.program);
  EXPECT_FALSE(parsed.diagnostics.empty());
  EXPECT_LE(parsed.diagnostics.size(), 21u);
  return parsed.diagnostics;
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(TrencherHostile, StrangeBytes) {
  EXPECT_EQ(refused(std::string(1000, '\0'))[0].message.substr(0, 27),
            "expected 'thread', found '?");
  EXPECT_EQ(refused("thread a\x1b[2J initial q end")[0].message,
            "'a?[2J' contains control characters");
  EXPECT_TRUE(parseTrencher({"a.txt", "thread \xC3\xA4 initial \xFF end"}).program);
}

TEST(TrencherHostile, Nesting) {
  constexpr std::string_view kDeep = "this is nested more than 200 levels deep";
  EXPECT_EQ(
      refused("thread t initial q transition q r local x " + repeated("! ", 1'000'000))[0].message,
      kDeep);
  EXPECT_EQ(
      refused("thread t initial q transition q r local x " + repeated("+ ", 1'000'000))[0].message,
      kDeep);
  EXPECT_EQ(refused(std::string(20'000'000, '('))[0].message.substr(0, 27),
            "expected 'thread', found '(");
}

TEST(TrencherHostile, WideExpressions) {
  std::string tree = "1";
  for (int i = 0; i < 15; ++i) tree = "+ " + tree + " " + tree;
  EXPECT_EQ(refused("thread t initial q transition q r local x " + tree + " end")[0].message,
            "this has more than 10000 terms");
}

TEST(TrencherHostile, TooMuchOfEverything) {
  EXPECT_EQ(refused("thread t initial q " + repeated("transition q q noop ", 100'000))[0].message,
            "this thread has more than 65536 transitions");
  std::string registers = "thread t initial q ";
  for (int i = 0; i < 5'000; ++i) registers += "transition q q local r" + std::to_string(i) + " 1 ";
  EXPECT_EQ(refused(registers + "end")[0].message, "this thread has more than 4096 registers");
  std::string threads;
  for (int i = 0; i < 70; ++i) threads += "thread t" + std::to_string(i) + " initial q end ";
  EXPECT_EQ(refused(threads)[0].message, "the program has more than 64 threads");
  EXPECT_EQ(refused("thread t initial q " + repeated("transition ", 1'000'000)).size(), 21u);
}

TEST(TrencherHostile, RegionsWithManyWays) {
  std::string text = "thread t initial q transition q s0 lock ";
  for (int i = 0; i < 60; ++i) {
    const std::string from = " s" + std::to_string(i);
    const std::string to = " s" + std::to_string(i + 1);
    text += "transition" + from + to + " write 1 0 transition" + from + to + " write 2 0 ";
  }
  EXPECT_EQ(refused(text + "transition s60 q unlock end")[0].message,
            "there are too many ways through this lock ... unlock region");
  // The same, but every way dies.
  EXPECT_FALSE(refused(text + "transition s60 s61 read r 0 transition s61 s62 check == r 7 "
                              "transition s62 q unlock end")
                   .empty());
}

TEST(TrencherHostile, GrowingExpressionsInRegions) {
  std::string text = "thread t initial q transition q s0 lock transition s0 s1 read r 0 ";
  for (int i = 1; i < 60; ++i) {
    text += "transition s" + std::to_string(i) + " s" + std::to_string(i + 1) + " local r + r r ";
  }
  EXPECT_EQ(refused(text + "transition s60 s61 write r 0 transition s61 q unlock end")[0].message,
            "this lock ... unlock region is too complicated to understand");
}

TEST(TrencherHostile, ManyStatesAndRegistersAreReadWithoutAnalysis) {
  std::string text = "thread t initial q0 ";
  for (int i = 0; i < 20'000; ++i) {
    text += "transition q" + std::to_string(i) + " q" + std::to_string(i + 1) + " local r" +
            std::to_string(i % 1000) + " " + std::to_string(i) + " ";
  }
  const Parsed parsed = parseTrencher({"a.txt", text + "transition q20000 q0 write 1 r5 end"});
  ASSERT_TRUE(parsed.program);
  EXPECT_EQ(parsed.program->cellCount(), 4096u);
}

TEST(TrencherHostile, AStateWithManyChecks) {
  std::string text = "thread t initial q transition q s read r 0 ";
  for (int i = 0; i < 20'000; ++i) {
    text += "transition s q check == r " + std::to_string(i) + " ";
  }
  EXPECT_TRUE(parseTrencher({"a.txt", text + "transition q q write 1 0 end"}).program);
}

TEST(TrencherHostile, EveryPrefixOfAProgramIsRefusedOrRead) {
  const std::string text =
      "thread t initial q0 transition q0 a lock transition a b read r 0 transition b c check == r "
      "1 "
      "transition c d write + r 1 0 transition d q0 unlock transition b e check != r 1 "
      "transition e q0 unlock end";
  for (std::size_t n = 0; n < text.size(); ++n) refused(text.substr(0, n));
  EXPECT_TRUE(parseTrencher({"a.txt", text}).program);
}

}  // namespace
}  // namespace robur::testing

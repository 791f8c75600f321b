// Messages, as the user sees them.
#include <gtest/gtest.h>

#include "unit/frontend_trencher/support.h"

namespace robur::testing {
namespace {

// The message and the help of a program with one mistake.
std::string mistake(std::string_view text) {
  const Parsed parsed = parseTrencher({"a.txt", std::string(text)});
  EXPECT_FALSE(parsed.program) << text;
  if (parsed.diagnostics.size() != 1) return diagnosticsTrencher(text);
  const Diagnostic& d = parsed.diagnostics[0];
  return std::to_string(d.span.line) + ":" + std::to_string(d.span.column) + ": " + d.message +
         (d.help.empty() ? "" : "\n" + d.help);
}

TEST(TrencherErrors, LooksLikeThis) {
  EXPECT_EQ(diagnosticsTrencher("thread t\ninitial q0\ntransition q0 q1 raed r 0\nend\n"),
            "a.txt:3:18: error: expected an instruction, found 'raed'\n"
            "  |\n"
            "3 | transition q0 q1 raed r 0\n"
            "  |                  ^^^^\n"
            "help: instructions are read, write, local, check, noop, mfence, lock and unlock\n");
}

TEST(TrencherErrors, Structure) {
  EXPECT_EQ(mistake(""), "1:1: the program has no threads\na thread begins with 'thread name'");
  EXPECT_EQ(mistake("theard t"),
            "1:1: expected 'thread', found 'theard'\n"
            "a program is a list of threads: thread name, initial state, transitions, end");
  EXPECT_EQ(mistake("thread t initial q"),
            "1:19: expected 'end' after the transitions, found the end of the file");
  EXPECT_EQ(mistake("thread t end"),
            "1:10: thread 't' has no initial state\nsay where it begins: initial state");
  EXPECT_EQ(mistake("thread t initial q initial r end"), "1:28: the thread has two initial states");
  EXPECT_EQ(mistake("thread t initial q end thread t initial q end"),
            "1:31: there is already a thread called 't'");
  EXPECT_EQ(mistake("thread t initial q\nthread u initial q end"),
            "2:1: expected 'end' after the transitions, found 'thread'");
  EXPECT_EQ(mistake("thread t initial q foo bar end"),
            "1:20: expected 'initial', 'transition' or 'end', found 'foo'");
  EXPECT_EQ(mistake("thread t initial end"), "1:18: expected the initial state, found 'end'");
}

TEST(TrencherErrors, Operands) {
  EXPECT_EQ(mistake(inThread("q0 q1 read 5 0")),
            "3:23: expected the name of a register, found the number '5'");
  EXPECT_EQ(mistake(inThread("q0 q1 read r")), "4:1: expected an expression, found 'end'");
  EXPECT_EQ(mistake(inThread("q0 q1 write + 1")), "4:1: expected an expression, found 'end'");
  EXPECT_EQ(mistake(inThread("q0 q1 local r 5x")),
            "3:26: '5x' is not a number\na register does not begin with a digit");
  EXPECT_EQ(mistake(inThread("q0 q1 local r 3000000000")),
            "3:26: this number does not fit 32 bits\n"
            "values are between -2147483648 and 2147483647");
  EXPECT_EQ(mistake(inThread("q0")), "4:1: expected the state a transition goes to, found 'end'");
  EXPECT_EQ(mistake(inThread("q0 q1 noop 7")),
            "3:23: expected 'initial', 'transition' or 'end', found '7'");
}

TEST(TrencherErrors, SeveralAtOnce) {
  EXPECT_EQ(diagnosticsTrencher("thread t\ninitial q0\ntransition q0 q1 wirte 1 0\n"
                                "transition q1 q2 read r\ntransition q2 q3 local r 9q\nend\n"),
            "a.txt:3:18: error: expected an instruction, found 'wirte'\n"
            "  |\n"
            "3 | transition q0 q1 wirte 1 0\n"
            "  |                  ^^^^^\n"
            "help: instructions are read, write, local, check, noop, mfence, lock and unlock\n"
            "a.txt:5:1: error: expected an expression, found 'transition'\n"
            "  |\n"
            "5 | transition q2 q3 local r 9q\n"
            "  | ^^^^^^^^^^\n"
            "a.txt:5:26: error: '9q' is not a number\n"
            "  |\n"
            "5 | transition q2 q3 local r 9q\n"
            "  |                          ^^\n"
            "help: a register does not begin with a digit\n");
}

constexpr std::string_view kOneAccess =
    "between lock and unlock there may be one atomic access: a read and a write of one address, "
    "with checks of the value read";
constexpr std::string_view kShapes =
    "it may compare the value read with ==, and write a value that does not depend on it, or its "
    "sum, difference or bitwise and with such a value";

TEST(TrencherErrors, Regions) {
  const auto help = [](std::string message, std::string_view text) {
    return message + "\n" + std::string(text);
  };
  EXPECT_EQ(mistake(inThread("q0 a lock\na b read r 0\nb c write r 1\nc d unlock")),
            help("5:16: this goes to another address than the rest of the lock ... unlock region",
                 kOneAccess));
  EXPECT_EQ(mistake(inThread("q0 a lock\na b lock\nb c unlock")),
            help("4:16: this lock is inside another lock ... unlock region", kOneAccess));
  EXPECT_EQ(mistake(inThread("q0 a lock\na b write 1 0")),
            help("3:17: the thread can end in state 'b' without unlocking", kOneAccess));
  EXPECT_EQ(
      mistake(inThread("q0 q1 write 3 0\nq1 a lock\na b read r 0\nb c write 1 r\nc d unlock")),
      help("6:16: this address depends on what was read in the same lock ... unlock region",
           kOneAccess));
  EXPECT_EQ(mistake(inThread("q0 q1 unlock")),
            "3:18: this unlock can be reached without a lock before it");
  EXPECT_EQ(
      mistake(inThread("q0 a lock\na b read r 0\nb c write * r + r 1 0\nc q0 unlock\n"
                       "q0 q0 read s 0\nq0 q0 write + s 1 0")),
      help("5:16: this lock ... unlock region is no atomic access that Robur knows", kShapes));
  EXPECT_EQ(
      mistake(inThread("q0 a lock\na b read r 0\nb c check > r 0\nc d write - r 1 0\n"
                       "d q0 unlock\nq0 q1 read s 0\nq1 q0 write + s 1 0")),
      help("6:16: this lock ... unlock region is no atomic access that Robur knows", kShapes));
}

TEST(TrencherErrors, RegistersThatAreNeverAssigned) {
  EXPECT_EQ(diagnosticsTrencher(inThread("q0 q1 read flag 0\nq1 q2 check == lag 2")),
            "a.txt:4:27: warning: register 'lag' is never assigned in this thread: it is 0\n"
            "  |\n"
            "4 | transition q1 q2 check == lag 2\n"
            "  |                           ^^^\n");
}

}  // namespace
}  // namespace robur::testing

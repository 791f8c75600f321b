// Texts that follow the grammar but break a rule of names and declarations: what is not declared,
// declared twice, or declared wrongly.
//
// Expectations are what a terminal shows, to the last blank.
#include <gtest/gtest.h>

#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

TEST(RobDeclarationErrors, UndeclaredNamesWithSuggestions) {
  EXPECT_EQ(complaints(R"(atomic wants_a, wants_b;
thread t {
  local seen;
  seem = want_a.load(acq);
  q = 1;
  q = 2;
}
)"),
            R"(t.rob:4:3: error: 'seem' is not declared
  |
4 |   seem = want_a.load(acq);
  |   ^^^^
help: did you mean 'seen'?
t.rob:4:10: error: 'want_a' is not declared
  |
4 |   seem = want_a.load(acq);
  |          ^^^^^^
help: did you mean 'wants_a'?
t.rob:5:3: error: 'q' is not declared
  |
5 |   q = 1;
  |   ^
help: 'local' declares a register of the thread, 'atomic' and 'plain' declare memory that threads share
)");
}

TEST(RobDeclarationErrors, UnknownCalls) {
  EXPECT_EQ(complaints(R"(thread t {
  local r;
  asert(r == 1);
  r = lock(r);
  barrier();
}
)"),
            R"(t.rob:3:3: error: there is no 'asert' to call
  |
3 |   asert(r == 1);
  |   ^^^^^
help: did you mean 'assert'?
t.rob:4:7: error: 'lock' gives no value
  |
4 |   r = lock(r);
  |       ^^^^^^^
help: make it a statement of its own
t.rob:5:3: error: there is no 'barrier' to call
  |
5 |   barrier();
  |   ^^^^^^^
help: calls are wait, fence, lock, unlock, assert, assume and nondet; operations on cells are written x.load(acq)
)");
}

TEST(RobDeclarationErrors, JumpsToNowhere) {
  EXPECT_EQ(complaints(R"(thread t {
  break;
  if (tid) continue;
  goto agian;
  again: skip;
  again: skip;
}
)"),
            R"(t.rob:2:3: error: there is no loop to break out of
  |
2 |   break;
  |   ^^^^^
t.rob:3:12: error: there is no loop to continue
  |
3 |   if (tid) continue;
  |            ^^^^^^^^
t.rob:4:8: error: thread 't' has no label 'agian'
  |
4 |   goto agian;
  |        ^^^^^
help: did you mean 'again'?
t.rob:6:3: error: label 'again' already exists in line 5
  |
6 |   again: skip;
  |   ^^^^^
)");
}

TEST(RobDeclarationErrors, DeclaredTwice) {
  EXPECT_EQ(complaints(R"(atomic x;
const x = 1;
thread t {
  local x;
  local r;
  if (r) { local r; }
}
thread t { }
)"),
            R"(t.rob:2:7: error: 'x' is already declared in line 1
  |
2 | const x = 1;
  |       ^
t.rob:4:9: error: 'x' is already declared in line 1
  |
4 |   local x;
  |         ^
t.rob:6:18: error: 'r' is already declared in line 5
  |
6 |   if (r) { local r; }
  |                  ^
help: a register belongs to its whole thread: declare it once
t.rob:8:8: error: thread 't' already exists in line 3
  |
8 | thread t { }
  |        ^
)");
}

TEST(RobDeclarationErrors, InitialValues) {
  EXPECT_EQ(complaints(R"(atomic bool b = 2;
atomic 0..3 a[2] = {1, 4};
atomic c[2] = {1, 2, 3};
atomic d[2] = 1;
atomic e = {1};
thread t { local 0..3 r = 5, s = r; }
)"),
            R"(t.rob:1:17: error: 2 does not fit into 'b', whose values are 0..1
  |
1 | atomic bool b = 2;
  |                 ^
t.rob:2:24: error: 4 does not fit into 'a', whose values are 0..3
  |
2 | atomic 0..3 a[2] = {1, 4};
  |                        ^
t.rob:3:22: error: 'c' has 2 elements but 3 initial values
  |
3 | atomic c[2] = {1, 2, 3};
  |                      ^
t.rob:4:8: error: 'd' is an array: its initial values must be in braces
  |
4 | atomic d[2] = 1;
  |        ^^^^^^^^
help: write = {1, 2}; what is missing is 0
t.rob:5:8: error: 'e' is no array: its initial value must not be in braces
  |
5 | atomic e = {1};
  |        ^^^^^^^
help: write = 1
t.rob:6:27: error: 5 does not fit into 'r', whose values are 0..3
  |
6 | thread t { local 0..3 r = 5, s = r; }
  |                           ^
t.rob:6:34: error: 'r' is not a constant
  |
6 | thread t { local 0..3 r = 5, s = r; }
  |                                  ^
help: its value is known only when the program runs; 'const' declares constants
)");
}

TEST(RobDeclarationErrors, RegistersStartWithConstants) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t { local r = x.load(acq); }
)"),
            R"(t.rob:2:22: error: the initial value of a register has to be a constant
  |
2 | thread t { local r = x.load(acq); }
  |                      ^^^^^^^^^^^
help: declare it first and then assign: local r; r = ...;
)");
}

TEST(RobDeclarationErrors, RangesAndSizes) {
  EXPECT_EQ(complaints(R"(const N = 1 / 0;
atomic 3..1 x;
atomic a[0], b[5000];
thread t[0] { }
thread u[65] { }
)"),
            R"(t.rob:1:15: error: this divides by zero
  |
1 | const N = 1 / 0;
  |               ^
t.rob:2:8: error: there is no value in 3..1
  |
2 | atomic 3..1 x;
  |        ^^^^
help: the lower bound comes first
t.rob:3:10: error: an array has at least one element, not 0
  |
3 | atomic a[0], b[5000];
  |          ^
t.rob:3:16: error: an array has at most 4096 elements, not 5000
  |
3 | atomic a[0], b[5000];
  |                ^^^^
t.rob:4:10: error: a thread has at least one copy, not 0
  |
4 | thread t[0] { }
  |          ^
t.rob:5:10: error: the program has more than 64 threads
  |
5 | thread u[65] { }
  |          ^^
)");
}

TEST(RobDeclarationErrors, NoThread) {
  EXPECT_EQ(complaints(R"(// nothing
atomic x;
)"),
            R"(t.rob:1:1: error: the program has no thread
  |
1 | // nothing
  | ^
help: write one: thread main { ... }
)");
}

TEST(RobDeclarationErrors, LaterConstants) {
  EXPECT_EQ(complaints(R"(const N = M + 1;
const M = 1;
thread t { }
)"),
            R"(t.rob:1:11: error: 'M' is not declared
  |
1 | const N = M + 1;
  |           ^
help: 'const' declares constants; they are known from there on
)");
}

}  // namespace
}  // namespace robur::testing

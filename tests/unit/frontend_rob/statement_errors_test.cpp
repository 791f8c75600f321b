// Texts that follow the grammar but break a rule of statements: arguments, values, waits.
//
// Expectations are what a terminal shows, to the last blank.
#include <gtest/gtest.h>

#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

TEST(RobStatementErrors, ArgumentsAreCounted) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  x.store();
  x.load(1, acq);
  x.cas(0, 1, acq, acq, acq);
  fence();
  assert(1, 2);
}
)"),
            R"(t.rob:3:3: error: 'store' has too few arguments
  |
3 |   x.store();
  |   ^^^^^^^^^
help: it is used as store(value, order)
t.rob:4:3: error: 'load' has too many arguments
  |
4 |   x.load(1, acq);
  |   ^^^^^^^^^^^^^^
help: it is used as load(order)
t.rob:5:3: error: 'cas' has too many arguments
  |
5 |   x.cas(0, 1, acq, acq, acq);
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
help: it is used as cas(expected, desired, order, order on failure)
t.rob:6:3: error: 'fence' has too few arguments
  |
6 |   fence();
  |   ^^^^^^^
help: it is used as fence(order)
t.rob:7:3: error: 'assert' has too many arguments
  |
7 |   assert(1, 2);
  |   ^^^^^^^^^^^^
help: it is used as assert(condition)
)");
}

TEST(RobStatementErrors, OrderInPlaceOfAValue) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t { x.store(rel); }
)"),
            R"(t.rob:2:20: error: 'rel' is a memory order, not a value
  |
2 | thread t { x.store(rel); }
  |                    ^^^
help: values come before the order, as in x.store(1, rel)
)");
}

TEST(RobStatementErrors, StoresGiveNoValue) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t { local r; r = x.store(1, rel); }
)"),
            R"(t.rob:2:25: error: a store gives no value
  |
2 | thread t { local r; r = x.store(1, rel); }
  |                         ^^^^^^^^^^^^^^^
help: make it a statement of its own
)");
}

TEST(RobStatementErrors, WaitConditions) {
  EXPECT_EQ(complaints(R"(atomic x, y, a[2];
plain d;
thread t {
  local r;
  wait(x == y);
  wait(x.load(acq) == 1);
  wait(d == 1);
  wait(r == 1);
  wait(a[d] == 1);
}
)"),
            R"(t.rob:5:13: error: a wait may mention only one shared cell, and this is a second one
  |
5 |   wait(x == y);
  |             ^
help: wait for one after the other, or use a loop
t.rob:6:8: error: inside 'wait' the cell is named without an operation
  |
6 |   wait(x.load(acq) == 1);
  |        ^^^^^^^^^^^
help: write wait(x == 1, acq): the order comes last
t.rob:7:8: error: 'd' is plain memory and cannot be waited for
  |
7 |   wait(d == 1);
  |        ^
help: declare d as atomic
t.rob:8:8: error: this condition does not mention a shared cell
  |
8 |   wait(r == 1);
  |        ^^^^^^
help: 'assume' is for conditions on registers alone
t.rob:9:10: error: which cell is waited for cannot depend on memory
  |
9 |   wait(a[d] == 1);
  |          ^
help: read it into a register first
)");
}

TEST(RobStatementErrors, WaitAndNondetStandAlone) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  local r;
  r = 1 + wait(x == 1);
  if (nondet(0, 1)) skip;
  nondet(0, 1);
  r = nondet(2, 1);
  r = nondet(0, r);
}
)"),
            R"(t.rob:4:11: error: 'wait' cannot be a part of an expression
  |
4 |   r = 1 + wait(x == 1);
  |           ^^^^^^^^^^^^
help: assign it first: r = wait(...);
t.rob:5:7: error: 'nondet' cannot be a part of an expression
  |
5 |   if (nondet(0, 1)) skip;
  |       ^^^^^^^^^^^^
help: assign it first: r = nondet(...);
t.rob:6:3: error: the value that 'nondet' chooses is lost
  |
6 |   nondet(0, 1);
  |   ^^^^^^^^^^^^
help: assign it: r = nondet(0, 1)
t.rob:7:7: error: there is no value in 2..1
  |
7 |   r = nondet(2, 1);
  |       ^^^^^^^^^^^^
help: the lower bound comes first
t.rob:8:17: error: 'r' is not a constant
  |
8 |   r = nondet(0, r);
  |                 ^
help: its value is known only when the program runs; 'const' declares constants
)");
}

TEST(RobStatementErrors, StatementsWithoutEffect) {
  EXPECT_EQ(complaints(R"(atomic x;
plain d;
thread t {
  local r;
  r;
  d;
  x.load(acq) + 1;
}
)"),
            R"(t.rob:5:3: error: this statement does nothing
  |
5 |   r;
  |   ^
t.rob:6:3: error: this statement does nothing
  |
6 |   d;
  |   ^
t.rob:7:3: error: this statement does nothing
  |
7 |   x.load(acq) + 1;
  |   ^^^^^^^^^^^^^^^
)");
}

}  // namespace
}  // namespace robur::testing

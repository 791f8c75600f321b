// Texts that follow the grammar but break a rule: names, orders, types, plain and atomic.
//
// Expectations are what a terminal shows, to the last blank.
#include <gtest/gtest.h>

#include "unit_rob/support.h"

namespace robur::testing {
namespace {

TEST(RobMeaningErrors, UndeclaredNamesWithSuggestions) {
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

TEST(RobMeaningErrors, UnknownOperations) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  x.lod(acq);
  x.compare_exchange_strong(0, 1);
  x.frob();
}
)"),
            R"(t.rob:3:5: error: there is no operation 'lod'
  |
3 |   x.lod(acq);
  |     ^^^
help: did you mean 'load'?
t.rob:4:5: error: there is no operation 'compare_exchange_strong'
  |
4 |   x.compare_exchange_strong(0, 1);
  |     ^^^^^^^^^^^^^^^^^^^^^^^
help: here it is called 'cas'
t.rob:5:5: error: there is no operation 'frob'
  |
5 |   x.frob();
  |     ^^^^
help: operations are load, store, fetch_add, fetch_sub, fetch_and, fetch_or, fetch_xor, exchange, cas, bcas
)");
}

TEST(RobMeaningErrors, UnknownOrders) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  x.load(aqc);
  x.store(1, memory_order_release);
  x.load(2);
  x.load(strong);
}
)"),
            R"(t.rob:3:10: error: 'aqc' is not a memory order
  |
3 |   x.load(aqc);
  |          ^^^
help: did you mean 'acq'?
t.rob:4:14: error: 'memory_order_release' is not a memory order
  |
4 |   x.store(1, memory_order_release);
  |              ^^^^^^^^^^^^^^^^^^^^
help: here it is called 'rel'
t.rob:5:10: error: expected a memory order here
  |
5 |   x.load(2);
  |          ^
help: orders are rlx, acq, rel, acq_rel and sc
t.rob:6:10: error: 'strong' is not a memory order
  |
6 |   x.load(strong);
  |          ^^^^^^
help: orders are rlx, acq, rel, acq_rel and sc
)");
}

TEST(RobMeaningErrors, OrdersThatDoNotFit) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  x.load(rel);
  x.store(1, acq_rel);
  x.cas(0, 1, acq, rel);
  fence(rlx);
  wait(x == 1, acq_rel);
}
)"),
            R"(t.rob:3:10: error: a load cannot be 'rel': it writes nothing that it could release
  |
3 |   x.load(rel);
  |          ^^^
help: a load is rlx, acq or sc
t.rob:4:14: error: a store cannot be 'acq_rel': it reads nothing that it could acquire
  |
4 |   x.store(1, acq_rel);
  |              ^^^^^^^
help: a store is rlx, rel or sc
t.rob:5:20: error: the order on failure cannot be 'rel': a cas that fails only reads
  |
5 |   x.cas(0, 1, acq, rel);
  |                    ^^^
help: it is rlx, acq or sc
t.rob:6:9: error: a relaxed fence does nothing
  |
6 |   fence(rlx);
  |         ^^^
help: a fence is acq, rel, acq_rel or sc
t.rob:7:16: error: a wait cannot be 'acq_rel': it writes nothing that it could release
  |
7 |   wait(x == 1, acq_rel);
  |                ^^^^^^^
help: a wait is rlx, acq or sc
)");
}

TEST(RobMeaningErrors, PlainOrder) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  local p;
  x.load(na);
  (*p).fetch_add(1, na);
}
)"),
            R"(t.rob:4:10: error: 'x' is atomic and cannot be accessed plainly
  |
4 |   x.load(na);
  |          ^^
help: 'na' is for pointers that may lead to plain cells
t.rob:5:21: error: a read-modify-write cannot be 'na': it is always atomic
  |
5 |   (*p).fetch_add(1, na);
  |                     ^^
help: a read-modify-write is rlx, acq, rel, acq_rel or sc
)");
}

TEST(RobMeaningErrors, AtomicCellsByTheirName) {
  EXPECT_EQ(complaints(R"(atomic x;
atomic a[2];
thread t {
  local r;
  r = x + 1;
  x = 1;
  a[0] += 2;
  if (a[1]) skip;
}
)"),
            R"(t.rob:5:7: error: 'x' is atomic and not read by its name alone
  |
5 |   r = x + 1;
  |       ^
help: write x.load(order)
t.rob:6:3: error: 'x' is atomic and not changed by assignment
  |
6 |   x = 1;
  |   ^
help: write x.store(value, order)
t.rob:7:3: error: 'a' is atomic and not changed by assignment
  |
7 |   a[0] += 2;
  |   ^^^^
help: write a[...].fetch_add(value, order)
t.rob:8:7: error: 'a' is atomic and not read by its name alone
  |
8 |   if (a[1]) skip;
  |       ^^^^
help: write a[...].load(order)
)");
}

TEST(RobMeaningErrors, PlainCellsThroughOperations) {
  EXPECT_EQ(complaints(R"(plain d;
thread t {
  local r;
  r = d.load(acq);
  d.store(1, rel);
  d.cas(0, 1);
  lock(d);
}
)"),
            R"(t.rob:4:7: error: 'd' is plain memory and read by its name
  |
4 |   r = d.load(acq);
  |       ^^^^^^^^^^^
help: leave out '.load(...)', or declare d as atomic
t.rob:5:3: error: 'd' is plain memory and written by assignment
  |
5 |   d.store(1, rel);
  |   ^^^^^^^^^^^^^^^
help: write d = ...; or declare d as atomic
t.rob:6:3: error: 'd' is plain memory and has no operation 'cas'
  |
6 |   d.cas(0, 1);
  |   ^^^^^^^^^^^
help: declare d as atomic
t.rob:7:8: error: 'd' is plain memory and cannot be a lock
  |
7 |   lock(d);
  |        ^
help: declare d as atomic
)");
}

TEST(RobMeaningErrors, ArraysAndElements) {
  EXPECT_EQ(complaints(R"(atomic a[3], x;
thread t {
  a.store(1);
  x[0].store(1);
  a[3].store(1);
  a[0 - 1].load();
}
)"),
            R"(t.rob:3:3: error: 'a' is an array: say which element
  |
3 |   a.store(1);
  |   ^
help: write a[i]
t.rob:4:3: error: 'x' is no array and has no elements
  |
4 |   x[0].store(1);
  |   ^^^^
t.rob:5:5: error: 'a' has no element 3: its indices are 0..2
  |
5 |   a[3].store(1);
  |     ^
t.rob:6:5: error: 'a' has no element -1: its indices are 0..2
  |
6 |   a[0 - 1].load();
  |     ^^^^^
)");
}

TEST(RobMeaningErrors, RegistersAreNoCells) {
  EXPECT_EQ(complaints(R"(thread t {
  local r;
  r.load(acq);
  r[1] = 2;
  r = &r;
}
)"),
            R"(t.rob:3:3: error: 'r' is a register, not a shared cell
  |
3 |   r.load(acq);
  |   ^
help: if r holds the number of a cell, write (*r)
t.rob:4:3: error: 'r' is a register, not a shared cell
  |
4 |   r[1] = 2;
  |   ^^^^
help: registers are no arrays
t.rob:5:8: error: 'r' is no memory and has no address
  |
5 |   r = &r;
  |        ^
)");
}

TEST(RobMeaningErrors, ConstantsDoNotChange) {
  EXPECT_EQ(complaints(R"(const N = 1;
thread t {
  N = 2;
  N.store(1);
}
)"),
            R"(t.rob:3:3: error: 'N' is a constant and cannot change
  |
3 |   N = 2;
  |   ^
t.rob:4:3: error: 'N' is a constant, not a shared cell
  |
4 |   N.store(1);
  |   ^
)");
}

TEST(RobMeaningErrors, PointersNeedAnOrder) {
  EXPECT_EQ(complaints(R"(thread t {
  local p;
  p = *p + 1;
  *p = 1;
  p = *p.load(acq);
}
)"),
            R"(t.rob:3:7: error: a cell behind a pointer is read with an order
  |
3 |   p = *p + 1;
  |       ^^
help: write (*p).load(acq), or (*p).load(na) if the cell is plain
t.rob:4:3: error: a cell behind a pointer is written with an order
  |
4 |   *p = 1;
  |   ^^
help: write (*p).store(value, rel), or (*p).store(value, na) if the cell is plain
t.rob:5:8: error: 'p' is a register, not a shared cell
  |
5 |   p = *p.load(acq);
  |        ^
help: if p holds the number of a cell, write (*p)
)");
}

TEST(RobMeaningErrors, ArgumentsAreCounted) {
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

TEST(RobMeaningErrors, OrderInPlaceOfAValue) {
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

TEST(RobMeaningErrors, StoresGiveNoValue) {
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

TEST(RobMeaningErrors, WaitConditions) {
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
            R"(t.rob:5:13: error: a wait speaks of one shared cell only, and this is a second one
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

TEST(RobMeaningErrors, WaitAndNondetStandAlone) {
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

TEST(RobMeaningErrors, UnknownCalls) {
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

TEST(RobMeaningErrors, StatementsWithoutEffect) {
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

TEST(RobMeaningErrors, JumpsToNowhere) {
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

TEST(RobMeaningErrors, DeclaredTwice) {
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

TEST(RobMeaningErrors, InitialValues) {
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
t.rob:4:8: error: 'd' is an array: its initial values stand in braces
  |
4 | atomic d[2] = 1;
  |        ^^^^^^^^
help: write = {1, 2}; what is missing is 0
t.rob:5:8: error: 'e' is no array: its initial value stands alone
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

TEST(RobMeaningErrors, RegistersStartWithConstants) {
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

TEST(RobMeaningErrors, RangesAndSizes) {
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
t.rob:3:10: error: an array has 1 to 4096 elements, not 0
  |
3 | atomic a[0], b[5000];
  |          ^
t.rob:3:16: error: an array has 1 to 4096 elements, not 5000
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

TEST(RobMeaningErrors, NoThread) {
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

TEST(RobMeaningErrors, LaterConstants) {
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

// Texts that follow the grammar but break a rule of accesses: operations and orders, plain and
// atomic, cells, arrays and registers.
//
// Expectations are what a terminal shows, to the last blank.
#include <gtest/gtest.h>

#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

TEST(RobAccessErrors, UnknownOperations) {
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

TEST(RobAccessErrors, UnknownOrders) {
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

TEST(RobAccessErrors, OrdersThatDoNotFit) {
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

TEST(RobAccessErrors, PlainOrder) {
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

TEST(RobAccessErrors, AtomicCellsByTheirName) {
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

TEST(RobAccessErrors, PlainCellsThroughOperations) {
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

TEST(RobAccessErrors, ArraysAndElements) {
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

TEST(RobAccessErrors, RegistersAreNoCells) {
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

TEST(RobAccessErrors, ConstantsDoNotChange) {
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

TEST(RobAccessErrors, PointersNeedAnOrder) {
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

}  // namespace
}  // namespace robur::testing

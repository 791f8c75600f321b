// The number of executions of programs from the literature on partial-order reduction, as
// published for optimal algorithms or as follows from the program.
#include <gtest/gtest.h>

#include <memory>

#include "unit/runtime/toy.h"

namespace robur::runtime::toy {

namespace {

constexpr Object kX = 1, kY = 2;

// `count` threads; the I-th is made by make(I).
template <class Make>
Program threads(int count, const Make& make) {
  Program program;
  for (int i = 0; i < count; ++i) program.threads.push_back([make, i] { return make(i); });
  return program;
}

void expectExecutions(std::uint64_t wanted, const Program& program) {
  const Explored out = explore(program, false);
  EXPECT_EQ(out.executions, wanted);
  EXPECT_EQ(out.redundant, 0u);
  EXPECT_TRUE(out.repeats);
}

std::uint64_t factorial(int n) {
  return n < 2 ? 1 : static_cast<std::uint64_t>(n) * factorial(n - 1);
}

Program storeBuffering(bool fenced) {
  return threads(2, [fenced](int i) -> Thread {
    co_await store(i == 0 ? kX : kY, 1);
    if (fenced) co_await fence();
    co_await load(i == 0 ? kY : kX);
  });
}

Program messagePassing() {
  return threads(2, [](int i) -> Thread {
    if (i == 0) {
      co_await store(kX, 1);
      co_await store(kY, 1);
    } else {
      co_await load(kY);
      co_await load(kX);
    }
  });
}

Program loadBuffering() {
  return threads(2, [](int i) -> Thread {
    co_await load(i == 0 ? kX : kY);
    co_await store(i == 0 ? kY : kX, 1);
  });
}

Program twoPlusTwoWrites() {
  return threads(2, [](int i) -> Thread {
    co_await store(i == 0 ? kX : kY, 1);
    co_await store(i == 0 ? kY : kX, 2);
  });
}

Program writeToReadCausality() {
  return threads(3, [](int i) -> Thread {
    if (i == 0) co_await store(kX, 1);
    if (i == 1) {
      co_await load(kX);
      co_await store(kY, 1);
    }
    if (i == 2) {
      co_await load(kY);
      co_await load(kX);
    }
  });
}

Program independentReads() {
  return threads(4, [](int i) -> Thread {
    if (i < 2) {
      co_await store(i == 0 ? kX : kY, 1);
    } else {
      co_await load(i == 2 ? kX : kY);
      co_await load(i == 2 ? kY : kX);
    }
  });
}

Program writers(int n) {
  return threads(n, [](int i) -> Thread { co_await store(kX, static_cast<Value>(i) + 1); });
}

Program writersAndReader(int n) {
  Program program = writers(n);
  program.threads.push_back([]() -> Thread { co_await load(kX); });
  return program;
}

Program readers(int n) {
  return threads(n + 1, [](int i) -> Thread {
    if (i == 0) {
      co_await store(kX, 1);
    } else {
      co_await load(kX);
    }
  });
}

// Abdulla et al., POPL 2014: one thread looks for the last zero while others fill the array.
Program lastZero(int n) {
  return threads(n + 1, [n](int i) -> Thread {
    const auto cell = [](int at) { return static_cast<Object>(at) + 1; };
    if (i == 0) {
      for (int at = n; at >= 0; --at) {
        if (co_await load(cell(at)) == 0) break;
      }
    } else {
      const Value before = co_await load(cell(i - 1));
      co_await store(cell(i), before + 1);
    }
  });
}

// Flanagan, Godefroid, POPL 2005. Memory that locks protect is no event.
Program fileSystem(int n) {
  struct Disk {
    int inode[32] = {};
    bool busy[26] = {};
  };
  const auto disk = std::make_shared<Disk>();
  return threads(n, [disk](int i) -> Thread {
    if (i == 0) *disk = {};  // threads are made in this order
    const auto inode = [](int at) { return static_cast<Object>(at) + 1; };
    const auto block = [](int at) { return static_cast<Object>(at) + 101; };
    const int mine = i % 32;
    co_await lock(inode(mine));
    if (disk->inode[mine] == 0) {
      for (int b = mine * 2 % 26;; b = (b + 1) % 26) {
        co_await lock(block(b));
        const bool free = !disk->busy[b];
        if (free) {
          disk->busy[b] = true;
          disk->inode[mine] = b + 1;
        }
        co_await unlock(block(b));
        if (free) break;
      }
    }
    co_await unlock(inode(mine));
  });
}

// The same paper: threads enter messages into a hash table.
Program indexer(int n) {
  return threads(n, [](int i) -> Thread {
    for (int m = 1; m <= 4; ++m) {
      const int message = m * 11 + i;
      int hash = message * 7 % 128;
      while (co_await compareExchange(static_cast<Object>(hash) + 1, 0,
                                      static_cast<Value>(message)) != 0) {
        hash = (hash + 1) % 128;
      }
    }
  });
}

Program counter(int n, int times) {
  return threads(n, [times](int) -> Thread {
    for (int k = 0; k < times; ++k) co_await add(kX, 1);
  });
}

Program fibonacci(int n) {
  Program program = threads(2, [n](int i) -> Thread {
    const Object mine = i == 0 ? kX : kY, other = i == 0 ? kY : kX;
    for (int k = 0; k < n; ++k) {
      const Value a = co_await load(mine);
      const Value b = co_await load(other);
      co_await store(mine, a + b);
    }
  });
  program.initial = {{kX, 1}, {kY, 1}};
  return program;
}

}  // namespace

TEST(ExplorerCounts, LitmusTests) {
  expectExecutions(3, storeBuffering(false));
  expectExecutions(4, storeBuffering(true));
  expectExecutions(3, messagePassing());
  expectExecutions(3, loadBuffering());
  expectExecutions(3, twoPlusTwoWrites());
  expectExecutions(7, writeToReadCausality());
  expectExecutions(15, independentReads());
}

TEST(ExplorerCounts, WritersAndReaders) {
  for (int n = 2; n <= 6; ++n) expectExecutions(factorial(n), writers(n));
  for (int n = 2; n <= 5; ++n) expectExecutions(factorial(n + 1), writersAndReader(n));
  for (const int n : {2, 4, 8, 12}) expectExecutions(std::uint64_t{1} << n, readers(n));
}

TEST(ExplorerCounts, LastZero) {
  for (const int n : {2, 3, 4, 5, 8, 10}) {
    expectExecutions(static_cast<std::uint64_t>(n + 3) << (n - 2), lastZero(n));
  }
}

TEST(ExplorerCounts, FileSystem) {
  expectExecutions(2, fileSystem(14));
  expectExecutions(8, fileSystem(16));
  expectExecutions(32, fileSystem(18));
  expectExecutions(128, fileSystem(20));
}

TEST(ExplorerCounts, Indexer) {
  expectExecutions(1, indexer(11));
  expectExecutions(8, indexer(12));
  expectExecutions(64, indexer(13));
  expectExecutions(4096, indexer(15));
}

TEST(ExplorerCounts, Updates) {
  expectExecutions(20, counter(2, 3));
  expectExecutions(90, counter(3, 2));
  expectExecutions(2520, counter(4, 2));
  for (int n = 2; n <= 5; ++n) {
    expectExecutions(static_cast<std::uint64_t>(n), threads(n, [](int i) -> Thread {
                       co_await compareExchange(kX, 0, static_cast<Value>(i) + 1);
                     }));
  }
}

TEST(ExplorerCounts, Fibonacci) {
  expectExecutions(19, fibonacci(2));
  expectExecutions(141, fibonacci(3));
  expectExecutions(1107, fibonacci(4));
}

TEST(ExplorerCounts, Locks) {
  for (const int n : {3, 4, 6}) {
    expectExecutions(factorial(n), threads(n, [](int) -> Thread {
                       co_await lock(kX);
                       co_await unlock(kX);
                     }));
  }
  const auto trying = [](int) -> Thread {
    if (co_await tryLock(kX) == 0) co_await unlock(kX);
  };
  expectExecutions(21, threads(3, trying));
  expectExecutions(148, threads(4, trying));
}

TEST(ExplorerCounts, TicketLocks) {
  for (const int n : {3, 4, 5}) {
    expectExecutions(factorial(n), threads(n, [](int) -> Thread {
                       const Value mine = co_await add(kX, 1);
                       co_await awaitEqual(kY, mine);
                       co_await store(kY, mine + 1);
                     }));
  }
}

TEST(ExplorerCounts, BoundedPreemptions) {
  // Without preemptions there is one schedule for every order of the threads.
  EXPECT_EQ(boundedSchedules(writers(4), 0).executions, 24u);
  EXPECT_EQ(boundedSchedules(counter(2, 3), 0).executions, 2u);
  // One preemption: a thread is stopped after one or two of its three events.
  EXPECT_EQ(boundedSchedules(counter(2, 3), 1).executions, 6u);
  EXPECT_EQ(boundedSchedules(counter(2, 3), 100).executions, 20u);
}

}  // namespace robur::runtime::toy

// The workloads of bench/runtime: typical operations of concurrent code with little else. None has
// a race. Random atomic accesses are not robust, so the checks have work to do there.
//
//   plain            eight threads on their own memory and on a table that all of them read
//   mutex            eight threads, 64 locks
//   atomics T N      T threads, N atomics: loads, stores and updates of all orders, at random
//   heap             eight threads that allocate and free small blocks
//   pool             four workers with a deque each, stealing from each other
//   queue            a bounded queue for many producers and consumers
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace {

struct Rng {
  std::uint64_t state;
  std::uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
};

template <class Body>
void inThreads(unsigned count, const Body& body) {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i) threads.emplace_back([&body, i] { body(i); });
  for (std::thread& t : threads) t.join();
}

std::atomic<std::uint64_t> result{0};

void plain() {
  std::vector<std::uint32_t> table(1 << 14);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = static_cast<std::uint32_t>(i * 7);
  inThreads(8, [&](unsigned self) {
    std::vector<std::uint64_t> own(1 << 12, self);
    for (unsigned round = 0; round < 2000; ++round) {
      for (std::size_t i = 0; i < own.size(); ++i) {
        own[i] += table[(i * 5 + round) & (table.size() - 1)];
        if (own[i] % 64 == 0) own[i / 2] ^= i;
      }
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t v : own) sum += v;
    result += sum;
  });
}

void mutexes() {
  struct alignas(64) Account {
    std::mutex lock;
    std::uint64_t balance = 0;
    std::uint64_t changes = 0;
  };
  std::vector<Account> accounts(64);
  inThreads(8, [&](unsigned self) {
    Rng rng{self + 1};
    for (unsigned i = 0; i < 100'000; ++i) {
      Account& account = accounts[rng.next() % accounts.size()];
      const std::lock_guard hold(account.lock);
      account.balance += i;
      ++account.changes;
    }
  });
  result += accounts[0].balance;
}

// Atomics of one line each would make locations scarce and misses the program's own.
void atomics(unsigned threads, std::size_t locations) {
  const std::unique_ptr<std::atomic<std::uint64_t>[]> cells(
      new std::atomic<std::uint64_t>[locations]());
  const unsigned each = 2'400'000 / threads;
  inThreads(threads, [&](unsigned self) {
    Rng rng{self + 1};
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < each; ++i) {
      const std::uint64_t coin = rng.next();
      std::atomic<std::uint64_t>& cell = cells[(coin >> 16) % locations];
      switch (coin % 16) {
        case 0:
        case 1:
        case 2:
          cell.store(i, std::memory_order_release);
          break;
        case 3:
          cell.store(i, std::memory_order_relaxed);
          break;
        case 4:
        case 5:
          cell.fetch_add(1, std::memory_order_acq_rel);
          break;
        case 6:
          cell.fetch_add(1, std::memory_order_relaxed);
          break;
        case 7:
        case 8:
        case 9:
          sum += cell.load(std::memory_order_relaxed);
          break;
        default:
          sum += cell.load(std::memory_order_acquire);
      }
    }
    result += sum;
  });
}

void heap() {
  inThreads(8, [&](unsigned self) {
    Rng rng{self + 1};
    std::vector<std::unique_ptr<char[]>> blocks(256);
    for (unsigned i = 0; i < 60'000; ++i) {
      const std::uint64_t coin = rng.next();
      std::unique_ptr<char[]>& block = blocks[coin % blocks.size()];
      const std::size_t size = 16 + (coin >> 20) % 240;
      block.reset(new char[size]);
      std::memset(block.get(), static_cast<int>(i), size);
      result.fetch_add(static_cast<std::uint64_t>(block[size / 2]), std::memory_order_relaxed);
    }
  });
}

void pool() {
  struct Worker {
    std::mutex lock;
    std::deque<unsigned> tasks;
  };
  constexpr unsigned kWorkers = 4;
  std::vector<Worker> workers(kWorkers);
  std::atomic<unsigned> open{1};
  workers[0].tasks.push_back(16);
  const auto take = [&](unsigned from, bool back, unsigned& task) {
    Worker& worker = workers[from];
    const std::lock_guard hold(worker.lock);
    if (worker.tasks.empty()) return false;
    task = back ? worker.tasks.back() : worker.tasks.front();
    back ? worker.tasks.pop_back() : worker.tasks.pop_front();
    return true;
  };
  inThreads(kWorkers, [&](unsigned self) {
    Rng rng{self + 1};
    while (open.load(std::memory_order_acquire) > 0) {
      unsigned task = 0;
      if (!take(self, true, task) && !take(rng.next() % kWorkers, false, task)) {
        std::this_thread::yield();
        continue;
      }
      if (task > 0) {
        open.fetch_add(2, std::memory_order_acq_rel);
        const std::lock_guard hold(workers[self].lock);
        workers[self].tasks.push_back(task - 1);
        workers[self].tasks.push_back(task - 1);
      }
      std::uint64_t work = task;
      for (unsigned i = 0; i < 100; ++i) work = work * 31 + i;
      result.fetch_add(work, std::memory_order_relaxed);
      open.fetch_sub(1, std::memory_order_acq_rel);
    }
  });
}

// After Vyukov: every cell has a ticket with the number of the next operation on it.
void queue() {
  struct alignas(64) Place {
    std::atomic<std::uint64_t> turn;
    std::uint64_t value;
  };
  constexpr std::uint64_t kSize = 1024;
  constexpr std::uint64_t kItems = 100'000;
  std::vector<Place> ring(kSize);
  for (std::uint64_t i = 0; i < kSize; ++i) ring[i].turn.store(i, std::memory_order_relaxed);
  alignas(64) std::atomic<std::uint64_t> head{0};
  alignas(64) std::atomic<std::uint64_t> tail{0};
  inThreads(4, [&](unsigned self) {
    const bool producer = self % 2 == 0;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < kItems; ++i) {
      const std::uint64_t ticket = (producer ? tail : head).fetch_add(1, std::memory_order_relaxed);
      Place& place = ring[ticket % kSize];
      const std::uint64_t turn = producer ? ticket : ticket + 1;
      while (place.turn.load(std::memory_order_acquire) != turn) std::this_thread::yield();
      if (producer) {
        place.value = i;
        place.turn.store(ticket + 1, std::memory_order_release);
      } else {
        sum += place.value;
        place.turn.store(ticket + kSize, std::memory_order_release);
      }
    }
    result += sum;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  const auto is = [&](const char* name) { return std::strcmp(what, name) == 0; };
  if (is("plain"))
    plain();
  else if (is("mutex"))
    mutexes();
  else if (is("atomics") && argc == 4)
    atomics(static_cast<unsigned>(std::atoi(argv[2])),
            static_cast<std::size_t>(std::atol(argv[3])));
  else if (is("heap"))
    heap();
  else if (is("pool"))
    pool();
  else if (is("queue"))
    queue();
  else
    return std::fputs("usage: runtime plain|mutex|atomics T N|heap|pool|queue\n", stderr), 2;
  std::printf("%llu\n", static_cast<unsigned long long>(result.load()));
}

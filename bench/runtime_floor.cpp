// What any runtime that keeps something for each atomic would have to wait for, and nothing else:
// how time per access grows with the number of atomics when there is no work but to find a line of
// memory for each and to lock it. The accesses are those of bench/runtime.cpp.
//
//   runtime_floor THREADS ATOMICS LINES
//
// With 0 lines the program alone, but with each atomic in a line of its own and every access a
// locked one. Otherwise so many lines for each atomic, found by a table with four bytes for each,
// the first of them locked during the access and all of them written. Prints nanoseconds of CPU
// time per access, the smallest of five.
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace {

struct alignas(64) Line {
  std::atomic<std::uint64_t> words[8];
};

double cpuSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return t.tv_sec + 1e-6 * t.tv_usec; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Line* newLines(std::size_t count) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  const std::size_t bytes = (count * sizeof(Line) + kLargePage - 1) / kLargePage * kLargePage;
  void* const memory = std::aligned_alloc(kLargePage, bytes);
  madvise(memory, bytes, MADV_HUGEPAGE);
  return new (memory) Line[count]();
}

constexpr unsigned kAccesses = 2'400'000;
std::atomic<std::uint64_t> result{0};

class Floor {
 public:
  // An odd distance, or a few places of the cache would have to do for the first lines of all.
  Floor(std::size_t atomics, std::size_t lines)
      : lines_(lines),
        distance_(lines | 1),
        atomics_(lines == 0 ? 0 : atomics),
        table_(atomics),
        memory_(newLines(atomics * distance_)) {
    std::iota(table_.begin(), table_.end(), 0U);
    std::shuffle(table_.begin(), table_.end(), std::mt19937(1));
  }

  std::uint64_t access(std::size_t n, std::uint64_t coin) {
    if (lines_ == 0) return memory_[n].words[0].fetch_add(1);
    Line* const mine = memory_ + table_[n] * distance_;
    for (std::size_t i = 0; i < lines_; ++i) __builtin_prefetch(&mine[i], 1);
    std::atomic<std::uint64_t>& lock = mine->words[0];
    std::uint64_t free = 0;
    while (!lock.compare_exchange_weak(free, 1, std::memory_order_acquire)) {
      std::this_thread::yield();
      free = 0;
    }
    std::uint64_t value = 0;
    if (coin % 16 < 4) {
      atomics_[n].store(coin, std::memory_order_release);
    } else if (coin % 16 < 7) {
      value = atomics_[n].fetch_add(1);
    } else {
      value = atomics_[n].load();
    }
    for (std::size_t i = 0; i < lines_; ++i)
      mine[i].words[1].store(coin, std::memory_order_relaxed);
    lock.store(0, std::memory_order_release);
    return value;
  }

 private:
  std::size_t lines_;
  std::size_t distance_;
  std::vector<std::atomic<std::uint64_t>> atomics_;
  std::vector<std::uint32_t> table_;
  Line* memory_;
};

void run(Floor& floor, unsigned threads, std::size_t atomics) {
  std::vector<std::thread> running;
  for (unsigned self = 0; self < threads; ++self) {
    running.emplace_back([&floor, self, threads, atomics] {
      std::uint64_t state = self + 1, sum = 0;
      for (unsigned i = 0; i < kAccesses / threads; ++i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        sum += floor.access((state >> 16) % atomics, state);
      }
      result += sum;
    });
  }
  for (std::thread& t : running) t.join();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::fputs("usage: runtime_floor THREADS ATOMICS LINES\n", stderr), 2;
  const auto threads = static_cast<unsigned>(std::atoi(argv[1]));
  const auto atomics = static_cast<std::size_t>(std::atol(argv[2]));
  Floor floor(atomics, static_cast<std::size_t>(std::atol(argv[3])));
  double best = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double start = cpuSeconds();
    run(floor, threads, atomics);
    best = std::min(best, cpuSeconds() - start);
  }
  std::printf("%.1f\n", best / kAccesses * 1e9);
}

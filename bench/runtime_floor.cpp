// A lower bound for any runtime that keeps state for each atomic: how time per access grows with
// the number of atomics if the only work is to find the memory of each, lock it and write it. The
// accesses are those of bench/runtime.cpp.
//
//   runtime_floor memory                latency of a load, by the amount of memory in use
//   runtime_floor THREADS WORK          the layouts below, with WORK iterations of work per access
//
// In each layout an atomic has one cache line, its head, found by a table with four bytes per
// atomic. Every access locks and writes the head. Writes also write a block of lines, which are
// either prefetched together with the head, or taken from a pool of the thread, prefetched long
// before, in exchange for the previous block; and an entry of a history. The history is either in
// lines of the location, used in turn, whose address depends on the head. Or entries are queued by
// the thread that has written them and reused by it, for any location, once they are not among the
// last eight of their location any more; then they are prefetched long before, too.
//
// Prints nanoseconds of CPU time per access at 64 and at 60,000 atomics, the minimum over some
// rounds in which all layouts take turns.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace {

struct alignas(64) Line {
  std::atomic<std::uint64_t> words[8];
};

enum class History { None, Own, Queued };

struct Layout {
  const char* name;
  bool head;  // or the program alone
  unsigned block;
  bool pooled;
  History history;
};
constexpr Layout kLayouts[] = {
    {"the program alone", false, 0, false, History::None},
    {"a head", true, 0, false, History::None},
    {"a head and a block of 1", true, 1, false, History::None},
    {"a head and a pooled block of 1", true, 1, true, History::None},
    {"a head and a block of 2", true, 2, false, History::None},
    {"a head and a pooled block of 2", true, 2, true, History::None},
    {"a head, a block of 2, a history", true, 2, false, History::Own},
    {"a head, a pooled block of 2, a history", true, 2, true, History::Own},
    {"a head, a pooled block of 2, a queued history", true, 2, true, History::Queued},
};

double cpuSeconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) { return t.tv_sec + 1e-6 * t.tv_usec; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Line* newLines(std::size_t count) {
  constexpr std::size_t kLargePage = std::size_t{1} << 21;
  const std::size_t bytes = (count * sizeof(Line) / kLargePage + 1) * kLargePage;
  void* const memory = std::aligned_alloc(kLargePage, bytes);
  madvise(memory, bytes, MADV_HUGEPAGE);
  std::memset(memory, 0, bytes);
  return static_cast<Line*>(memory);
}

constexpr unsigned kAhead = 8;
constexpr unsigned kHistoryLines = 3;  // with three entries each
constexpr unsigned kWindow = 8;

struct Entry {
  std::uint32_t place;  // of the location
  std::uint32_t previous;
  std::uint64_t number;  // among the writes to it
  std::uint64_t contents[2];
};
static_assert(sizeof(Entry) == 32);

// Blocks and entries by their numbers, the next to be used first.
struct Pool {
  std::uint32_t blocks[kAhead];
  unsigned next = 0;
  std::vector<std::uint32_t> entries;  // a power of two
  std::size_t first = 0;

  std::uint32_t& entry(std::size_t ahead) {
    return entries[(first + ahead) & (entries.size() - 1)];
  }
};

std::atomic<std::uint64_t> result{0};

class Floor {
 public:
  Floor(const Layout& layout, unsigned threads, std::size_t atomics)
      : layout_(layout),
        atomics_(atomics),
        table_(atomics),
        pools_(threads),
        heads_(newLines(atomics)),
        blocks_(newLines((atomics + threads * kAhead) * layout.block)),
        history_(newLines(layout.history == History::Own ? atomics * kHistoryLines : 0)) {
    std::iota(table_.begin(), table_.end(), 0U);
    std::shuffle(table_.begin(), table_.end(), std::mt19937(1));
    auto number = static_cast<std::uint32_t>(atomics);
    for (Pool& pool : pools_) {
      for (std::uint32_t& block : pool.blocks) block = number++;
    }
    for (std::uint32_t i = 0; i < atomics; ++i) heads_[i].words[1] = i;
    if (layout.history == History::Queued) fillQueues();
  }
  Floor(const Floor&) = delete;
  Floor& operator=(const Floor&) = delete;
  ~Floor() {
    for (Line* lines : {heads_, blocks_, history_, entries_}) std::free(lines);
  }

  // CPU seconds, by the time all threads have ended.
  double run(unsigned accesses, unsigned work) {
    const double start = cpuSeconds();
    std::vector<std::thread> running;
    for (unsigned self = 0; self < pools_.size(); ++self) {
      running.emplace_back([this, self, accesses, work] {
        std::uint64_t state = ++seed_, sum = 0;
        for (unsigned i = 0; i < accesses / pools_.size(); ++i) {
          state ^= state << 13;
          state ^= state >> 7;
          state ^= state << 17;
          sum += access(pools_[self], (state >> 16) % atomics_.size(), state, work);
        }
        result += sum;
      });
    }
    for (std::thread& t : running) t.join();
    return cpuSeconds() - start;
  }

 private:
  std::uint64_t access(Pool& pool, std::size_t n, std::uint64_t coin, unsigned work) {
    if (!layout_.head) return perform(n, coin);
    const bool writes = coin % 16 < 7;
    const std::uint32_t place = table_[n];
    Line& head = heads_[place];
    __builtin_prefetch(&head, 1);
    __builtin_prefetch(&atomics_[n], 1);
    if (writes && !layout_.pooled) expectBlock(place);
    labour(coin, work);
    std::atomic<std::uint64_t>& lock = head.words[0];
    std::uint64_t free = 0;
    while (!lock.compare_exchange_weak(free, 1, std::memory_order_acquire)) {
      std::this_thread::yield();
      free = 0;
    }
    const std::uint64_t value = perform(n, coin);
    for (int i = 4; i < 8; ++i) head.words[i].store(coin, std::memory_order_relaxed);
    if (writes) leave(pool, head, place, coin);
    lock.store(0, std::memory_order_release);
    return value;
  }

  std::uint64_t perform(std::size_t n, std::uint64_t coin) {
    if (coin % 16 < 4) return atomics_[n].store(coin, std::memory_order_release), 0;
    return coin % 16 < 7 ? atomics_[n].fetch_add(1) : atomics_[n].load();
  }

  // Instructions that compete only with other instructions.
  static void labour(std::uint64_t coin, unsigned work) {
    std::uint64_t a = coin, b = coin + 1, c = coin + 2;
    for (unsigned i = 0; i < work; ++i) {
      a += b ^ i;
      b += c ^ a;
      c = (c << 5 | c >> 59) + i;
      asm volatile("" : : "r"(a), "r"(b), "r"(c));
    }
  }

  void leave(Pool& pool, Line& head, std::uint32_t place, std::uint64_t coin) {
    std::uint32_t block = place;
    if (layout_.pooled) {
      std::uint32_t& next = pool.blocks[pool.next++ % kAhead];
      block = next;
      next = static_cast<std::uint32_t>(head.words[1].load(std::memory_order_relaxed));
      head.words[1].store(block, std::memory_order_relaxed);
      expectBlock(next);
    }
    for (unsigned i = 0; i < layout_.block; ++i) {
      write(blocks_[std::size_t{block} * layout_.block + i], 0, 8, coin);
    }
    if (layout_.history == History::None) return;
    const std::uint64_t number = head.words[2].load(std::memory_order_relaxed) + 1;
    head.words[2].store(number, std::memory_order_relaxed);
    if (layout_.history == History::Queued) return remember(pool, head, place, number, coin);
    const std::size_t line = number / 3 % kHistoryLines;
    write(history_[place * kHistoryLines + line], number % 3 * 2, number % 3 * 2 + 2, coin);
  }

  // All entries are free at first, and there are at least half as many again as locations need, and
  // as many as one thread needs if it is alone for a while.
  void fillQueues() {
    const std::size_t all = atomics_.size() * kWindow * 3 / 2;
    std::size_t each = 1024;
    while (each * pools_.size() < all) each *= 2;
    entries_ = newLines(each * pools_.size() / 2);
    for (Line* head = heads_; head < heads_ + atomics_.size(); ++head) head->words[2] = kWindow;
    std::vector<std::uint32_t> numbers(each * pools_.size());
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::mt19937 random(2);
    std::shuffle(numbers.begin(), numbers.end(), random);
    auto from = numbers.begin();
    for (Pool& pool : pools_) {
      pool.entries.assign(from, from + static_cast<std::ptrdiff_t>(each));
      from += static_cast<std::ptrdiff_t>(each);
    }
    for (const std::uint32_t n : numbers) {
      entry(n) = {static_cast<std::uint32_t>(random() % atomics_.size()), 0, 0, {}};
    }
  }
  void remember(Pool& pool, Line& head, std::uint32_t place, std::uint64_t number,
                std::uint64_t coin) {
    for (bool isFree = false; !isFree; ++pool.first) {
      __builtin_prefetch(&entry(pool.entry(2 * kAhead)), 1);
      __builtin_prefetch(&heads_[entry(pool.entry(kAhead)).place]);
      Entry& e = entry(pool.entry(0));
      const std::uint64_t newest = heads_[e.place].words[2].load(std::memory_order_relaxed);
      isFree = newest - e.number >= kWindow;
      if (!isFree) continue;
      const std::uint64_t previous = head.words[3].load(std::memory_order_relaxed);
      e = {place, static_cast<std::uint32_t>(previous), number, {coin, coin}};
      head.words[3].store(pool.entry(0), std::memory_order_relaxed);
    }
  }
  Entry& entry(std::uint32_t number) const { return reinterpret_cast<Entry*>(entries_)[number]; }

  void expectBlock(std::uint32_t block) const {
    for (unsigned i = 0; i < layout_.block; ++i) {
      __builtin_prefetch(&blocks_[std::size_t{block} * layout_.block + i], 1);
    }
  }
  static void write(Line& line, std::uint64_t from, std::uint64_t to, std::uint64_t value) {
    for (; from < to; ++from) line.words[from].store(value, std::memory_order_relaxed);
  }

  const Layout& layout_;
  std::vector<std::atomic<std::uint64_t>> atomics_;
  std::vector<std::uint32_t> table_;
  std::vector<Pool> pools_;
  Line* heads_;
  Line* blocks_;
  Line* history_;
  Line* entries_ = nullptr;
  std::atomic<std::uint64_t> seed_{0};
};

void measureLayouts(unsigned threads, unsigned work) {
  constexpr unsigned kAccesses = 400'000;
  constexpr unsigned kRounds = 15;
  constexpr std::size_t kAtomics[] = {64, 60'000};
  struct Case {
    std::unique_ptr<Floor> floor;
    double best = 1e9;
  };
  std::vector<Case> cases;
  for (const Layout& layout : kLayouts) {
    for (const std::size_t atomics : kAtomics) {
      cases.push_back({std::make_unique<Floor>(layout, threads, atomics)});
    }
  }
  for (unsigned round = 0; round < kRounds; ++round) {
    for (Case& c : cases) {
      c.floor->run(kAccesses, work);  // or the first accesses would wait for what others left
      c.best = std::min(c.best, c.floor->run(kAccesses, work) / kAccesses * 1e9);
    }
  }
  for (std::size_t i = 0; i < std::size(kLayouts); ++i) {
    const double few = cases[2 * i].best;
    const double many = cases[2 * i + 1].best;
    std::printf("%-10u%-46s%8.1f%10.1f%9.2f\n", threads, kLayouts[i].name, few, many, many / few);
  }
}

// Each line names the next.
void measureMemory() {
  constexpr unsigned kLoads = 300'000;
  for (const std::size_t kilobytes : {512, 1024, 2048, 4096, 6144, 8192, 12288, 16384, 32768}) {
    const std::size_t count = kilobytes * 1024 / sizeof(Line);
    Line* const lines = newLines(count);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    for (std::size_t i = 0; i < count; ++i) lines[order[i]].words[0] = order[(i + 1) % count];
    double best = 1e9;
    std::uint64_t at = 0;
    for (int round = 0; round < 7; ++round) {
      const double start = cpuSeconds();
      for (unsigned i = 0; i < kLoads; ++i) at = lines[at].words[0].load(std::memory_order_relaxed);
      best = std::min(best, (cpuSeconds() - start) / kLoads * 1e9);
    }
    result += at;
    std::free(lines);
    std::printf("%10zu%8.1f\n", kilobytes, best);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "memory") == 0) {
    measureMemory();
  } else if (argc == 3) {
    measureLayouts(static_cast<unsigned>(std::atoi(argv[1])),
                   static_cast<unsigned>(std::atoi(argv[2])));
  } else {
    return std::fputs("usage: runtime_floor memory | THREADS WORK\n", stderr), 2;
  }
}

// Races between plain and atomic accesses of the same bytes, against all pairs of accesses.
//
// For atomic accesses the shadow has only a mark, and their clocks are in the state of the
// location; atomic accesses are compared with plain ones only until they happen after all of them.
// The reference keeps every access and compares with each: a race if and only if they share a byte,
// one writes, one is plain, and the later thread does not know the epoch of the earlier access.
#include <gtest/gtest.h>

#include <vector>

#include "generators/rng.h"
#include "runtime/shadow/race.h"

namespace robur::testing {

namespace {

struct SizedAccess {
  std::uint32_t thread;
  runtime::Epoch need;
  std::uint64_t begin, end;
  bool write, atomic;
};

class Mixed {
 public:
  explicit Mixed(std::uint32_t threads) : threads_(threads) {
    for (std::uint32_t i = 0; i < threads; ++i) runtime::startThread(threads_[i], i, 0, nullptr);
  }
  ~Mixed() {
    runtime::clearMetas(address(0), sizeof memory_);
    runtime::clearCells(address(0), sizeof memory_);
    for (runtime::ThreadClocks& t : threads_) t.clocks.clear();
    mutex_.clear();
  }
  Mixed(const Mixed&) = delete;
  Mixed& operator=(const Mixed&) = delete;

  // Hands over from one thread to another.
  void synchronise(std::uint32_t from, std::uint32_t to) {
    runtime::releaseTo(threads_[from], mutex_);
    runtime::acquire(threads_[to], mutex_);
  }

  bool plain(std::uint32_t thread, std::uint64_t offset, std::uint64_t size, bool write) {
    runtime::ThreadClocks& t = threads_[thread];
    const SizedAccess now{thread, t.epoch + 1, offset, offset + size, write, false};
    expected_ = racesWithSome(now);
    made_.push_back(now);
    if (runtime::nothingNew(t, address(offset), size, write)) return false;
    return runtime::recordPlain(t, address(offset), size, write, 1).found;
  }

  bool atomic(std::uint32_t thread, std::uint64_t offset, std::uint8_t size, bool write) {
    runtime::ThreadClocks& t = threads_[thread];
    runtime::Meta& m = runtime::metaOfAtomic(reinterpret_cast<void*>(address(offset)));  // NOLINT
    m.setSize(size);
    runtime::startHistory(m, 0);
    if (write) {
      runtime::write(t, m, runtime::Order::Release, 1, 1);
    } else {
      runtime::read(t, m, runtime::Order::Acquire);
    }
    const SizedAccess now{thread, t.epoch + !write, offset, offset + size, write, true};
    expected_ = racesWithSome(now);
    made_.push_back(now);
    return !runtime::recordAtomic(t, m, write, 1) && runtime::findPlain(t, m, write).found;
  }

  bool expected() const { return expected_; }

 private:
  bool racesWithSome(const SizedAccess& now) const {
    for (const SizedAccess& old : made_) {
      const bool shared = old.begin < now.end && now.begin < old.end;
      const bool known =
          old.thread == now.thread || threads_[now.thread].current().at(old.thread) >= old.need;
      if (shared && (old.write || now.write) && !(old.atomic && now.atomic) && !known) return true;
    }
    return false;
  }
  std::uint64_t address(std::uint64_t offset) const {
    return reinterpret_cast<std::uint64_t>(&memory_) + offset;
  }

  alignas(64) char memory_[16] = {};
  std::vector<runtime::ThreadClocks> threads_;
  runtime::SyncClocks mutex_;
  std::vector<SizedAccess> made_;
  bool expected_ = false;
};

// Runs until the first race, with `exact` to the very access.
unsigned compareMixedRaces(std::uint64_t seed, std::uint32_t threads, bool exact) {
  Rng rng(seed);
  unsigned races = 0;
  for (int i = 0; i < 4000 && !::testing::Test::HasFailure(); ++i) {
    Mixed mixed(threads);
    for (int step = 0; step < 30; ++step) {
      const std::uint32_t t = rng.below(threads);
      if (rng.chance(30)) {
        mixed.synchronise(t, rng.below(threads));
        continue;
      }
      // Four accesses of one size by two threads are remembered; of several sizes some may not be.
      const std::uint64_t offset = exact ? 0 : rng.pick<std::uint64_t>({0, 4, 8});
      const std::uint64_t size = exact ? 4 : rng.pick<std::uint64_t>({1, 2, 4});
      const bool write = rng.chance(40);
      const bool found =
          rng.chance(60) ? mixed.atomic(t, offset, 4, write) : mixed.plain(t, offset, size, write);
      if (found || exact) {
        EXPECT_EQ(found, mixed.expected()) << "seed " << seed << ", run " << i << ", step " << step;
      }
      if (found || mixed.expected()) {
        ++races;
        break;
      }
    }
  }
  return races;
}

}  // namespace

TEST(MixedRaces, ExactOnTwoThreads) {
  EXPECT_GT(compareMixedRaces(11, 2, true), 1000u);
}

TEST(MixedRaces, NoFalseAlarmsOnFourThreads) {
  EXPECT_GT(compareMixedRaces(12, 4, false), 1000u);
}

}  // namespace robur::testing

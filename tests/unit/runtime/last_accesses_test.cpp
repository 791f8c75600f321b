// LastAccesses, which keeps one access as long as that represents all, against a list of every
// access.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "generators/rng.h"
#include "runtime/clocks/last_accesses.h"
#include "runtime/clocks/rules.h"

namespace robur::testing {

namespace {

struct MadeAccess {
  runtime::ThreadIndex thread;
  runtime::Epoch need;
};

class Accesses {
 public:
  explicit Accesses(Rng& rng) : rng_(rng), threads_(kThreads) {
    runtime::rt.widest =
        runtime::kLane;  // so that later threads are beyond the clocks of earlier ones
  }
  ~Accesses() {
    last_.clear();
    for (runtime::ThreadClocks& t : threads_) t.clocks.clear();
    mutex_.clear();
  }
  Accesses(const Accesses&) = delete;
  Accesses& operator=(const Accesses&) = delete;

  void step() {
    runtime::ThreadClocks& t = someThread();
    if (rng_.chance(35)) {
      runtime::releaseTo(t, mutex_);
      runtime::acquire(someThread(), mutex_);
    } else if (rng_.chance(50)) {
      last_.add(t.thread, t.current(), t.epoch + 1);
      made_.push_back({t.thread, t.epoch + 1});
    } else {
      ask(t);
    }
  }

  unsigned alone = 0, beside = 0;  // what was answered

 private:
  static constexpr std::uint32_t kThreads = 5;

  runtime::ThreadClocks& someThread() {
    const auto i = static_cast<std::uint32_t>(rng_.below(kThreads));
    // Threads start when they are first needed, some in another lane.
    if (threads_[i].epoch == 0) runtime::startThread(threads_[i], i * 5, 0, nullptr);
    return threads_[i];
  }

  void ask(const runtime::ThreadClocks& t) {
    const auto before = [&](runtime::ThreadIndex thread, runtime::Epoch need) {
      return thread == t.thread || t.current().at(thread) >= need;
    };
    const auto isAfter = [&](const MadeAccess& m) { return !before(m.thread, m.need); };
    const bool expected = std::any_of(made_.begin(), made_.end(), isAfter);
    runtime::ThreadIndex which = 0;
    const bool found = last_.someAfter(before, which);
    EXPECT_EQ(found, expected);
    if (found) {
      EXPECT_TRUE(std::any_of(made_.begin(), made_.end(), [&](const MadeAccess& m) {
        return m.thread == which && isAfter(m);
      }));
    }
    ++(found ? beside : alone);
  }

  Rng& rng_;
  std::vector<runtime::ThreadClocks> threads_;
  runtime::SyncClocks mutex_;
  runtime::LastAccesses last_;
  std::vector<MadeAccess> made_;
};

}  // namespace

TEST(LastAccesses, SpeakForAllThatWereMade) {
  const std::uint64_t seed = 21;
  Rng rng(seed);
  unsigned alone = 0, beside = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed << ", run " << i);
    Accesses run(rng);
    for (int step = 0; step < 30 && !HasFailure(); ++step) run.step();
    alone += run.alone;
    beside += run.beside;
    if (HasFailure()) break;
  }
  EXPECT_GT(alone, 5000u);
  EXPECT_GT(beside, 5000u);
}

}  // namespace robur::testing

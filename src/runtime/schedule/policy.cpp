#include "runtime/schedule/policy.h"

#include "runtime/report/options.h"
#include "runtime/schedule/exhaust.h"

namespace robur::runtime {

namespace {

std::uint64_t random = 0;
std::uint64_t step = 0;

std::uint64_t nextRandom() {
  if (random == 0) random = static_cast<std::uint64_t>(options().seed) * 2 + 1;
  std::uint64_t z = random += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

constexpr std::int64_t kMaxDepth = 64;

// The steps at which the running thread falls behind: the i-th to priority i.
const std::uint64_t* changes() {
  static std::uint64_t at[kMaxDepth];
  static bool drawn = false;
  if (!drawn) {
    drawn = true;
    const auto length = static_cast<std::uint64_t>(options().length);
    for (std::int64_t i = 0; i + 1 < options().depth; ++i) at[i] = nextRandom() % length + 1;
  }
  return at;
}

Thread* byPriority(Thread* const* threads, std::uint32_t count, const Thread* running) {
  Thread* best = threads[0];
  for (std::uint32_t i = 0; i < count; ++i) {
    for (std::int64_t c = 0; c + 1 < options().depth; ++c) {
      if (threads[i] == running && changes()[c] == step) {
        threads[i]->priority = static_cast<std::uint64_t>(c);
      }
    }
    if (threads[i]->priority > best->priority) best = threads[i];
  }
  return best;
}

}  // namespace

void policyEnter(Thread* thread) {
  if (options().schedule != Schedule::Pct) return;
  changes();
  thread->priority = nextRandom() | std::uint64_t{1} << 63;
}

std::uint64_t policySteps() {
  return step;
}

Thread* policyChoose(Thread* const* threads, std::uint32_t count, const Thread* running) {
  ++step;
  switch (options().schedule) {
    case Schedule::Pct:
      return byPriority(threads, count, running);
    case Schedule::Exhaust:
      return exhaustChoose(threads, count, running);
    default:
      return threads[nextRandom() % count];
  }
}

}  // namespace robur::runtime

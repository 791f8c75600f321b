// schedule=random: at every step each thread that can run is chosen with equal probability.
#include "runtime/schedule/policy.h"

namespace robur::runtime {

namespace {

Thread* choose(Thread* const* threads, std::uint32_t count, const Thread* /*running*/) {
  return threads[nextRandom() % count];
}

}  // namespace

const SchedulePolicy kRandomPolicy = {nullptr, choose};

}  // namespace robur::runtime

#include "runtime/schedule/policy.h"

#include "runtime/options/options.h"
#include "runtime/report/report.h"

namespace robur::runtime {

namespace {

const SchedulePolicy& policyOf(Schedule schedule) {
  switch (schedule) {
    case Schedule::Pct:
      return kPctPolicy;
    case Schedule::Exhaust:
      return kExhaustPolicy;
    case Schedule::Os:
    case Schedule::Random:
      break;
  }
  return kRandomPolicy;
}

}  // namespace

const SchedulePolicy& schedulePolicy() {
  if (rt.schedule.policy == nullptr) {
    rt.schedule.policy = &policyOf(options().schedule);
    setScheduleSteps([] { return rt.schedule.steps; });
  }
  return *rt.schedule.policy;
}

// SplitMix64.
std::uint64_t nextRandom() {
  std::uint64_t& state = rt.schedule.random;
  if (state == 0) state = static_cast<std::uint64_t>(options().seed) * 2 + 1;
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace robur::runtime

// Memory orders, numbered as compilers number them in calls of the runtime.
#pragma once

#include <cstdint>

namespace robur::runtime {

enum class Order : std::uint8_t { Relaxed, Consume, Acquire, Release, AcqRel, SeqCst };

constexpr bool acquires(Order o) {
  return o == Order::Consume || o == Order::Acquire || o == Order::AcqRel || o == Order::SeqCst;
}
constexpr bool releases(Order o) {
  return o == Order::Release || o == Order::AcqRel || o == Order::SeqCst;
}

constexpr const char* nameOf(Order o) {
  constexpr const char* kNames[] = {"relaxed", "consume", "acquire",
                                    "release", "acq_rel", "seq_cst"};
  return kNames[static_cast<int>(o)];
}

}  // namespace robur::runtime

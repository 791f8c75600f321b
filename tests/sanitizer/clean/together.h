// Small programs of two threads, many in one; each comes to the right result.
#pragma once

#include <atomic>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <thread>

inline void check(bool right) {
  if (!right) std::abort();
}

inline void both(const std::function<void()>& a, const std::function<void()>& b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

inline void allOf(std::initializer_list<void (*)()> programs) {
  for (void (*const program)() : programs) program();
}

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;

// Threads with a stack of a given size, for algorithms whose recursion is as deep as their input.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace robur {

// The memory of the stack is only reserved, and used as far as the recursion goes.
class LargeStackThread {
 public:
  // Throws std::bad_alloc if so much cannot be reserved. `work` must not throw.
  LargeStackThread(std::size_t bytes, std::function<void()> work);
  // Waits for the end of the work.
  ~LargeStackThread();
  LargeStackThread(const LargeStackThread&) = delete;
  LargeStackThread& operator=(const LargeStackThread&) = delete;

 private:
  const std::function<void()> work;
  pthread_t thread{};
};

}  // namespace robur

// Threads that work on one job after another. They are kept, because a level of a breadth-first
// search is often over in less time than it takes to start one.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace robur {

class ThreadPool {
 public:
  // `size` workers; the caller is number 0.
  explicit ThreadPool(unsigned size);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned size() const { return static_cast<unsigned>(threads.size()) + 1; }
  // Every worker calls work(its number); returns when all have returned. Rethrows what one of
  // them throws.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned number);
  void attempt(unsigned number);

  std::vector<std::thread> threads;
  const std::function<void(unsigned)>* job = nullptr;
  std::atomic<unsigned> round{0};  // one more for each job
  std::atomic<unsigned> busy{0};
  std::atomic<bool> leaving{false};
  std::atomic_flag failing = ATOMIC_FLAG_INIT;
  std::exception_ptr failure;  // written by the worker that sets failing
};

}  // namespace robur

#include "support/large_stack.h"

#include <pthread.h>

#include <exception>
#include <new>

namespace robur {

namespace {

struct Job {
  const std::function<void()>& work;
  std::exception_ptr failure = {};
};

void* runJob(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void runOnLargeStack(std::size_t bytes, const std::function<void()>& work) {
  Job job{work};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread{};
  const bool started = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                       pthread_create(&thread, &attributes, runJob, &job) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) throw std::bad_alloc();
  pthread_join(thread, nullptr);
  if (job.failure) std::rethrow_exception(job.failure);
}

}  // namespace robur

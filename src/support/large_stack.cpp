#include "support/large_stack.h"

#include <new>
#include <utility>

namespace robur {

namespace {

void* runJob(void* job) noexcept {
  (*static_cast<const std::function<void()>*>(job))();
  return nullptr;
}

}  // namespace

LargeStackThread::LargeStackThread(std::size_t bytes, std::function<void()> job)
    : work(std::move(job)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  void* const argument = const_cast<std::function<void()>*>(&work);
  const bool started = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                       pthread_create(&thread, &attributes, runJob, argument) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) throw std::bad_alloc();
}

LargeStackThread::~LargeStackThread() {
  pthread_join(thread, nullptr);
}

}  // namespace robur

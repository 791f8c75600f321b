#include "prove/alarm.h"

#include <utility>

namespace robur::prove {

namespace {

constexpr std::chrono::milliseconds kAgain{10};  // between two calls

}  // namespace

Alarm::Alarm(std::function<void()> ring) : ring_(std::move(ring)) {}

Alarm::~Alarm() {
  {
    const std::lock_guard hold(lock_);
    leaving_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Alarm::set(std::chrono::steady_clock::time_point when) {
  const std::lock_guard hold(lock_);
  if (!thread_.joinable()) thread_ = std::thread([this] { serve(); });
  when_ = when;
  set_ = true;
  changed_.notify_all();
}

void Alarm::off() {
  const std::lock_guard hold(lock_);
  set_ = false;
  changed_.notify_all();
}

void Alarm::serve() {
  std::unique_lock hold(lock_);
  while (!leaving_) {
    if (!set_) {
      changed_.wait(hold, [&] { return set_ || leaving_; });
    } else if (std::chrono::steady_clock::now() < when_) {
      changed_.wait_until(hold, when_);
    } else {
      rang_ = true;
      ring_();
      when_ += kAgain;
    }
  }
}

}  // namespace robur::prove

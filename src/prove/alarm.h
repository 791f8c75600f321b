// Rings when a question takes too long, again and again, until it has been answered.
//
// Z3 has a time-out of its own, and now and then misses it: the timer may fire while the solver
// starts, and what it says then is forgotten. This one does not stop saying it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace robur::prove {

class Alarm {
 public:
  explicit Alarm(std::function<void()> ring);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  // Never rings outside of `whileSet`.
  template <class Work>
  auto whileSet(std::chrono::milliseconds patience, const Work& work) {
    set(std::chrono::steady_clock::now() + patience);
    struct Off {
      Alarm& alarm;
      ~Off() { alarm.off(); }
    } guard{*this};
    return work();
  }

  // Did it ever ring?
  bool rang() const { return rang_; }

 private:
  void set(std::chrono::steady_clock::time_point when);
  void off();
  void serve();

  std::function<void()> ring_;
  std::mutex lock_;
  std::condition_variable changed_;
  bool set_ = false;
  bool leaving_ = false;
  bool rang_ = false;  // read while it is off
  std::chrono::steady_clock::time_point when_;
  std::thread thread_;  // from the first question on
};

}  // namespace robur::prove

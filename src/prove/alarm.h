// A watchdog for solver queries: calls a function when a query takes too long, and repeats the call
// until the query ends.
//
// Z3 has a timeout of its own but sometimes misses it: if its timer fires while the solver starts,
// the interrupt is lost. This watchdog repeats the interrupt.
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

  // The function is called only during `whileSet`.
  template <class Work>
  auto whileSet(std::chrono::milliseconds patience, const Work& work) {
    set(std::chrono::steady_clock::now() + patience);
    struct Off {
      Alarm& alarm;
      ~Off() { alarm.off(); }
    } guard{*this};
    return work();
  }

  // True if the function was ever called.
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
  bool rang_ = false;  // read only while the alarm is off
  std::chrono::steady_clock::time_point when_;
  std::thread thread_;  // started by the first query
};

}  // namespace robur::prove

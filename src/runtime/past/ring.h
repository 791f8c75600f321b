// The last events of one thread, in a ring of bounded size.
//
// Its thread appends; other threads may read at the same time. A reader copies an event and then
// looks whether the ring has come round to it meanwhile, so neither waits for the other. When a
// thread has ended and its index is given to a new one, that one goes on with the ring: events of
// both may still be needed.
#pragma once

#include <atomic>

#include "runtime/past/event.h"

namespace robur::runtime {

class Ring {
 public:
  static std::size_t bytes();
  static Ring& of(ThreadIndex thread);              // made at first use
  static const Ring* existing(ThreadIndex thread);  // or null

  void append(const PastEvent& event);

  // The events with numbers from oldest() to end() - 1 can be read.
  std::uint64_t end() const { return end_.load(std::memory_order_acquire); }
  std::uint64_t oldest(std::uint64_t end) const;
  // False if it has been overwritten.
  bool read(std::uint64_t number, PastEvent& event) const;
  // The first event with at least this epoch, or `end`. What is overwritten meanwhile counts as
  // earlier.
  std::uint64_t find(Epoch epoch, std::uint64_t end) const;

  std::uint64_t lastTime() const;  // 0 if there is none
  // Of the first event ever.
  Epoch firstEpoch() const { return firstEpoch_.load(std::memory_order_relaxed); }

 private:
  struct Packed {
    std::atomic<std::uint64_t> word[3];
  };
  Packed& at(std::uint64_t number) const;

  std::atomic<std::uint64_t> end_;
  std::atomic<Epoch> firstEpoch_;
  ThreadIndex thread_;
};

}  // namespace robur::runtime

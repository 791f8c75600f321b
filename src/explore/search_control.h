// When a search ends before it is complete: limits, Ctrl-C, or because nobody needs the rest.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "explore/search.h"

namespace robur {

class SearchControl {
 public:
  explicit SearchControl(const SearchOptions& options) : options(options) {}

  bool ended() const { return stop.load(std::memory_order_relaxed); }
  void end(SearchOutcome::End why) {
    if (!stop.exchange(true)) reason = why;
  }
  // Why it ended; Complete if it did not.
  SearchOutcome::End why() const { return reason; }

  // Compares with the limits, reports progress and pauses. To be called regularly, while no
  // worker runs.
  void look(std::uint64_t states, std::uint64_t frontier, std::uint64_t bytes) {
    using End = SearchOutcome::End;
    const double elapsed = std::chrono::duration<double>(Clock::now() - started).count();
    if (options.interrupted && options.interrupted->load(std::memory_order_relaxed)) {
      end(End::Interrupted);
    }
    if (options.abandoned && options.abandoned->load(std::memory_order_relaxed)) {
      end(End::Abandoned);
    }
    if (options.seconds > 0 && elapsed > options.seconds) end(End::Time);
    if (options.maxStates > 0 && states > options.maxStates) end(End::States);
    if (states > kMostStates) end(End::States);
    if (options.maxBytes > 0 && bytes > options.maxBytes) end(End::Memory);
    if (elapsed - lastPause <= kSecondsBetweenPauses) return;
    lastPause = elapsed;
    if (options.progress) options.progress(states, frontier, bytes);
    if (options.onPause && !ended() && !options.onPause()) end(End::Abandoned);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kMostStates = 0xf0000000u;
  static constexpr double kSecondsBetweenPauses = 0.2;

  const SearchOptions& options;
  Clock::time_point started = Clock::now();
  double lastPause = 0;
  std::atomic<bool> stop{false};
  SearchOutcome::End reason = SearchOutcome::End::Complete;
};

}  // namespace robur

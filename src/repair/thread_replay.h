// Executes one thread of a program along a path of another, weaker or stronger variant of it.
//
// What the thread reads is given by the events of the path. Fences are taken as they come.
#pragma once

#include <optional>
#include <vector>

#include "repair/bad_execution.h"
#include "semantics/machine.h"

namespace robur {

// An event of the replayed thread: an access of the path, a fence, or a read of a thread that
// waits.
struct ReplayedEvent {
  Event event;
  EventId was = kNoEvent;  // the access of the path
};

class ThreadReplay {
 public:
  // `graph` is that of the execution to which the path belongs.
  ThreadReplay(const Machine& machine, ModelName model, const ExecutionGraph& graph);

  // The events of the thread; nothing if it cannot follow the path to its end.
  std::optional<std::vector<ReplayedEvent>> run(unsigned thread, const ThreadPath& path);

 private:
  enum class Step : std::uint8_t { Made, Ended, Impossible };

  Step step(const ThreadPath& path);
  Step choose(const ThreadPath& path, std::uint64_t alternatives);
  Step access(const ThreadPath& path);
  bool waitsForever();
  Step afterFault(const ThreadPath& path) const;
  // Takes the pending access with this value in its cell.
  std::optional<Event> take(std::int64_t value, Fault& fault);
  void fence();
  std::int64_t lastValue(std::uint32_t cell) const;
  std::vector<std::int64_t> threadState() const;

  static constexpr unsigned kMostSteps = 1'000'000;  // local ones in a row
  static constexpr unsigned kMostRounds = 64;        // accesses of a thread that waits

  const Machine& machine;
  const ModelName model;
  const ExecutionGraph& graph;
  std::vector<std::int64_t> state;
  unsigned t = 0;
  std::size_t next = 0;  // step of the path
  std::vector<ReplayedEvent> events;
};

}  // namespace robur

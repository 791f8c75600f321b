// Every execution graph of a program under a memory model, each exactly once, with nothing stored.
//
// The algorithm is TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis 2022). A graph grows by
// one event at a time: a read tries every write that it may read from, a write every position in
// modification order. A read that was added before a write it could also read from is *revisited*
// when that write is added: what came after the read, and is not in the write's past, is removed,
// and the read reads from the write. To reach every graph by one path only, a revisit is made only
// if everything that it removes is *maximal*: just what would have been added on top of what was
// there before. The models must allow every maximal addition (admission.h) and contain the prefixes
// of their graphs.
//
// A wait that its source does not end is an event too, Kind::Blocked, the last one of its thread.
// Only the last write to the cell is tried as its source, when it is added and when a write
// revisits it. Any other source is of no use: what is in the graph when the event gets its source
// stays there as long as the event has it, so the source never becomes the last write. But a thread
// waits forever only if the last write does not end its wait, and a revisit removes or changes a
// blocked event only if that is maximal.
//
// A choice of the program is an event, with alternative 0 as the maximal one. Plain memory needs
// neither branches nor revisits where races are errors: until the first race each read has one
// possible source, the write that happens before it last, and a race ends the branch with a report.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "executions/live_graph.h"
#include "executions/thread_stepper.h"
#include "program/model_name.h"
#include "semantics/machine.h"

namespace robur::executions {

// What the enumeration meets. A return value of true is a finding, which ends it.
//
// Several workers have a visitor each, forked from the one that is given, so that no call needs a
// lock. A finding ends only what one worker would have visited after it; the finding that counts is
// the one that one worker would have met first. So it depends neither on the number of workers nor
// on their speed, unless a limit or `stop` ends the enumeration before everything that precedes the
// finding has been visited.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // No thread can go on: each has ended, stopped or waits.
  virtual bool onFinal(const LiveGraph& g) = 0;
  // The last event of this thread faults, or is followed by a local step that does.
  virtual bool onFault(const LiveGraph& g, EventRef last) = 0;
  // The last event of its thread is a plain access that races with an earlier one.
  virtual bool onRace(const LiveGraph& g, EventRef first, EventRef second) = 0;

  // A visitor for one worker, which sees a part of the graphs. Null: the visitor cannot be divided,
  // and one worker visits all graphs.
  virtual std::unique_ptr<Visitor> fork() const { return nullptr; }
  // Takes over what a fork has seen, at the end, in the thread that called enumerate(). `found`:
  // its last finding is the one that counts. Otherwise it has none that does.
  virtual void merge(Visitor& /*fork*/, bool /*found*/) {}
};

struct Enumeration {
  // Of several reasons the first; a finding (Visitor) comes before all others.
  enum class End : std::uint8_t { Complete, Stopped, Graphs, Visitor, Cut, Depth };
  End end = End::Complete;
  bool cut = false;           // some thread was Cut: nothing is known beyond
  EventRef cutAt = kInitial;  // with the smallest thread and pc, of those that were met
  Pc cutPc = 0;
  std::uint64_t finals = 0;  // graphs given to onFinal
  std::uint64_t steps = 0;   // events added
  std::uint64_t peakBytes = 0;
  // About how many graphs will have been given to onFinal in the end (subtree_sizes.h); exact if
  // the enumeration is complete.
  double expectedFinals = 0;
};

struct EnumerationOptions {
  Observed observed = {};
  // With model Sc: fences and plain memory are as in this model.
  std::optional<ModelName> eventsOf = {};
  // How many rounds without effect a thread makes before it stops (thread_stepper.h).
  unsigned idleRounds = 0;
  std::uint32_t rounds = 0;     // how often a thread may come back to a loop head; 0: no limit
  std::uint64_t maxGraphs = 0;  // final ones; 0: no limit
  bool endWhenCut = false;      // end at the first thread that is Cut
  // Of a complete enumeration, neither the graphs visited nor the counts depend on it.
  unsigned workers = 1;
  // Parts of the search that are expected to take fewer steps, which is some hundred microseconds,
  // are not worth giving to another worker.
  std::uint64_t smallestPart = 1000;
  std::uint64_t stepsBetweenReports = 4096;  // to the other workers and to `stop`
  bool estimateAlways = false;               // at every report, not only a few times a second
  // Shown the work so far now and then, by one thread at a time: true ends the enumeration.
  std::function<bool(const Enumeration& soFar)> stop = {};
};

// The machine must be that of a valid program. The recursion is as deep as graphs are large, up to
// kMostDepth levels, so each worker is a thread with a stack of its own.
inline constexpr std::uint32_t kMostDepth = 500000;
Enumeration enumerate(const Machine& machine, ModelName model, const EnumerationOptions& options,
                      Visitor& visitor);

}  // namespace robur::executions

// A random SC run, observed by the clocks and recorded as an execution graph.
#pragma once

#include <memory>
#include <vector>

#include "generators/rng.h"
#include "runtime/clocks/rules.h"
#include "runtime/shadow/race.h"
#include "unit/runtime/access.h"
#include "unit/runtime/location_clocks.h"

namespace robur::testing {

struct TraceOptions {
  std::uint32_t threads = 3;
  std::uint32_t cells = 3;  // atomic ones, besides one that is a mutex
  std::uint32_t plain = 0;  // that are not atomic
  std::uint32_t apart = 1;  // distance of thread indices; clocks are joined in lanes of 4
  bool scFences = true;
  unsigned fences = 15;  // percent of the steps
  bool scAccesses = false;
  unsigned scShare = 40;           // percent of the accesses
  std::uint32_t replacements = 0;  // threads that may end, be joined and be followed by another
  ModelName model = ModelName::Rc20;
};

// An atomic that is at no address, with clocks that may have to grow.
struct EndOfLocation {
  void operator()(runtime::LocationClocks* location) const;
};
using Location = std::unique_ptr<runtime::LocationClocks, EndOfLocation>;
Location newLocation(std::uint32_t width = runtime::kNarrowest);

class Trace {
 public:
  Trace(Rng& rng, const TraceOptions& options);
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  Access randomAccess() {
    return randomAccess(rng_.below(threads_.size()), rng_.below(cells_.size()));
  }
  Access randomAccess(std::uint32_t thread, std::uint32_t cell);
  void randomFence() { randomFence(rng_.below(threads_.size())); }
  void randomFence(std::uint32_t thread);
  void lockOrUnlock();
  // A thread ends, another joins it and creates a new one, which has the same index.
  void replaceThread();

  bool reported(const Access& a) const;  // by the clocks
  bool unjudged(const Access& a) const;  // RC11: what decides it has been forgotten
  bool reportedByLocationClocks(const Access& a) const { return paper_.reports(a); }
  bool violation(const Access& a) const;  // by the axioms
  void perform(const Access& a);          // unless it would block
  // Whether it is a read that would change nothing in the clocks.
  bool nothingToLearn(const Access& a) const;

  // An access to plain memory; returns whether it is a race by the clocks.
  bool plainAccess(std::uint32_t thread, std::uint32_t plain, bool write);
  bool raced() const;  // whether there is a race by the axioms

 private:
  runtime::Verdict verdict(const Access& a) const;
  std::int64_t value(std::uint32_t cell) const;
  ThreadId idOf(std::uint32_t thread) const { return ThreadId{ids_[thread]}; }
  Access inGraph(Access a) const;
  void handOver(ThreadId from, ThreadId to);  // through a cell of its own, in the graph
  void beginRecordingIf(bool sc);

  Rng& rng_;
  TraceOptions options_;
  ModelName model_;
  Program frame_;
  ExecutionGraph graph_;
  std::vector<runtime::ThreadClocks> threads_;
  std::vector<std::uint32_t> ids_;  // the threads of the graph that have their indices now
  std::uint32_t idsUsed_;
  std::uint32_t handOvers_ = 0;
  std::vector<Location> cells_;
  runtime::SyncClocks scFences_;
  runtime::SyncClocks mutex_;
  LocationClockMonitor paper_;
  std::int64_t holder_ = -1;
  std::vector<std::uint64_t> memory_;  // whose addresses stand for the plain cells
};

}  // namespace robur::testing

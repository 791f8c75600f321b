// One worker of the enumeration: explores parts of the search tree (enumerate.h has the algorithm).
//
// A graph grows in place, and every step is taken back; only a backward revisit copies it. The copy
// is self-contained, and so is a copy of the graph before any other alternative: each can be given
// to another worker (work_share.h).
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "executions/admission.h"
#include "executions/alternatives.h"
#include "executions/enumerate.h"
#include "executions/progress.h"
#include "executions/thread_stepper.h"
#include "executions/work_share.h"

namespace robur::executions {

// What all workers of an enumeration have in common.
struct Enumerating {
  Enumerating(const Machine& machine, ModelName model, const EnumerationOptions& options)
      : machine(machine),
        model(model),
        options(options),
        share(options.workers),
        progress(options, share) {}

  const Machine& machine;
  const ModelName model;
  const EnumerationOptions& options;
  WorkShare share;
  ProgressSum progress;
  std::atomic<std::uint64_t> limitedFinals{0};  // if their number is limited
};

class Enumerator {
 public:
  Enumerator(Enumerating& common, unsigned number, Visitor& visitor);

  // Explores parts until none is left.
  void work();

 private:
  void explore(Part& part);
  void start(LiveGraph& g);
  void stopHere();
  void end(Enumeration::End why);
  void endAll(Enumeration::End why);
  std::optional<std::uint32_t> next(const LiveGraph& g);
  bool endsWait(const LiveGraph& g, EventRef last);
  void look(const LiveGraph& g, EventRef e);
  void continueFrom(LiveGraph& g, EventRef e);
  bool isWanted(Step step, std::size_t events) const;
  bool giveAway(const LiveGraph& g, EventRef e, Part::Entry entry);
  void visit(LiveGraph& g);
  void finish(const LiveGraph& g);
  void report(const LiveGraph& g);

  void choose(LiveGraph& g, std::uint32_t t);
  void fence(LiveGraph& g, std::uint32_t t, Order order);
  void readFence(LiveGraph& g, EventRef e, EventRef source);
  void store(LiveGraph& g, std::uint32_t t);
  void read(LiveGraph& g, std::uint32_t t);
  void readDone(LiveGraph& g, EventRef e, std::uint32_t p);
  void addWrite(LiveGraph& g, EventRef e);
  std::uint32_t floorOfWrite(const LiveGraph& g, EventRef e) const;
  template <class Then>
  void forEachPosition(LiveGraph& g, EventRef e, std::uint32_t floor, Alternatives& alternatives,
                       const Then& then);

  // revisits.cpp
  void findRevisits(const LiveGraph& g, EventRef e);
  bool isMaximal(const LiveGraph& g, EventRef f, const std::uint16_t* past);
  void revisit(const LiveGraph& g, EventRef e, const Explored::Revisit& revisit);
  void readAgain(LiveGraph& h, const Part& part);

  // plain_memory.cpp
  void readPlain(LiveGraph& g, EventRef e);
  void writePlain(LiveGraph& g, EventRef e);
  void race(const LiveGraph& g, EventRef first, EventRef second);

  std::unique_ptr<LiveGraph> take();
  void give(std::unique_ptr<LiveGraph> graph) { spare.push_back(std::move(graph)); }

  Enumerating& common;
  const unsigned number;
  const Machine& machine;
  const EnumerationOptions& options;
  Visitor& visitor;
  Admission admission;
  ThreadStepper stepper;
  const double smallestPart;
  std::uint64_t nextReport;                       // after so many steps
  std::vector<std::unique_ptr<LiveGraph>> spare;  // used again, so that they are allocated once
  std::uint64_t made = 0;                         // graphs
  std::uint64_t bytes = 0;                        // of all of them, at most

  WorkShare::Place* place = nullptr;  // of the part that is being explored
  bool ended = false;
  std::uint32_t depth = 0;
  Explored explored;
};

inline EventRef before(EventRef e) {
  return {e.thread, static_cast<std::uint16_t>(e.index - 1)};
}

// Calls `then` with the write at each position in modification order that the model allows.
template <class Then>
void Enumerator::forEachPosition(LiveGraph& g, EventRef e, std::uint32_t floor,
                                 Alternatives& alternatives, const Then& then) {
  const std::uint32_t cell = g[e].cell;
  const auto reads = [&](std::uint32_t p, EventRef source) {  // an update at p, from this source
    const LiveEvent& at = g[g.writeAt(cell, p)];
    return at.kind == Kind::Update && at.source == source;
  };
  const auto tryAt = [&](std::uint32_t p) {
    g.place(e, p);
    if (p == g.lastPosition(cell) || admission.admits(g, e)) then(p);
    g.unplace(cell, p);
  };
  if (g[e].kind == Kind::Update) {
    const std::uint32_t p = g.positionOf(g[e].source) + 1;
    const bool taken = p <= g.lastPosition(cell) && reads(p, g[e].source);
    alternatives.begin();
    if (!taken) tryAt(p);
    alternatives.end();
    return;
  }
  for (std::uint32_t p = g.lastPosition(cell) + 1; p > floor && !ended; --p) {
    const bool splits = p <= g.lastPosition(cell) && reads(p, g.writeAt(cell, p - 1));
    alternatives.begin();
    if (!splits) tryAt(p);
    alternatives.end();
  }
}

}  // namespace robur::executions

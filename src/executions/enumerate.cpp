#include "executions/enumerate.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "executions/admission.h"
#include "executions/pending_writes.h"

namespace robur::executions {

namespace {

constexpr std::uint64_t kStepsBetweenStops = 4096;

bool isAwait(Instr::Op op) {
  return op == Instr::Op::Wait || op == Instr::Op::Bcas;
}

EventRef before(EventRef e) {
  return {e.thread, static_cast<std::uint16_t>(e.index - 1)};
}

class Enumerator {
 public:
  Enumerator(const Machine& machine, ModelName model, const EnumerationOptions& options,
             Visitor& visitor)
      : machine(machine),
        options(options),
        visitor(visitor),
        admission(model),
        stepper(machine, observedIn(machine, options)),
        pendingWrites(machine) {}

  Enumeration run() {
    LiveGraph g(machine, admission.clockKinds());
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) stepper.start(g, t);
    for (std::uint32_t t = 0; t < g.threadCount() && !ended; ++t) look(g, g.lastOf(t));
    if (!ended) visit(g);
    out.peakBytes = bytes;
    return out;
  }

 private:
  static Observed observedIn(const Machine& machine, const EnumerationOptions& options) {
    return options.observed.empty() ? Observed(machine.threadCount()) : options.observed;
  }

  void end(Enumeration::End why) {
    ended = true;
    out.end = why;
  }

  // The thread to step next: any deterministic choice is correct. Waits come last, because by then
  // the writes that end them are often there.
  std::optional<std::uint32_t> next(const LiveGraph& g) const {
    std::optional<std::uint32_t> waiting;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const EventRef last = g.lastOf(t);
      if (g[last].status != Status::Ready) continue;
      if (!isAwait(stepper.instrAfter(g, last).op)) return t;
      if (!waiting) waiting = t;
    }
    return waiting;
  }

  // Reports what the event led to.
  void look(const LiveGraph& g, EventRef e) {
    const LiveEvent& event = g[e];
    if (event.status == Status::Faulted && visitor.onFault(g, e)) end(Enumeration::End::Visitor);
    if (event.status == Status::Cut && !out.cut) {
      out.cut = true;
      out.cutAt = e;
      out.cutPc = event.next;
      if (options.endWhenCut) end(Enumeration::End::Cut);
    }
  }

  // Everything that follows a graph to which the event has been added.
  void continueFrom(LiveGraph& g, EventRef e) {
    look(g, e);
    if (!ended) visit(g);
  }

  void visit(LiveGraph& g) {
    if (++out.steps % kStepsBetweenStops == 0 && options.stop) {
      out.peakBytes = bytes;
      if (options.stop(out)) return end(Enumeration::End::Stopped);
    }
    const std::optional<std::uint32_t> t = next(g);
    if (!t) return finish(g);
    if (depth == kMostDepth) return end(Enumeration::End::Depth);
    ++depth;
    const EventRef last = g.lastOf(*t);
    const CompiledInstr& in = stepper.instrAfter(g, last);
    const std::uint32_t stamp = g.stamp;
    if (in.op == Instr::Op::Choose || in.op == Instr::Op::Havoc) {
      choose(g, *t);
    } else if (in.op == Instr::Op::Fence) {
      fence(g, *t, in.order);
    } else if (in.op == Instr::Op::Store) {
      store(g, *t);
    } else {
      read(g, *t, in.op);
    }
    g.stamp = stamp;
    --depth;
  }

  void finish(const LiveGraph& g) {
    ++out.finals;
    if (visitor.onFinal(g)) return end(Enumeration::End::Visitor);
    if (options.maxGraphs != 0 && out.finals >= options.maxGraphs) end(Enumeration::End::Graphs);
  }

  void choose(LiveGraph& g, std::uint32_t t) {
    const std::uint64_t alternatives = stepper.alternatives(g, g.lastOf(t));
    const EventRef e = g.append(t);
    for (std::uint64_t a = 0; a < alternatives && !ended; ++a) {
      stepper.choose(g, e, a);
      continueFrom(g, e);
    }
    g.removeLast(t);
  }

  void fence(LiveGraph& g, std::uint32_t t, Order order) {
    const EventRef e = g.append(t);
    LiveEvent& event = g[e];
    event.next = event.pc;
    if (order == Order::Sc && admission.fenceIsUpdate()) {
      event.kind = Kind::Update;
      event.scFence = true;
      event.order = Order::AcqRel;
      event.cell = g.fenceCell();
      for (std::uint32_t p = g.lastPosition(event.cell) + 1; p-- > 0 && !ended;) {
        readFence(g, e, g.writeAt(g.fenceCell(), p));
        readDone(g, e, p);
      }
    } else {
      event.kind = Kind::Fence;
      event.order = order;
      admission.setClocks(g, e);
      stepper.fence(g, e);
      continueFrom(g, e);
    }
    g.removeLast(t);
  }

  // An SC fence that is an update reads from another one.
  void readFence(LiveGraph& g, EventRef e, EventRef source) {
    LiveEvent& event = g[e];
    event.source = source;
    event.writeStamp = 0;
    stepper.fence(g, e);
    admission.setClocks(g, e);
  }

  void store(LiveGraph& g, std::uint32_t t) {
    const EventRef e = g.append(t);
    stepper.store(g, e);
    LiveEvent& event = g[e];
    event.plain = admission.racesAreErrors() && event.order == Order::NonAtomic;
    admission.setClocks(g, e);
    if (event.plain) {
      writePlain(g, e);
    } else {
      addWrite(g, e);
    }
    g.removeLast(t);
  }

  void read(LiveGraph& g, std::uint32_t t, Instr::Op op) {
    const EventRef last = g.lastOf(t);
    const std::uint32_t cell = stepper.cellAfter(g, last);
    const std::uint32_t floor = admission.floor(g, last, cell);
    const bool plain = admission.racesAreErrors() && !machine.cellAtomic(cell);
    const EventRef e = g.append(t);
    g[e].cell = cell;
    g[e].plain = plain;
    for (std::uint32_t p = g.lastPosition(cell) + 1; p-- > floor && !ended;) {
      const EventRef source = g.writeAt(cell, p);
      if (!stepper.readFrom(g, e, source, g.valueOf(cell, source))) continue;
      admission.setClocks(g, e);
      if (plain) {
        readPlain(g, e);
        break;
      }
      readDone(g, e, p);
    }
    if (!ended && isAwait(op) && mayStay(g, e, cell)) {
      g.resetClocks(e);
      g[e].source = kInitial;
      stepper.block(g, e, cell);
      visit(g);
    }
    g.removeLast(t);
  }

  // Is it worth looking at graphs in which the wait stays blocked? Only if the last write does not
  // end it, or if another thread may still write a value that does not.
  bool mayStay(const LiveGraph& g, EventRef e, std::uint32_t cell) {
    const auto passes = [&](std::int64_t value) {
      return stepper.passes(g, before(e), cell, value);
    };
    if (!options.pruneBlocked || !passes(g.valueOf(cell, g.lastWrite(cell)))) return true;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      if (t == e.thread) continue;
      const LiveEvent& last = g[g.lastOf(t)];
      const bool goesOn = last.status == Status::Ready || last.status == Status::Blocked ||
                          last.status == Status::Spinning;
      if (goesOn && pendingWrites.mayWrite(t, last.next, cell,
                                           [&](std::int64_t value) { return !passes(value); })) {
        return true;
      }
    }
    return false;
  }

  // The event reads from position p. Goes on if the model allows that.
  void readDone(LiveGraph& g, EventRef e, std::uint32_t p) {
    if (p != g.lastPosition(g[e].cell) && !admission.admits(g, e)) return;
    if (g[e].kind == Kind::Update) {
      addWrite(g, e);
    } else {
      continueFrom(g, e);
    }
  }

  // The event is in the graph, its write is not.
  void addWrite(LiveGraph& g, EventRef e) {
    const std::uint32_t stamp = g.stamp;
    g[e].writeStamp = g.stamp++;
    forEachPosition(g, e, [&](std::uint32_t) { continueFrom(g, e); });
    if (!ended) revisit(g, e);
    g[e].writeStamp = 0;
    g.stamp = stamp;
  }

  // Calls `then` with the write at each position in modification order that the model allows.
  template <class Then>
  void forEachPosition(LiveGraph& g, EventRef e, const Then& then) {
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
      const std::uint32_t p = g.positionOf(cell, g[e].source) + 1;
      const bool taken = p <= g.lastPosition(cell) && reads(p, g[e].source);
      if (!taken) tryAt(p);
      return;
    }
    const std::uint32_t floor = admission.floor(g, before(e), cell);
    for (std::uint32_t p = g.lastPosition(cell) + 1; p > floor && !ended; --p) {
      const bool splits = p <= g.lastPosition(cell) && reads(p, g.writeAt(cell, p - 1));
      if (!splits) tryAt(p);
    }
  }

  // Offers the write, which is not in modification order now, to reads that came before it.
  void revisit(LiveGraph& g, EventRef e) {
    const LiveEvent write = g[e];
    const std::uint16_t* const past = g.past(e);
    for (std::size_t j = g.trail.size(); j-- > 0 && !ended;) {
      const EventRef f = g.trail[j];
      if (LiveGraph::knows(past, f)) continue;
      if (!isMaximal(g, f, past)) return;
      const LiveEvent& event = g[f];
      const bool mayRead = reads(event) || event.kind == Kind::Blocked;
      if (!mayRead || event.plain || event.cell != write.cell) continue;
      if (!event.scFence && !stepper.passes(g, before(f), write.cell, write.written)) continue;
      revisitRead(g, e, f);
    }
  }

  void revisitRead(const LiveGraph& g, EventRef e, EventRef f) {
    std::unique_ptr<LiveGraph> copy = take();
    LiveGraph& h = *copy;
    h.restrict(g, f, g.past(e));
    const std::uint32_t cell = g[e].cell;
    const std::uint32_t oldStamp = g[f].stamp;
    const bool isFence = g[f].scFence;
    forEachPosition(h, e, [&](std::uint32_t p) {
      if (p < admission.floor(h, before(f), cell)) return;
      look(h, e);  // it may have been inconsistent with what was removed
      if (ended) return;
      const EventRef again = h.appendAgain(f.thread, oldStamp);
      const std::uint32_t stamp = h.stamp;
      LiveEvent& event = h[again];
      event.cell = cell;
      if (isFence) {
        event.kind = Kind::Update;
        event.scFence = true;
        event.order = Order::AcqRel;
        event.next = event.pc;
        readFence(h, again, e);
      } else {
        stepper.readFrom(h, again, e, g[e].written);
        admission.setClocks(h, again);
      }
      readDone(h, again, p);
      h.stamp = stamp;
      h.removeAgain(f.thread);
    });
    give(std::move(copy));
  }

  // Would the event, added now on top of what was there before it and of `past`, be just what it
  // is?
  bool isMaximal(const LiveGraph& g, EventRef f, const std::uint16_t* past) {
    const LiveEvent& event = g[f];
    if (event.plain || event.kind == Kind::Fence) return true;
    if (event.kind == Kind::Choice) return event.read == 0;
    const auto top = [&](std::uint32_t stamp) {
      for (std::uint32_t p = g.lastPosition(event.cell); p > 0; --p) {
        const EventRef w = g.writeAt(event.cell, p);
        if (g[w].writeStamp <= stamp || LiveGraph::knows(past, w)) return w;
      }
      return kInitial;
    };
    if (event.kind == Kind::Blocked) {
      const std::int64_t value = g.valueOf(event.cell, top(event.stamp));
      return !stepper.passes(g, before(f), event.cell, value);
    }
    if (reads(event) && !(event.source == top(event.stamp))) return false;
    if (event.kind == Kind::Read) return true;
    if (!(top(event.writeStamp) == f)) return false;
    for (const EventRef q : g.trail) {
      const LiveEvent& reader = g[q];
      if (reads(reader) && reader.source == f && reader.cell == event.cell &&
          (reader.stamp <= event.writeStamp || LiveGraph::knows(past, q))) {
        return false;
      }
    }
    return true;
  }

  // Plain memory where races are errors. Clocks show whether what came before is ordered.
  void readPlain(LiveGraph& g, EventRef e) {
    const EventRef source = g[e].source;
    if (source != kInitial && !LiveGraph::knows(g.happens(e), source)) return race(g, source, e);
    continueFrom(g, e);
  }

  void writePlain(LiveGraph& g, EventRef e) {
    const std::uint32_t cell = g[e].cell;
    const std::optional<EventRef> raced = unorderedWith(g, e);
    const std::uint32_t stamp = g.stamp;
    g[e].writeStamp = g.stamp++;
    const std::uint32_t p = g.lastPosition(cell) + 1;
    g.place(e, p);
    raced ? race(g, *raced, e) : continueFrom(g, e);
    g.unplace(cell, p);
    g.stamp = stamp;
  }

  // An access to the cell of a plain write that does not happen before it.
  static std::optional<EventRef> unorderedWith(const LiveGraph& g, EventRef e) {
    const std::uint32_t cell = g[e].cell;
    const EventRef lastWrite = g.lastWrite(cell);
    const std::uint16_t* const known = g.happens(e);
    if (lastWrite != kInitial && !LiveGraph::knows(known, lastWrite)) return lastWrite;
    // Reads of earlier writes happen before the last one.
    for (const EventRef q : g.trail) {
      const LiveEvent& reader = g[q];
      if (reads(reader) && reader.cell == cell && reader.source == lastWrite &&
          !LiveGraph::knows(known, q)) {
        return q;
      }
    }
    return std::nullopt;
  }

  void race(const LiveGraph& g, EventRef first, EventRef second) {
    if (visitor.onRace(g, first, second)) end(Enumeration::End::Visitor);
  }

  // Graphs for revisits are used again, so that they are allocated once.
  std::unique_ptr<LiveGraph> take() {
    if (spare.empty()) {
      spare.push_back(std::make_unique<LiveGraph>(machine, admission.clockKinds()));
      ++made;
    }
    std::unique_ptr<LiveGraph> out = std::move(spare.back());
    spare.pop_back();
    return out;
  }
  void give(std::unique_ptr<LiveGraph> graph) {
    bytes = std::max(bytes, made * graph->bytes());
    spare.push_back(std::move(graph));
  }

  const Machine& machine;
  const EnumerationOptions& options;
  Visitor& visitor;
  Admission admission;
  ThreadStepper stepper;
  const PendingWrites pendingWrites;
  std::vector<std::unique_ptr<LiveGraph>> spare;
  std::uint64_t made = 1;
  std::uint64_t bytes = 0;
  bool ended = false;
  std::uint32_t depth = 0;
  Enumeration out;
};

}  // namespace

Enumeration enumerate(const Machine& machine, ModelName model, const EnumerationOptions& options,
                      Visitor& visitor) {
  return Enumerator(machine, model, options, visitor).run();
}

}  // namespace robur::executions

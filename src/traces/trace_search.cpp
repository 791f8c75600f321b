#include "traces/trace_search.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "program/model_info.h"
#include "traces/replay.h"
#include "traces/sc_trace.h"
#include "traces/stale_access.h"

namespace robur::traces {

namespace {

using executions::Enumeration;
using executions::EnumerationOptions;
using executions::Status;
using executions::ThreadStepper;
using executions::Visitor;

constexpr unsigned kIdleRounds = 2;

class TraceVisitor : public Visitor {
 public:
  TraceVisitor(const Machine& machine, const TraceSearchOptions& options,
               const OnSuspect& onSuspect)
      : machine(machine), onSuspect(onSuspect), trace(machine) {
    if (options.watch && !infoOf(options.model).isReference()) {
      accesses.emplace(machine, options.model, options.scEvents);
    }
  }

  bool onFinal(const LiveGraph& g) override {
    noteBlocked(g);
    if (!accesses) return false;
    trace.assign(g);
    const auto wanted = [&](EventRef e, Deviation deviation) {
      // One access that only the order of sc accesses forbids is enough to be unsure.
      if (deviation == Deviation::Sequential && sequential) return false;
      sequential = sequential || deviation == Deviation::Sequential;
      return tell(suspectAt(Suspect::Kind::Stale, trace.past(poPredecessor(e)), e.thread));
    };
    return accesses->find(trace, wanted).has_value();
  }

  bool onFault(const LiveGraph& g, EventRef last) override {
    const LiveEvent& event = g[last];
    if (!faults.emplace(last.thread, event.next, event.fault).second) return false;
    trace.assign(g);
    Suspect suspect = suspectAt(Suspect::Kind::Fault, trace.past(last), last.thread);
    suspect.pc = event.next;
    suspect.fault = event.fault;
    return tell(suspect);
  }

  bool onRace(const LiveGraph& g, EventRef first, EventRef second) override {
    trace.assign(g);
    std::vector<std::uint16_t> past(trace.past(first), trace.past(first) + trace.clockSize());
    const std::uint16_t* const own = trace.past(poPredecessor(second));
    for (std::size_t i = 0; i < past.size(); ++i) past[i] = std::max(past[i], own[i]);
    return tell(suspectAt(Suspect::Kind::Race, past.data(), second.thread));
  }

  std::uint64_t judged() const { return accesses ? accesses->judged() : 0; }
  std::vector<Blocked> blocked() const {
    std::vector<Blocked> out;
    for (const auto& [t, pc] : blockedAt) out.push_back({t, pc});
    return out;
  }

 private:
  // The run of a past, and the next step of the thread.
  Suspect suspectAt(Suspect::Kind kind, const std::uint16_t* past, unsigned thread) const {
    Replayed replayed = replay(machine, trace, past, thread);
    Suspect suspect;
    suspect.kind = kind;
    suspect.thread = suspect.other = thread;
    suspect.run = std::move(replayed.run);
    suspect.state = std::move(replayed.state);
    suspect.action = machine.pending(suspect.state.data(), thread);
    const Pc pc = machine.pc(suspect.state.data(), thread);
    suspect.pc = suspect.otherPc = machine.thread(thread).instrs[pc].source;
    suspect.otherAction = suspect.action;
    return suspect;
  }

  bool tell(const Suspect& suspect) { return onSuspect(suspect); }

  // If the graph is that of a run that cannot go on: the threads that wait.
  void noteBlocked(const LiveGraph& g) {
    std::vector<std::pair<unsigned, Pc>> waiting;
    for (std::uint32_t t = 0; t < g.threadCount(); ++t) {
      const LiveEvent& event = g[g.lastOf(t)];
      if (event.status == Status::Spinning || event.status == Status::Cut) return;
      if (event.status != Status::Blocked) continue;
      if (!(event.source == g.lastWrite(event.cell))) return;
      waiting.emplace_back(t, event.pc);
    }
    blockedAt.insert(waiting.begin(), waiting.end());
  }

  const Machine& machine;
  const OnSuspect& onSuspect;
  ScTrace trace;
  std::optional<StaleAccesses> accesses;
  bool sequential = false;  // an access has been found that only sc accesses forbid
  std::set<std::tuple<unsigned, Pc, Fault>> faults;
  std::set<std::pair<unsigned, Pc>> blockedAt;
};

std::string whyCut(const Machine& machine, const Enumeration& enumeration) {
  const Program& program = machine.program();
  const ThreadId thread{enumeration.cutAt.thread};
  const Span span = program.codeOf(thread).instrs[enumeration.cutPc].span;
  return fmt::format(
      "thread {} can make more than {} steps{}, and graphs decide only programs whose runs end",
      program[thread].name, ThreadStepper::kMostEvents,
      span.known() ? fmt::format(" (at line {})", span.line) : "");
}

}  // namespace

TraceSearch searchTraces(const Machine& machine, const TraceSearchOptions& options,
                         const OnSuspect& onSuspect) {
  using End = SearchOutcome::End;
  TraceSearch out;
  TraceVisitor visitor(machine, options, onSuspect);
  EnumerationOptions enumerating;
  if (options.fencesOrder) enumerating.eventsOf = options.model;
  enumerating.idleRounds = kIdleRounds;
  enumerating.maxGraphs = options.maxGraphs;
  enumerating.endWhenCut = true;
  enumerating.stop = [&](const Enumeration& soFar) {
    if (options.stop) out.end = options.stop(soFar);
    return out.end != End::Complete;
  };
  out.enumeration = enumerate(machine, ModelName::Sc, enumerating, visitor);
  switch (out.enumeration.end) {
    case Enumeration::End::Visitor:
      out.end = End::Stopped;
      break;
    case Enumeration::End::Graphs:
      out.end = End::States;
      break;
    case Enumeration::End::Depth:
      out.cut = "the graphs are too large";
      break;
    case Enumeration::End::Complete:
    case Enumeration::End::Stopped:
    case Enumeration::End::Cut:
      break;
  }
  if (out.enumeration.cut) out.cut = whyCut(machine, out.enumeration);
  out.judged = visitor.judged();
  out.blocked = visitor.blocked();
  return out;
}

}  // namespace robur::traces

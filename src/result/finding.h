// One violation and the evidence for it: which property fails, where, and an execution graph that
// shows it. check and verify fill findings, the judge in src/graph has accepted their graphs, and
// src/report turns them into text, JSON and drawings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/axioms.h"
#include "graph/execution_graph.h"
#include "program/program.h"

namespace robur {

enum class Property : std::uint8_t {
  Robustness,  // an access deviates from SC
  Assertion,   // an assert fails under SC
  Race,        // a data race on a plain location
  Overflow,    // a value outside the declared range of its destination
  Bounds,      // an index outside its array, a pointer outside memory
  DivisionByZero,
  MixedAccess,  // an atomic access to a plain cell through a pointer, or the reverse
  Hang,         // a thread waits forever, and all others have ended or wait too
  Outcome,      // the run ends in a state in which no SC run ends
  Unsupported,  // a run reaches what the frontend cannot express
};

// A thread stops at a fault. A failed assertion is meant to stop it; after any other fault it is
// not defined what the thread does, so that nothing is known of the runs that go on from there.
constexpr bool leavesRunsOpen(Property property) {
  return property == Property::Overflow || property == Property::Bounds ||
         property == Property::DivisionByZero || property == Property::MixedAccess ||
         property == Property::Unsupported;
}

// The evidence for a finding. The graph is that of the SC run; for Robustness its last event is
// the offender, added where SC would not allow it.
struct Witness {
  ExecutionGraph graph;
  std::vector<EventId> run;      // every event that is not initial, in the order of the run
  std::vector<CycleEdge> cycle;  // Robustness: closes in the offender
  EventId offender = kNoEvent;   // Robustness, Race: the later access
  EventId other = kNoEvent;      // Race: the earlier access
  EventId missed = kNoEvent;     // Robustness: the write that SC orders before the offender
};

struct Finding {
  Property property{};
  ThreadId thread{};
  Pc pc = 0;
  Span span;
  std::string message;  // "r is 9 here, outside 0..3"; empty for Robustness
  Witness witness;
  std::uint64_t occurrences = 1;  // runs that were met with the same accesses
  std::string accepted = {};      // the reason why the user has accepted it; empty: not accepted
  bool acceptedInSource = false;  // by a comment, not by a baseline
};

}  // namespace robur

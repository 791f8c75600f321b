// What a check found: plain data that reporters turn into text, JSON or pictures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/axioms.h"
#include "graph/execution_graph.h"
#include "program/model_name.h"
#include "program/program.h"

namespace robur {

enum class Verdict : std::uint8_t { Robust, NotRobust, Unknown };

enum class Property : std::uint8_t {
  Robustness,  // an access that weak memory lets stray from SC
  Assertion,   // an assert that fails under SC
  Race,        // a data race on a plain location
  Overflow,    // a value outside the declared range of its destination
  Bounds,      // an index outside its array, a pointer outside memory
  DivisionByZero,
  MixedAccess,  // an atomic access to a plain cell through a pointer, or the reverse
};

// The evidence for a finding. The graph is what the SC run made; for Robustness its last
// event is the offender, added where SC would not allow it.
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
};

struct Statistics {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;
  std::uint64_t peakBytes = 0;  // of the state store and the frontier
};

struct BlockedThread {  // in some final state this thread waits for ever
  ThreadId thread{};
  Pc pc = 0;
};

struct SpinLoop {  // was treated as a blocking wait
  CodeId code{};
  Span span;
};

struct Result {
  std::string file;
  ModelName model{};
  Verdict verdict = Verdict::Unknown;
  bool observational = false;     // loads whose values nobody uses were forgiven
  std::string reason;             // Unknown: which limit was met, and what is known
  std::string argument;           // Robust not by exploration alone: why, in one sentence
  std::vector<Finding> findings;  // at most one per property, Robustness first
  std::vector<BlockedThread> blocked;
  std::vector<SpinLoop> spinLoops;
  Statistics statistics;
  std::vector<std::string> explanation = {};  // for --explain: the monitor's rows, line by line
};

}  // namespace robur

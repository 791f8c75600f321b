// The checker against the oracle, on one program.
#pragma once

#include <cstdint>
#include <string>

#include "check/check.h"
#include "program/program.h"

namespace robur::testing {

// How the checker is asked. Everything follows from the seed, so that a seed is a test.
struct Question {
  ModelName model{};
  std::uint64_t seed = 0;
  Program program;
  Reductions reductions;
  unsigned workers = 1;
  bool forgetful = false;     // the checker remembers few steps of threads
  bool fewAtOnce = true;      // programs are small enough to be searched with their runs at once
  bool waitsAsLoops = false;  // the checker sees loops and should take them for waits
  bool spins = false;         // loops that the checker takes for waits are for it to find
  bool unbounded = false;     // loops need not end; the oracle follows them up to a bound
  bool idler = false;         // a thread that never ends was added
  bool graphs = false;        // the checker enumerates graphs, and is compared with its states too

  std::string describe() const;
};

Question questionOf(ModelName model, std::uint64_t seed);
// The same for the engine that enumerates graphs: without threads that never end.
Question questionForGraphs(ModelName model, std::uint64_t seed);

struct Opinion {
  enum class Kind : std::uint8_t {
    Agree,
    TooBig,   // for the oracle, within its limits
    Unknown,  // the checker may say so here: sc accesses under RC20
    Disagree,
  };
  Kind kind = Kind::Agree;
  bool notRobust = false;  // what they agree on
  std::string what;        // Disagree: what they disagree about
};

Opinion compare(const Question& question);

// The report on a disagreement: the program is shrunk and written to a file that it names.
std::string report(const Question& question, const Opinion& opinion);

}  // namespace robur::testing

// An execution in which something bad happens, in a form that can be replayed in a stronger
// program.
//
// Unlike a violation of robustness, which is an SC run and one step more, this is a whole execution
// under the weak model. Besides its graph it has the path of each thread, so that no choice of the
// program has to be guessed again.
#pragma once

#include <cstdint>
#include <vector>

#include "result/finding.h"

namespace robur {

struct ThreadPath {
  // An access, or a choice of the program. Fences are not listed: they hold no data, and which of
  // them there are is what repairs decide.
  struct Step {
    EventId access = kNoEvent;      // kNoEvent: a choice
    std::uint64_t alternative = 0;  // of the choice
  };
  enum class End : std::uint8_t {
    Anywhere,  // where the thread is afterwards does not matter
    Faults,    // the last access, or what follows it without another one, faults
    Stops,     // the thread has come to its end
    Waits,     // the thread waits forever: it reads the last writes again and again
  };

  std::vector<Step> steps;
  End end = End::Anywhere;
};

struct BadExecution {
  Finding finding;
  std::vector<ThreadPath> threads;
};

}  // namespace robur

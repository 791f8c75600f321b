// Can a thread wait forever under SC?
//
// A thread waits forever if memory changes no more and it is blocked, or goes round a loop that
// reads; what the loop writes, if anything, is in memory already, as when a lock is taken by an
// exchange. So there is a state in which each thread has ended, is blocked, or comes back to where
// it is, running alone and leaving memory as it is. Whether a state is like that is found by
// running its threads, each by itself. For a program with few states this takes far less time than
// the enumeration of its execution graphs, whose number grows with the rounds that a retry loop can
// make before something changes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "explore/search.h"
#include "program/model_name.h"
#include "program/program.h"
#include "result/finding.h"

namespace robur::verify {

struct ScSpins {
  // Unknown: there are more states than allowed, `stop` returned true, or a thread makes too many
  // local steps.
  enum class Answer : std::uint8_t { None, Some, Unknown };
  Answer answer = Answer::Unknown;
  std::size_t states = 0;  // that were looked at

  // Some: a run that leads into such a state, and a thread that waits there.
  std::vector<RunStep> run = {};
  ThreadId thread{};
  Pc pc = 0;                            // where it is
  std::optional<std::uint32_t> cell{};  // that a wait reads; empty: the thread goes round
};

// A loop with a choice does not count. The program must have no faults.
ScSpins spinsUnderSc(const Program& program, std::uint64_t mostStates,
                     const std::function<bool()>& stop);

// The answer Some as a finding. Throws InternalError if the axioms reject the run.
Finding hangOf(const Program& program, ModelName model, const ScSpins& spins);

}  // namespace robur::verify

// What single threads do: the states of their own that they rest in between accesses (cores), and
// the step that each makes on finding a value in its cell.
//
// A core is a program counter and registers, numbered as in the search of states; a thread that
// stands for any number of copies has the same numbers for all of them. A choice is left open until
// the access after it, so a core has one option or several.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "explore/step/local_steps.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur::anynumber {

struct Option {
  ThreadStateId id = 0;
  std::uint32_t cell = kNoCell;  // of the access that is pending
  Instr::Op op = Instr::Op::Halt;
};

struct Core {
  Pc pc = 0;
  bool ended = false;  // no step, ever
  std::vector<Option> options;
};

struct CoreFault {
  unsigned thread = 0;
  Pc pc = 0;  // in Code::instrs
  Fault fault = Fault::None;

  friend auto operator<=>(const CoreFault&, const CoreFault&) = default;
};

class Cores {
 public:
  explicit Cores(const Machine& machine);

  const Machine& machine() const { return m; }
  const Futures& futures() const { return allFutures; }
  ThreadStateId initial(unsigned t) { return steps.initial(t); }
  const Core& at(unsigned t, ThreadStateId id);

  // The step of an option on finding this value, and how the thread may go on. Faults on the way
  // are collected.
  const LocalStep& step(unsigned t, const Option& option, std::int64_t value);

  // The same before anything happens.
  const Action& pending(unsigned t, const Option& option, std::int64_t value) {
    return steps.find(t, option.id, value).action;
  }
  // The instruction at which an option is.
  const CompiledInstr& instr(unsigned t, ThreadStateId id) const {
    return m.thread(t).instrs[static_cast<Pc>(states.part(t, id)[0])];
  }
  bool accepts(unsigned t, ThreadStateId id, std::int64_t value) {
    return steps.accepts(t, id, value);
  }

  const std::set<CoreFault>& faults() const { return met; }

 private:
  Core make(unsigned t, ThreadStateId id);
  void meet(unsigned t, const std::vector<std::pair<Pc, Fault>>& faults);

  const Machine& m;
  Futures allFutures;
  ThreadStates states;
  SearchOptions options;
  LocalSteps steps;
  std::vector<std::vector<std::unique_ptr<Core>>> tables;  // per thread, by number
  std::set<CoreFault> met;
};

}  // namespace robur::anynumber

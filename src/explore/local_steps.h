// What a thread in a given state of its own does on a given value: looked up.
//
// A step of a thread depends on its program counter, its registers and the value in the one
// cell that it accesses, and on nothing else. So the step, the local work that rides along
// after it and the faults on the way are worked out when they are met for the first time.
// Each worker has its own collection.
//
// A choice is left open until the access after it is made: were it taken together with the
// access before, every way to go on would be a state of its own, times those of the other
// threads. So a thread rests at a choice, and has several things to do next.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "explore/locals.h"
#include "explore/search.h"
#include "explore/stubborn.h"
#include "semantics/futures.h"
#include "semantics/machine.h"

namespace robur {

inline constexpr std::uint32_t kNoCell = ~0u;

struct LocalStep {
  std::uint32_t number = 0;  // no other step of this collection has it
  Action action;
  Conflict conflict;
  bool plain = false;      // an access that is not atomic
  std::int64_t after = 0;  // what the cell holds after a write or an update
  std::uint32_t firstNext = 0;
  std::uint32_t nextCount = 0;
  std::uint32_t firstFault = 0;
  std::uint32_t faultCount = 0;
  bool taken = false;  // are what comes next and the faults known?
  static constexpr std::uint32_t kNoEvent = ~0u;
  std::uint32_t event = kNoEvent;  // what the monitor sees of it, by the stepper's numbers
};

class LocalSteps {
 public:
  static constexpr unsigned kLocalBudget = 512;     // instructions that ride along
  static constexpr std::size_t kMostChoices = 256;  // ways that a choice is left open for

  LocalSteps(const Machine& machine, const Futures& futures, Locals& locals,
             const SearchOptions& options);

  LocalId initial(unsigned t);
  // The cell that decides what t does there, or kNoCell.
  std::uint32_t cellOf(unsigned t, LocalId id);
  // The twin of the register that t's pending load writes, if its value is only observed.
  RegId twinOf(unsigned t, LocalId id) const;

  // The step that t makes on finding `value` in its cell; `forgiven` if it is a load whose
  // twin shall say that it could be stale. Stays where it is until `trim` is called.
  LocalStep& find(unsigned t, LocalId id, std::int64_t value, bool forgiven = false) {
    std::vector<Entry>& table = tables[locals.table(t)];
    const std::uint64_t tag = std::uint64_t{id} << 1 | std::uint64_t{forgiven};
    for (std::size_t i = hashOf(tag, value) & (table.size() - 1);;
         i = (i + 1) & (table.size() - 1)) {
      if (table[i].step == nullptr) return add(t, tag, value, i);
      if (table[i].tag == tag && table[i].value == value) return *table[i].step;
    }
  }
  // Takes it: the thread's states that may come next, and what goes wrong on the way.
  std::span<const LocalId> next(unsigned t, LocalId id, LocalStep& step, bool forgiven) {
    if (!step.taken) take(t, id, step, forgiven);
    return {nexts.data() + step.firstNext, step.nextCount};
  }
  std::span<const std::pair<Pc, Fault>> faults(const LocalStep& step) const {
    return {faultList.data() + step.firstFault, step.faultCount};
  }

  // If t stands at a choice there that can be left open: where it may be when it has chosen,
  // and what goes wrong on the way. Where t may come back to a choice without an access,
  // coming back adds nothing.
  struct Choice {
    bool open = false;
    std::vector<LocalId> ways;
    std::vector<std::pair<Pc, Fault>> faults;
  };
  Choice choiceAt(unsigned t, LocalId id);

  // Does the wait at which t stands there accept this value?
  bool accepts(unsigned t, LocalId id, std::int64_t value) {
    restore(t, id);
    return m.accepts(state.data(), t, value);
  }

  // Forgets everything if there is too much of it; tells whether it did.
  bool trim() {
    if (stepCount + nexts.size() < options.rememberedSteps) [[likely]]
      return false;
    forget();
    return true;
  }

 private:
  struct Entry {
    std::uint64_t tag = 0;
    std::int64_t value = 0;
    LocalStep* step = nullptr;
  };
  static std::size_t hashOf(std::uint64_t tag, std::int64_t value) {
    const std::uint64_t mixed =
        (tag + static_cast<std::uint64_t>(value) * 0x9e3779b97f4a7c15u) * 0xd6e8feb86659fd93u;
    return mixed >> 32;
  }
  LocalStep& add(unsigned t, std::uint64_t tag, std::int64_t value, std::size_t at);
  void forget();
  void restore(unsigned t, LocalId id);
  void take(unsigned t, LocalId id, LocalStep& step, bool forgiven);
  bool atChoice(unsigned t) const;
  // Takes every alternative of the local instruction at hand, and rides on.
  void choose(unsigned t, unsigned budget);
  // Local work up to an access, a choice or the end of the budget, without which a local
  // loop would never come back.
  void ride(unsigned t, unsigned budget);
  void takeLocal(unsigned t, std::uint64_t way);
  void clearRegisters(unsigned t);

  const Machine& m;
  const Futures& futures;
  Locals& locals;
  const SearchOptions& options;
  std::vector<std::int64_t> state;         // of the machine: one thread's part, one cell
  std::vector<std::vector<Entry>> tables;  // as those of the numbers
  std::vector<std::size_t> used;
  std::deque<LocalStep> steps;
  std::size_t stepCount = 0;  // of them
  std::vector<LocalId> nexts;
  std::vector<std::pair<Pc, Fault>> faultList;
};

}  // namespace robur

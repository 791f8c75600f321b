// A memo table of thread steps: what a thread in a given state of its own does on a given value.
//
// A step of a thread depends on its program counter, its registers and the value in the one
// cell that it accesses, and on nothing else. So the step, the local instructions that
// are executed together with it and their faults are computed when they are met for the first
// time. Each worker has its own table.
//
// A choice is left open until the access after it is made: if it were made together with the
// access before, every alternative would be a state of its own, times those of the other
// threads. So a thread rests at a choice and has several options for its next step.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "explore/reduce/persistent_sets.h"
#include "explore/search.h"
#include "explore/step/thread_states.h"
#include "semantics/futures.h"
#include "semantics/machine.h"
#include "support/hash.h"
#include "support/hash_map.h"

namespace robur {

inline constexpr std::uint32_t kNoCell = ~0u;

// The states that a thread may be in when it has gone on, and faults on the way.
struct Ways {
  std::vector<ThreadStateId> next;
  std::vector<std::pair<Pc, Fault>> faults;
};

struct LocalStep {
  Action action;
  Conflict conflict;
  bool plain = false;      // an access that is not atomic
  bool mixed = false;      // an access to an atomic cell that is plain in the source
  std::int64_t after = 0;  // what the cell holds after a write or an update
  bool taken = false;      // have the ways been computed?
  Ways ways;
  static constexpr std::uint32_t kNoEvent = ~0u;
  std::uint32_t event = kNoEvent;  // its event for the monitor (EventNumbers)
};

class LocalSteps {
 public:
  static constexpr unsigned kLocalBudget = 512;     // local instructions executed with a step
  static constexpr std::size_t kMostChoices = 256;  // options of a choice that is left open

  LocalSteps(const Machine& machine, const Futures& futures, ThreadStates& locals,
             const SearchOptions& options);

  ThreadStateId initial(unsigned t);
  // The cell whose value decides what t does in this state, or kNoCell.
  std::uint32_t cellOf(unsigned t, ThreadStateId id);
  // The twin of the register that t's pending load writes, if its value is only observed.
  RegId twinOf(unsigned t, ThreadStateId id) const;

  // The step that t makes on finding `value` in its cell; `forgiven` if it is a load that sets
  // its twin because it could be stale. The reference is valid until `trim` is called.
  LocalStep& find(unsigned t, ThreadStateId id, std::int64_t value, bool forgiven = false) {
    const auto [step, isNew] = known.at({id, 2 * locals.table(t) + forgiven, value});
    if (isNew) step = &add(t, id, value);
    return *step;
  }
  // How the thread may go on after the step.
  const Ways& waysOf(unsigned t, ThreadStateId id, LocalStep& step, bool forgiven) {
    if (!step.taken) take(t, id, step, forgiven);
    return step.ways;
  }
  // If t is at a choice that can be left open: how it may choose. A choice that t reaches again
  // without an access adds nothing.
  std::optional<Ways> choiceAt(unsigned t, ThreadStateId id);

  // Does the wait that t is at accept this value?
  bool accepts(unsigned t, ThreadStateId id, std::int64_t value) {
    restore(t, id);
    return m.accepts(state.data(), t, value);
  }

  // Clears the table if it is too large; returns whether it did.
  bool trim() {
    if (known.size() + nextCount < options.rememberedSteps) [[likely]]
      return false;
    known.clear();
    steps.clear();
    nextCount = 0;
    return true;
  }

 private:
  struct Key {
    ThreadStateId id = 0;
    std::uint32_t table = 0;  // of thread states, times two, plus one if forgiven
    std::int64_t value = 0;

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::uint64_t operator()(const Key& key) const {
      return mixed(mixed(kHashSeed, std::uint64_t{key.table} << 32 | key.id),
                   static_cast<std::uint64_t>(key.value));
    }
  };
  LocalStep& add(unsigned t, ThreadStateId id, std::int64_t value);
  void restore(unsigned t, ThreadStateId id);
  void take(unsigned t, ThreadStateId id, LocalStep& step, bool forgiven);
  bool atChoice(unsigned t) const;
  // Takes every alternative of the local instruction at hand, then goes on as `ride` does.
  void choose(unsigned t, unsigned budget, Ways& out);
  // Executes local instructions up to an access, a choice or the end of the budget, which ends
  // local loops.
  void ride(unsigned t, unsigned budget, Ways& out);
  void takeLocal(unsigned t, std::uint64_t way, Ways& out);
  void clearRegisters(unsigned t);

  const Machine& m;
  const Futures& futures;
  ThreadStates& locals;
  const SearchOptions& options;
  std::vector<std::int64_t> state;  // of the machine: one thread's part, one cell
  HashMap<Key, LocalStep*, Hash> known;
  std::deque<LocalStep> steps;
  std::size_t nextCount = 0;  // of all steps
};

}  // namespace robur

// The monitor as the search sees it, whatever the model is and however wide its rows are.
//
// Callers remember what a step does to the rows (row_memo.h), so nearly all of these functions are
// called when something is met for the first time; `someMayViolate` is called once per state.
// That is why they can be virtual, and the search need not be compiled again for each model.
// Each worker has a monitor of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "explore/reduce/persistent_sets.h"
#include "explore/rows/row_shape.h"
#include "semantics/machine.h"

namespace robur {

struct ThreadStateInfo;

// What a pending access could see, by value class: classes that make it a pure read, classes
// that make it a write or an update, and whether it would then be sc; and whether it is a locked
// instruction, an RMW or a CAS.
struct AccessOutcomes {
  std::vector<unsigned> read;
  std::vector<unsigned> update;
  bool readSc = false;
  bool updateSc = false;
  bool locked = false;
};

class Monitor {
 public:
  virtual ~Monitor() = default;

  virtual void initial(std::uint64_t* rows) const = 0;

  // What a thread at this pc may still consult: `index` names it, and the sum of all threads'
  // numbers identifies what all of them may still consult, if `livenessIsNumbered`.
  struct LivenessAt {
    std::uint32_t index = 0;
    std::uint64_t number = 0;
  };
  virtual LivenessAt livenessAt(unsigned t, Pc pc) const = 0;
  virtual bool livenessIsNumbered() const = 0;

  // Registers a pending access; returns its number.
  virtual std::uint32_t addAccess(const AccessOutcomes& outcomes) = 0;
  virtual void forgetAccesses() = 0;

  // Could weak memory let this access of t to monitored cell x deviate from SC?
  virtual bool mayViolate(const std::uint64_t* rows, unsigned t, unsigned x,
                          std::uint32_t access) const = 0;
  // The same for any option of any thread: those of t are options[first[t]] to
  // options[first[t + 1] - 1].
  virtual bool someMayViolate(const std::uint64_t* rows, const ThreadStateInfo* const* options,
                              const unsigned* first) const = 0;
  // Threads for which this column could make some access violate or race. An
  // over-approximation; the exact test is made when such an access is pending.
  virtual ThreadMask threadsThatMayViolate(const std::uint64_t* rows, unsigned column) const = 0;
  // Is this plain access of t unordered with one before it?
  virtual bool races(const std::uint64_t* rows, unsigned t, const Action& action) const = 0;

  // The model's update for a step of t, made while memory still has the old value. x: the
  // monitored cell that is accessed, if any.
  virtual void advance(std::uint64_t* rows, unsigned t, unsigned x, const Action& action) const = 0;
  // Clears what no thread can consult any more, given the index of each thread's liveness.
  virtual void dropDead(std::uint64_t* rows, const std::uint32_t* liveness) = 0;
};

// A monitor for one program and model: the shape of its rows, and how to make one.
struct MonitorType {
  RowShape shape;
  bool asksForNext = false;  // do its rules depend on where threads go next?
  std::function<std::unique_ptr<Monitor>()> make;
};

}  // namespace robur

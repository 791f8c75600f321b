// A small interpreter of the IR for the oracle, written from the comments of program.h and sharing
// nothing with src/semantics: plain values, vectors and recursion.
//
// A thread always stops before its next access or fence, or has ended. Local instructions before
// that are executed at once, in every possible way: other threads cannot observe when.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "graph/execution_graph.h"
#include "program/program.h"
#include "result/check_result.h"

namespace robur::testing {

inline ThreadId threadId(std::size_t t) {
  return ThreadId{static_cast<std::uint32_t>(t)};
}

struct LocalState {
  Pc pc = 0;
  bool stopped = false;
  bool endless = false;  // stopped, because it would run forever without an access
  std::vector<std::int64_t> registers;

  friend auto operator<=>(const LocalState&, const LocalState&) = default;
};

// What went wrong on some run: failed assertions and faults.
using Faults = std::set<Property>;
// Where: copies of a thread are not distinguished.
using FaultPlaces = std::set<std::tuple<CodeId, Pc, Property>>;

class Interpreter {
 public:
  explicit Interpreter(const Program& program);

  const Program& program() const { return program_; }

  // The places where the thread may come to rest first.
  std::vector<LocalState> start(ThreadId thread, Faults& faults) const;

  const Instr& instr(ThreadId thread, const LocalState& local) const;

  // The cell that the thread is about to access; nothing if it is at a fence.
  std::optional<CellId> cell(ThreadId thread, const LocalState& local) const;

  struct Outcome {
    Event event;
    std::vector<LocalState> after;  // where the thread may come to rest next
  };
  // The access done while `seen` is in the cell, or the fence (`seen` is ignored): nothing
  // if that blocks the thread.
  std::optional<Outcome> perform(ThreadId thread, const LocalState& local, std::int64_t seen,
                                 ModelName model, Faults& faults) const;

  // Did some thread run so long without an access that it was given up?
  bool gaveUp() const { return gaveUp_; }

  // Every fault that some thread has met so far.
  const FaultPlaces& faultPlaces() const { return faultPlaces_; }

 private:
  std::optional<std::int64_t> eval(ThreadId thread, const LocalState& local, const ExprPtr& e,
                                   std::int64_t loaded = 0) const;
  void settle(ThreadId thread, LocalState local, std::vector<LocalState>& resting,
              std::set<LocalState>& visited, Faults& faults) const;
  void note(ThreadId thread, Pc pc, Property fault, Faults& faults) const;
  std::optional<Property> faultBefore(ThreadId thread, const LocalState& local) const;
  std::vector<LocalState> finish(ThreadId thread, LocalState local, std::int64_t result, bool fault,
                                 Faults& faults) const;

  const Program& program_;
  std::vector<LocationId> locationOfCell_;
  mutable bool gaveUp_ = false;
  mutable FaultPlaces faultPlaces_;
};

}  // namespace robur::testing

// A lock ... unlock region, executed symbolically from its lock to each of its unlocks.
//
// While the lock is held, no other thread writes, so a region that uses one address only is one
// atomic access: it reads one value, Expr::Loaded, and each path through it is a condition on that
// value, perhaps a value to write, and the values of registers afterwards. A path whose check
// fails, or that loops forever, never releases the lock; then no thread writes any more, which is
// equivalent to an access that is still waiting.
#pragma once

#include <optional>
#include <vector>

#include "frontend/common/errors.h"
#include "frontend/trencher/automaton.h"
#include "frontend/trencher/values.h"

namespace robur::frontend_trencher {

struct RegionPath {
  std::vector<const Transition*> steps;  // between lock and unlock
  StateId exit{};
  std::vector<ExprPtr> conditions;  // in the normal form of logic.h, over the registers
                                    // before the region and the value read
  ExprPtr written;                  // likewise; null if nothing is written

  ExprPtr condition() const;
};

struct Region {
  std::vector<RegionPath> paths;
  bool accesses = false;  // false: a fence and nothing else
  ExprPtr address;        // over the registers before the region
  ValueSet addresses;
  Span span;  // of the write, or else of the read
};

// Returns nullopt, and reports the reason, if the region is not a single atomic access. A region
// that can never be passed has no paths. The work is charged to the budget, and exceeding it is an
// error, too.
std::optional<Region> followRegion(const Automaton& automaton, std::size_t thread,
                                   const Values& values, const Transition& lock,
                                   std::uint64_t& budget, Errors& errors);

// e with `value` in place of the value read.
ExprPtr withLoaded(const ExprPtr& e, const ExprPtr& value);
bool mentionsLoaded(const ExprPtr& e);
bool mentions(const ExprPtr& e, RegId r);

}  // namespace robur::frontend_trencher

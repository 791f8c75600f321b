#include "report/rules.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "program/internal_error.h"

namespace robur {

namespace {

constexpr Rule kRules[] = {
    {"store-buffering", "A load overtakes an earlier store",
     "A thread stores to one location and then loads another, and so does a second thread with the "
     "locations exchanged. Both loads can miss the other thread's store. A seq_cst fence between "
     "store and load in both threads, or seq_cst for all four accesses, excludes it. `robur "
     "repair` "
     "finds a cheapest change."},
    {"message-passing", "Data are read before the flag that announces them",
     "A thread writes data and then a flag; another one sees the flag, but not the data. The flag "
     "has to be stored with order release and loaded with order acquire. `robur repair` finds a "
     "cheapest change."},
    {"write-write", "Stores to different locations are seen in another order",
     "The order of two stores of a thread, together with those of another thread, is one that no "
     "interleaving has. seq_cst accesses or fences between the stores exclude it. `robur repair` "
     "finds a cheapest change."},
    {"iriw", "Two threads see independent stores in different orders",
     "Two threads store to different locations, and two others disagree on which store came first. "
     "seq_cst fences between the loads exclude it. `robur repair` finds a cheapest change."},
    {"stale-rmw", "A read-modify-write is not ordered with other locations",
     "An update of one location does not order accesses to others as it would under sequential "
     "consistency. `robur repair` finds a cheapest change."},
    {"coherence", "An access is ordered before one that SC has already taken",
     "An access takes an old place in the order of its own location, which no interleaving allows. "
     "`robur repair` finds a cheapest change."},
    {"robustness", "An access deviates from sequential consistency",
     "In this run an access could have behaved as no interleaving allows. The report of the run "
     "names the two accesses; `robur check` on a small version of the algorithm explains the "
     "cycle."},
    {"assertion", "An assertion can fail",
     "The run shows the steps that lead to the assertion with a false condition."},
    {"race", "Data race",
     "Two threads access the same plain memory, one of them writes, and nothing orders the two "
     "accesses. In C and C++ the behaviour is undefined. Make the accesses atomic, or order them "
     "by "
     "a lock or by release and acquire."},
    {"overflow", "A value leaves the range of its destination",
     "The run shows a value outside the declared range. Nothing is known of the runs that go on."},
    {"bounds", "Access out of bounds",
     "An index is outside its array, or a pointer does not point to an object."},
    {"division-by-zero", "Division by zero", "The run shows a division whose divisor is 0."},
    {"mixed-access", "Atomic and plain accesses to the same memory",
     "A pointer leads an atomic access to plain memory, or a plain access to an atomic object."},
    {"hang", "A thread can wait forever",
     "All other threads have ended or wait too, so that nothing ends the wait."},
    {"outcome", "A final state that SC does not have",
     "A run ends in a state in which no interleaving ends."},
    {"reached", "The state that was asked for can be reached",
     "A run leads to a state that the argument of --reach describes."},
    {"unsupported", "A run reaches what cannot be translated",
     "The program uses something that the frontend cannot express, on a path that a run takes. The "
     "verdict does not cover such runs."},
    {"too-weak", "A fence or a stronger order is needed",
     "Without this change the program is not robust, or not safe. The changes of a solution belong "
     "together; each has been checked, and there is no cheaper solution among the allowed "
     "changes."},
    {"too-strong", "Fences or orders are stronger than needed",
     "The goal is still reached if all lines are changed as the fix shows. Weaker orders cost less "
     "on some machines."},
    {"not-atomic", "A write is not shown to be atomic",
     "A write may wait in its buffer while another thread can tell the difference. A seq_cst "
     "fence, "
     "an invariant, or an abstraction of reads (`robur prove --suggest`) can help. If the program "
     "is "
     "finite, `robur check --model tso` has the exact answer."},
    {"lost-invariant", "An invariant is not inductive",
     "A step can lead from a state in which the invariants hold to one in which this one does "
     "not."},
    {"failed-claim", "A claim does not follow from the invariants",
     "The invariants are not strong enough for this assertion, range or bound."},
    {"bad-abstraction", "A havoc does not cover the access that it replaces",
     "The access has an effect that the havoc does not allow, so nothing follows from the proof."},
    {"program-failure", "The program failed",
     "A run under this schedule ended by a signal or with an exit code other than 0."},
};

}  // namespace

std::span<const Rule> ruleTable() {
  return kRules;
}

const Rule& ruleNamed(std::string_view id) {
  const auto found = std::ranges::find_if(kRules, [&](const Rule& rule) { return id == rule.id; });
  if (found == std::end(kRules)) throw InternalError(fmt::format("there is no rule '{}'", id));
  return *found;
}

}  // namespace robur

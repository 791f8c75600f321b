// One access of a run, and what the axioms say about it.
//
// This is the literal definition: an access violates robustness iff it could read from, or
// be placed after, another write than the last one so that the run remains one that the model
// allows and SC does not. All sources are tried and checked against the axioms.
#pragma once

#include <optional>

#include "graph/axioms.h"

namespace robur::testing {

// What it is and what it may do.
struct Access {
  enum class Kind : std::uint8_t { Read, Write, Update, Wait, BlockingCas, StrongCas, WeakCas };
  Kind kind = Kind::Read;
  std::uint32_t thread = 0;
  std::uint32_t cell = 0;
  std::int64_t expected = 0;
  std::int64_t desired = 0;
  Order order = Order::Rlx;
  Order failure = Order::Rlx;
};

// The event that the access is if it reads `old`; nothing if it waits for another value.
std::optional<Event> eventOf(const Access& a, std::int64_t old, bool spuriously = false);

bool isViolation(const Program& frame, const ExecutionGraph& graph, ModelName model,
                 const Access& a);

}  // namespace robur::testing

// Lipton's movers: does an action commute with every action of every other thread?
//
// An action moves right if, wherever it can be followed by an action of another thread, the
// two can also be taken in the other order and lead to the same state; an action moves left
// if, wherever it can follow one, the same is true. "The same state" leaves out ghosts.
// "Can be taken" includes guards: a wait that is passed in one order and blocks in the
// other does not move. States are those that the facts allow.
//
// Two grades. Apart: wherever the two meet they access different cells, or neither writes; then
// no trace has an edge between them. Equal: they conflict, and yet the order cannot be seen,
// because a value was overwritten by the same value or is not looked at.
#pragma once

#include "prove/facts.h"

namespace robur::prove {

enum class Commutes : std::uint8_t { Apart, Equal, No, Unknown };

constexpr Commutes worse(Commutes a, Commutes b) {
  return a < b ? b : a;
}

// Two actions whose order matters, and a state in which it does.
struct Conflict {
  std::size_t thread = 0;  // of the action that should move
  std::size_t action = 0;
  std::size_t otherThread = 0;
  std::size_t otherAction = 0;
  State state;
};

struct Movement {
  Commutes grade = Commutes::Apart;
  std::optional<Conflict> conflict;  // No, Unknown
};

class Movers {
 public:
  Movers(const System& system, Smt& smt, Facts& facts)
      : system_(system), smt_(smt), facts_(facts) {}

  Movement movesRight(std::size_t thread, std::size_t action);
  Movement movesLeft(std::size_t thread, std::size_t action);

  // The first one of thread t, then the second one of thread u: can they be exchanged?
  Commutes commute(std::size_t t, std::size_t first, std::size_t u, std::size_t second);
  const State& lastState() const { return state_; }

 private:
  Commutes commute(std::size_t t, std::size_t first, std::size_t u, std::size_t second,
                   Facts::How how);
  Movement moves(std::size_t thread, std::size_t action, bool right);

  const System& system_;
  Smt& smt_;
  Facts& facts_;
  State state_;
};

}  // namespace robur::prove

// Lipton's movers: does an action commute with every action of every other thread?
//
// An action moves right if, whenever an action of another thread can follow it, the two can also be
// taken in the other order with the same result; it moves left if the same holds whenever it can
// follow an action of another thread. Ghosts are not compared. Guards count: a wait that passes in
// one order and blocks in the other does not move. The states considered are those that satisfy
// the invariants.
//
// There are two grades. Apart: in all these states the two access different cells, or neither
// writes, so no trace has an edge between them. Equal: they conflict, but the order is not
// observable, because a value is overwritten by the same value or is not used.
#pragma once

#include "prove/invariants.h"

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
  Movers(const System& system, Smt& smt, Invariants& invariants)
      : system_(system), smt_(smt), invariants_(invariants) {}

  Movement movesRight(std::size_t thread, std::size_t action);
  Movement movesLeft(std::size_t thread, std::size_t action);

  // Whether `first` of thread t followed by `second` of thread u can be exchanged.
  Commutes commute(std::size_t t, std::size_t first, std::size_t u, std::size_t second);
  const State& lastState() const { return state_; }

 private:
  Commutes commute(std::size_t t, std::size_t first, std::size_t u, std::size_t second,
                   Invariants::How how);
  Movement moves(std::size_t thread, std::size_t action, bool right);

  const System& system_;
  Smt& smt_;
  Invariants& invariants_;
  State state_;
};

}  // namespace robur::prove

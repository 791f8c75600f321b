// What is known of every state that the program can reach under SC.
//
// Owicki and Gries: facts about memory that always hold, and facts at each place of a thread
// about memory and the thread's registers. They hold at the start, every action keeps them for
// its own thread, and no action of another thread breaks them; each of these is an
// obligation. Added to that, for pairs of places, whether two threads can be there at once: a
// lock shows itself as two places that exclude each other, without a ghost that says who
// holds it. Facts shrink from all candidates and pairs grow from the start until both are
// stable, so that what is left is inductive together; nothing is assumed that was not checked
// in the last round.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "prove/candidates.h"
#include "prove/smt.h"

namespace robur::prove {

using State = std::vector<std::pair<std::string, std::string>>;  // name and value

// A claim of the program that is not inductive, or is false.
struct LostClaim {
  Claim claim;
  Answer answer = Answer::Refuted;
  bool atStart = false;
  std::optional<std::pair<std::size_t, std::size_t>> breaker;  // thread and action
  bool ownThread = true;  // the breaker is of the thread that claims it
  State before;           // in which the breaker is taken
};

enum class Side : std::uint8_t { I, J };  // of two threads that are looked at together

class Facts {
 public:
  Facts(const System& system, Smt& smt, const Candidates& candidates);

  const std::vector<LostClaim>& lost() const { return lost_; }
  bool reached(std::size_t thread, NodeId n) const { return reached_[thread][at(n)] != 0; }
  bool together(std::size_t t, NodeId n, std::size_t u, NodeId m) const {
    return together_[base_[t] + at(n)][base_[u] + at(m)] != 0;
  }

  // What is known if a copy of `thread` is at `n`, into the list. Facts about all elements of an
  // array make every question much harder, so they are left out where they can hardly matter;
  // assuming less is always right.
  enum class How : std::uint8_t { WithoutQuantifiers, All };
  void assume(z3::expr_vector& into, std::size_t thread, NodeId n, Side side, How how = How::All);
  bool quantifies() const { return !quantified_.empty(); }
  // Only what holds everywhere and what the program itself claims at this place.
  void assumeClaimed(z3::expr_vector& into, std::size_t thread, NodeId n);
  // For threads of two different kinds, or two copies of one.
  void assumeApart(z3::expr_vector& into, std::size_t t, std::size_t u);
  const Memory& memory() const { return memory_; }
  const Local& local(std::size_t thread, Side side) const {
    return side == Side::I ? i_[thread] : j_[thread];
  }
  State describe(std::size_t t, std::optional<std::size_t> u, const Action* a, const Action* b);

  // Facts that were found and that the program does not claim itself.
  std::vector<TermPtr> foundEverywhere() const;
  std::vector<TermPtr> foundAt(std::size_t thread, NodeId n) const;

  // Do the claims of actions (assertions, bounds) and of threads that end hold?
  std::vector<LostClaim> checkClaims();

 private:
  using Key = std::vector<std::size_t>;

  void start();
  bool round();
  bool own(std::size_t t, std::size_t action);
  bool others(std::size_t t, std::size_t action, std::size_t u, NodeId m);
  bool meets(std::size_t t, std::size_t u) const {
    return t != u || system_.threads[t].replicated();
  }
  bool stale(const Key& key, const Key& stamp);
  static bool touches(const Action& a, const TermPtr& fact);
  static bool sets(const Action& a, const TermPtr& fact);

  // One claim about the state after a step, and whom to ask if it does not hold.
  struct Post {
    z3::expr claim;
    std::vector<char>* alive;
    std::size_t fact;
    std::size_t* version;
    const Claim* required;
    bool hard;  // needs facts with quantifiers
  };
  bool weakenAll(const z3::expr_vector& simple, const z3::expr_vector& full,
                 const std::vector<Post>& posts, const std::string& title, const LostClaim& blame,
                 std::size_t t, std::optional<std::size_t> u);
  bool needsQuantifiers(const TermPtr& fact) const;
  bool weaken(const z3::expr_vector& assumed, std::vector<Post> posts, const std::string& title,
              LostClaim blame, std::size_t t, std::optional<std::size_t> u);
  void drop(const Post& post, LostClaim blame);

  const System& system_;
  Smt& smt_;
  Memory memory_;
  std::vector<Local> i_, j_;
  std::vector<TermPtr> everywhere_;
  std::vector<std::vector<TermPtr>> pool_;
  std::vector<char> always_;
  std::vector<std::vector<std::vector<char>>> alive_;  // thread, node, fact of the pool
  std::map<std::size_t, const Claim*> claimedAlways_;
  std::vector<std::vector<std::map<std::size_t, const Claim*>>> claimed_;
  std::size_t alwaysVersion_ = 0;
  std::vector<std::vector<std::size_t>> version_;
  std::vector<std::vector<char>> reached_;
  std::vector<std::size_t> base_;
  std::vector<std::vector<char>> together_;
  std::map<Key, Key> stamps_;
  std::vector<LostClaim> lost_;
  std::vector<VarId> quantified_;  // arrays that facts with quantifiers speak of
};

}  // namespace robur::prove

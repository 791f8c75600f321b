// Invariants of the program under SC: what holds in every reachable state.
//
// Annotations in the sense of Owicki and Gries: invariants about memory that hold everywhere,
// and invariants at each control location of a thread, about memory and the thread's registers.
// They hold at the start, every action preserves them for its own thread, and no action of another
// thread breaks them; each of these is a proof obligation. In addition, for pairs of locations,
// whether two threads can be there at the same time: a lock shows up as two locations that exclude
// each other, without a ghost variable for its owner. Candidates are dropped (Houdini) and pairs
// are added until neither changes, so the result is inductive as a whole; nothing is assumed that
// the last round has not checked.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "prove/candidate_set.h"
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
  bool ownThread = true;  // the breaker belongs to the thread that makes the claim
  State before;           // the state in which the breaker is taken
};

enum class Side : std::uint8_t { I, J };  // the roles of two threads in one obligation

class Invariants {
 public:
  Invariants(const System& system, Smt& smt, Candidates candidates);
  Invariants(const Invariants&) = delete;
  Invariants& operator=(const Invariants&) = delete;

  const std::vector<LostClaim>& lost() const { return lost_; }
  bool reached(std::size_t thread, NodeId n) const { return reached_[thread][at(n)]; }
  bool together(std::size_t t, NodeId n, std::size_t u, NodeId m) const {
    return together_[base_[t] + at(n)][base_[u] + at(m)];
  }

  // Appends the invariants that hold while a copy of `thread` is at `n`. Invariants about all
  // elements of an array make every query much harder, so they are omitted where they rarely
  // matter; assuming less is always sound.
  enum class How : std::uint8_t { WithoutQuantifiers, All };
  void assume(z3::expr_vector& into, std::size_t thread, NodeId n, Side side, How how = How::All);
  bool quantifies() const { return !quantified_.empty(); }
  // Only what holds everywhere and what the program itself claims at `n`.
  void assumeClaimed(z3::expr_vector& into, std::size_t thread, NodeId n);
  // That two copies of one thread have different numbers.
  void assumeApart(z3::expr_vector& into, std::size_t t, std::size_t u);
  const Memory& memory() const { return memory_; }
  const Local& local(std::size_t thread, Side side) const {
    return side == Side::I ? i_[thread] : j_[thread];
  }
  State describe(std::size_t t, std::optional<std::size_t> u, const Action* a, const Action* b);

  // Invariants that the program does not claim itself.
  std::vector<TermPtr> foundEverywhere() const { return everywhere_.found(); }
  std::vector<TermPtr> foundAt(std::size_t thread, NodeId n) const {
    return local_[thread][at(n)].found();
  }

  // The claims of actions (assertions, bounds) and of ending threads that are not proved.
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
  bool outdated(const Key& key, const Key& versions);
  static bool mayChange(const Action& a, const TermPtr& candidate);
  static bool assigns(const Action& a, const TermPtr& candidate);

  // One candidate in the state after a step.
  struct Obligation {
    z3::expr holds;
    CandidateSet* set;
    std::size_t candidate;
    bool hard;  // needs invariants with quantifiers
  };
  Obligation obligation(CandidateSet& set, std::size_t k, const Memory& m, const Local& l);
  bool weakenAll(const z3::expr_vector& simple, const z3::expr_vector& full,
                 const std::vector<Obligation>& obligations, const std::string& title,
                 const LostClaim& blame, std::size_t t, std::optional<std::size_t> u);
  bool needsQuantifiers(const TermPtr& candidate) const;
  bool weaken(const z3::expr_vector& assumed, std::vector<Obligation> obligations,
              const std::string& title, LostClaim blame, std::size_t t,
              std::optional<std::size_t> u);
  void drop(const Obligation& o, LostClaim blame);

  template <class T>
  using PerNode = std::vector<std::vector<T>>;  // [thread][node]
  using NodePairs = std::vector<std::vector<bool>>;

  const System& system_;
  Smt& smt_;
  Memory memory_;
  std::vector<Local> i_, j_;     // registers of each thread in role I and J
  const Candidates candidates_;  // referred to by the sets
  CandidateSet everywhere_;
  PerNode<CandidateSet> local_;
  PerNode<bool> reached_;
  std::vector<std::size_t> base_;  // per thread, the index of its first node in together_
  NodePairs together_;             // nodes that two threads can be at simultaneously; symmetric
  std::map<Key, Key> checked_;     // obligations, with the versions of what they depend on
  std::vector<LostClaim> lost_;
  std::vector<VarId> quantified_;  // arrays that candidates with quantifiers mention
};

}  // namespace robur::prove

// Proof obligations as questions to Z3.
//
// A state is a vector of terms: memory (numbers, and arrays from numbers to numbers), and per
// thread its registers and its number. Taking an action rewrites the vectors and gives the
// condition under which it can be taken, so that a sequence of actions costs no quantifier.
// An obligation is valid if its negation has no model; what Z3 cannot decide is
// Unknown and never counts as valid.
#pragma once

#include <z3++.h>

#include <string>
#include <unordered_map>

#include "prove/alarm.h"
#include "prove/system.h"

namespace robur::prove {

enum class Answer : std::uint8_t { Valid, Refuted, Unknown };

struct SmtOptions {
  unsigned milliseconds = 5000;  // per obligation
  std::string dump;              // a directory; empty: nothing is written
};

struct Memory {
  std::vector<z3::expr> vars;
};

struct Local {
  std::vector<z3::expr> slots;
  z3::expr tid;
};

// What an action picks freely.
struct Choice {
  z3::expr chosen;
  z3::expr changed;
};

class Smt {
 public:
  Smt(const System& system, SmtOptions options);

  Memory memory(const std::string& prefix);
  Memory initialMemory();
  Local local(const Thread& thread, const std::string& prefix);
  Local initialLocal(const Thread& thread, const std::string& prefix);
  Choice choice(const std::string& prefix);
  // Numbers that a copy of the thread can have.
  z3::expr tidRange(const Thread& thread, const Local& local);

  z3::expr truth(const TermPtr& t, const Memory& m, const Local& l);
  // Of a term of the action, before it is taken.
  z3::expr truth(const Action& a, const TermPtr& t, const Memory& m, const Local& l,
                 const Choice& c);
  z3::expr index(const Action& a, const Memory& m, const Local& l);
  z3::expr loaded(const Action& a, const Memory& m, const Local& l);
  // Takes the action: its guard, and memory and registers afterwards.
  z3::expr take(const Action& a, Memory& m, Local& l, const Choice& c);
  // The same memory, ghosts aside.
  z3::expr sameMemory(const Memory& a, const Memory& b);
  static z3::expr sameLocal(const Local& a, const Local& b);

  z3::expr yes() { return context_.bool_val(true); }
  z3::expr no() { return context_.bool_val(false); }
  z3::context& context() { return context_; }

  // Does the claim follow? The model of a refutation stays until the next question.
  Answer prove(const z3::expr_vector& assumed, const z3::expr& claim, const std::string& title);
  // Can all of it be true at once? Refuted means yes. Unknown counts as yes for callers that
  // only save work by a no.
  bool impossible(const z3::expr_vector& all, const std::string& title);

  // Nothing if the model does not say: it may be about all numbers.
  std::optional<bool> inModelHolds(const z3::expr& e) const;
  std::string inModel(const z3::expr& e) const;  // "3", or "?" if it does not matter
  std::size_t obligations() const { return obligations_; }

 private:
  struct Env {
    const Memory& memory;
    const Local& local;
    const z3::expr* loaded = nullptr;
    const Choice* choice = nullptr;
  };
  z3::expr num(const TermPtr& t, const Env& env);
  z3::expr boolean(const TermPtr& t, const Env& env);
  z3::expr quantified(const TermPtr& t, const Env& env);
  z3::check_result ask(const z3::expr_vector& all, const std::string& title);
  void save(const std::string& title, z3::check_result result);

  const System& system_;
  SmtOptions options_;
  z3::context context_;
  z3::solver solver_;
  Alarm alarm_;
  std::optional<z3::model> model_;
  std::unordered_map<std::int64_t, z3::expr> bound_;
  std::size_t obligations_ = 0;
};

}  // namespace robur::prove

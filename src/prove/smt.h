// Proof obligations as queries to Z3.
//
// A symbolic state is a vector of terms: memory (integers, and arrays from integers to integers)
// and, per thread, its registers and its number. Taking an action rewrites the vector and yields
// the action's guard, so a sequence of actions needs no quantifier. An obligation is valid if its
// negation is unsatisfiable; what Z3 cannot decide is Unknown and never counts as valid.
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
  std::string dump;              // directory for the queries; empty: they are not written
};

struct Memory {
  std::vector<z3::expr> vars;
};

struct Local {
  std::vector<z3::expr> registers;
  z3::expr tid;
};

// The values that a havoc picks.
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

  // Whether the claim follows. The model of a refutation is available until the next query.
  Answer prove(const z3::expr_vector& assumed, const z3::expr& claim, const std::string& title);
  // True if the conjunction is unsatisfiable. False if it is satisfiable or if Z3 cannot decide it,
  // which is sound for callers that only save work.
  bool impossible(const z3::expr_vector& all, const std::string& title);

  // Empty if the model does not determine it, as with quantifiers.
  std::optional<bool> inModelHolds(const z3::expr& e) const;
  std::string inModel(const z3::expr& e) const;  // "3", or "?" if the model leaves it open
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

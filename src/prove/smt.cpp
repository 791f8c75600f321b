#include "prove/smt.h"

#include <fstream>

#include <fmt/format.h>

namespace robur::prove {

namespace {

// Our interrupt comes after Z3's own timeout, which leaves the solver in a better state.
constexpr std::chrono::milliseconds kGrace{500};

}  // namespace

Smt::Smt(const System& system, SmtOptions options)
    : system_(system),
      options_(std::move(options)),
      solver_(context_, z3::solver::simple()),
      alarm_([this] { context_.interrupt(); }) {
  z3::params p(context_);
  p.set("timeout", options_.milliseconds);
  // Z3's solver for nonlinear real arithmetic (nlsat) misses a timeout that expires while it
  // starts, and then never stops. Programs rarely multiply; what linear lemmas cannot decide is
  // unknown.
  p.set("arith.nl.nra", false);
  solver_.set(p);
}

Memory Smt::memory(const std::string& prefix) {
  Memory m;
  const z3::sort number = context_.int_sort();
  for (const Var& v : system_.vars) {
    const std::string name = prefix + v.name;
    m.vars.push_back(v.array ? context_.constant(name.c_str(), context_.array_sort(number, number))
                             : context_.int_const(name.c_str()));
  }
  return m;
}

Memory Smt::initialMemory() {
  Memory m;
  for (const Var& v : system_.vars) {
    if (!v.array) {
      m.vars.push_back(context_.int_val(v.init[0]));
      continue;
    }
    z3::expr contents = z3::const_array(context_.int_sort(), context_.int_val(0));
    for (std::size_t i = 0; i < v.init.size(); ++i) {
      contents = z3::store(contents, context_.int_val(static_cast<std::int64_t>(i)),
                           context_.int_val(v.init[i]));
    }
    m.vars.push_back(contents);
  }
  return m;
}

Local Smt::local(const Thread& thread, const std::string& prefix) {
  Local l{{}, context_.int_const((prefix + "tid").c_str())};
  for (const Register& s : thread.registers) {
    l.registers.push_back(context_.int_const((prefix + s.name).c_str()));
  }
  return l;
}

Local Smt::initialLocal(const Thread& thread, const std::string& prefix) {
  Local l{{}, context_.int_const((prefix + "tid").c_str())};
  for (const Register& s : thread.registers) l.registers.push_back(context_.int_val(s.init));
  return l;
}

Choice Smt::choice(const std::string& prefix) {
  return {context_.int_const((prefix + "!chosen").c_str()),
          context_.int_const((prefix + "!changed").c_str())};
}

z3::expr Smt::tidRange(const Thread& thread, const Local& local) {
  switch (thread.copies) {
    case Thread::Copies::One:
      return local.tid == 0;
    case Thread::Copies::Some:
      return local.tid >= 0 && local.tid < context_.int_val(thread.count);
    case Thread::Copies::Any:
      return local.tid >= 0;
  }
  return yes();
}

z3::expr Smt::truth(const TermPtr& t, const Memory& m, const Local& l) {
  return t ? boolean(t, {m, l}) : yes();
}

z3::expr Smt::truth(const Action& a, const TermPtr& t, const Memory& m, const Local& l,
                    const Choice& c) {
  if (!t) return yes();
  const z3::expr value = loaded(a, m, l);
  return boolean(t, {m, l, &value, &c});
}

z3::expr Smt::index(const Action& a, const Memory& m, const Local& l) {
  return a.index ? num(a.index, {m, l}) : context_.int_val(0);
}

z3::expr Smt::loaded(const Action& a, const Memory& m, const Local& l) {
  if (!a.var) return context_.int_val(0);
  const z3::expr& v = m.vars[at(*a.var)];
  return a.index ? z3::select(v, num(a.index, {m, l})) : v;
}

z3::expr Smt::take(const Action& a, Memory& m, Local& l, const Choice& c) {
  const z3::expr value = loaded(a, m, l);
  const Env before{m, l, &value, &c};
  z3::expr guard = a.guard ? boolean(a.guard, before) : yes();
  std::vector<z3::expr> results;
  for (const Assignment& set : a.sets) results.push_back(num(set.value, before));
  if (a.stored) {
    const z3::expr stored = num(a.stored, before);
    z3::expr& v = m.vars[at(*a.var)];
    v = a.index ? z3::store(v, num(a.index, before), stored) : stored;
  }
  for (std::size_t i = 0; i < a.sets.size(); ++i) l.registers[at(a.sets[i].reg)] = results[i];
  for (const GhostUpdate& g : a.ghosts) {
    const Env after{m, l};
    const z3::expr happens = g.when ? boolean(g.when, after) : yes();
    const z3::expr now = num(g.value, after);
    const z3::expr& old = m.vars[at(g.var)];
    const z3::expr changed = g.index ? z3::store(old, num(g.index, after), now) : now;
    m.vars[at(g.var)] = z3::ite(happens, changed, old);
  }
  return guard;
}

z3::expr Smt::sameMemory(const Memory& a, const Memory& b) {
  z3::expr_vector all(context_);
  for (std::size_t i = 0; i < a.vars.size(); ++i) {
    if (!system_.vars[i].ghost) all.push_back(a.vars[i] == b.vars[i]);
  }
  return z3::mk_and(all);
}

z3::expr Smt::sameLocal(const Local& a, const Local& b) {
  z3::expr_vector all(a.tid.ctx());
  for (std::size_t i = 0; i < a.registers.size(); ++i)
    all.push_back(a.registers[i] == b.registers[i]);
  return z3::mk_and(all);
}

Answer Smt::prove(const z3::expr_vector& assumed, const z3::expr& claim, const std::string& title) {
  z3::expr_vector all(context_);
  for (unsigned i = 0; i < assumed.size(); ++i) all.push_back(assumed[static_cast<int>(i)]);
  all.push_back(!claim);
  const z3::check_result result = ask(all, title);
  return result == z3::unsat ? Answer::Valid
         : result == z3::sat ? Answer::Refuted
                             : Answer::Unknown;
}

bool Smt::impossible(const z3::expr_vector& all, const std::string& title) {
  return ask(all, title) == z3::unsat;
}

// A solver that was interrupted may refuse all later queries, so it is not used again.
z3::check_result Smt::ask(const z3::expr_vector& all, const std::string& title) {
  ++obligations_;
  model_.reset();
  if (alarm_.rang()) return z3::unknown;
  solver_.push();
  solver_.add(all);
  z3::check_result result = z3::unknown;
  try {
    result = alarm_.whileSet(std::chrono::milliseconds(options_.milliseconds) + kGrace,
                             [&] { return solver_.check(); });
  } catch (const z3::exception&) {
    if (!alarm_.rang()) throw;
  }
  if (alarm_.rang()) return result == z3::unsat ? z3::unsat : z3::unknown;
  if (result == z3::sat) model_ = solver_.get_model();
  if (!options_.dump.empty()) save(title, result);
  solver_.pop();
  return result;
}

void Smt::save(const std::string& title, z3::check_result result) {
  const char* const word = result == z3::unsat ? "unsat" : result == z3::sat ? "sat" : "unknown";
  std::ofstream file(fmt::format("{}/{:05}-{}.smt2", options_.dump, obligations_, word));
  file << "; " << title << "\n; Z3 says: " << word << "\n" << solver_.to_smt2();
}

std::optional<bool> Smt::inModelHolds(const z3::expr& e) const {
  if (!model_) return std::nullopt;
  const z3::expr value = model_->eval(e, true);
  if (value.is_true()) return true;
  return value.is_false() ? std::optional(false) : std::nullopt;
}

std::string Smt::inModel(const z3::expr& e) const {
  if (!model_) return "?";
  return model_->eval(e, true).get_decimal_string(0);
}

}  // namespace robur::prove

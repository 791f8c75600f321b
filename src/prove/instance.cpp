#include "prove/instance.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/code_builder.h"

namespace robur::prove {

System withOriginals(System system) {
  for (Thread& t : system.threads) {
    std::vector<Action> actions;
    for (const Action& a : t.actions) {
      if (!a.abstracts()) actions.push_back(a);
      for (const Outcome& outcome : a.originals) {
        Action access = a;
        access.originals.clear();
        access.chooses = access.changes = false;
        access.guard = outcome.guard;
        access.stored = outcome.stored;
        access.sets = {{a.sets[0].reg, ofAction(Term::Kind::Loaded)}};
        actions.push_back(std::move(access));
      }
    }
    t.setActions(std::move(actions), t.nodes());
  }
  return system;
}

namespace {

constexpr IntType kAnything{kInt32.lo, kInt32.hi, IntType::Overflow::Error};

class ThreadInstance {
 public:
  ThreadInstance(const Thread& thread, const std::vector<LocationId>& locations,
                 const InstanceOptions& options)
      : thread_(thread), locations_(locations), options_(options) {}

  std::optional<Code> run() {
    for (const Register& s : thread_.registers) {
      // A hidden register holds the value of an access, which may be any number.
      const IntType type = s.hidden ? kAnything : typeOf(s.lo, s.hi);
      registers_.push_back(builder_.addRegister({s.name, type, s.init, {}}));
    }
    for (std::size_t n = 0; n < thread_.nodes(); ++n) marks_.push_back(builder_.mark());
    for (std::size_t n = 0; n < thread_.nodes(); ++n) {
      builder_.place(marks_[n]);
      node(thread_.out[n]);
    }
    if (!expressible_) return std::nullopt;
    return builder_.finish(thread_.name, thread_.span);
  }

 private:
  using Mark = CodeBuilder::Mark;

  IntType typeOf(const std::optional<std::int64_t>& lo,
                 const std::optional<std::int64_t>& hi) const {
    return {lo.value_or(options_.lo), hi.value_or(options_.hi), IntType::Overflow::Error};
  }

  ExprPtr expr(const TermPtr& t, const ExprPtr& chosen = nullptr) const {
    switch (t->kind) {
      case Term::Kind::Const:
        return constant(t->value);
      case Term::Kind::Tid:
        return threadIndex();
      case Term::Kind::Register:
        return reg(registers_[at(t->reg)]);
      case Term::Kind::Loaded:
        return loaded();
      case Term::Kind::Unary:
        return robur::unary(t->unary, expr(t->lhs, chosen));
      case Term::Kind::Binary:
        return robur::binary(t->binary, expr(t->lhs, chosen), expr(t->rhs, chosen));
      case Term::Kind::Chosen:
        return chosen;
      default:
        return constant(0);  // ghosts: claims that mention them are not checked
    }
  }

  Instr instr(Instr::Op op, const Action& a) const {
    Instr made;
    made.op = op;
    made.span = a.span;
    if (a.var) {
      made.address.base = locations_[at(*a.var)];
      if (a.index) made.address.index = expr(a.index);
    }
    return made;
  }

  void node(const std::vector<std::size_t>& out) {
    if (out.empty()) return builder_.halt({});
    std::vector<const Action*> actions;
    actions.reserve(out.size());
    for (const std::size_t i : out) actions.push_back(&thread_.actions[i]);
    if (actions.size() == 1) return step(*actions[0]);
    if (actions.size() == 2 && branches(*actions[0], *actions[1])) {
      return builder_.branch(expr(actions[0]->guard), marks_[at(actions[0]->to)],
                             marks_[at(actions[1]->to)], actions[0]->span);
    }
    if (actions.size() == 2 && actions[0]->instruction == actions[1]->instruction) {
      return compareAndSwap(*actions[0]);
    }
    const Pc choice = builder_.choice(actions[0]->span);
    std::vector<Mark> begins;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      begins.push_back(builder_.mark());
      builder_.alternative(choice, begins.back());
    }
    for (std::size_t i = 0; i < actions.size(); ++i) {
      builder_.place(begins[i]);
      step(*actions[i]);
    }
  }

  static bool branches(const Action& a, const Action& b) {
    const auto bare = [](const Action& x) {
      return x.kind == Action::Kind::Local && x.guard && x.sets.empty() && x.claims.empty();
    };
    return bare(a) && bare(b) && equal(negation(a.guard), b.guard);
  }

  // Takes the action of the successful outcome.
  void compareAndSwap(const Action& a) {
    Instr cas = instr(Instr::Op::Cas, a);
    if (!a.sets.empty()) cas.dst = registers_[at(a.sets[0].reg)];
    cas.expected = expr(a.guard->rhs);
    cas.value = expr(a.stored);
    finish(a, std::move(cas));
  }

  void finish(const Action& a, Instr made) {
    builder_.emit(std::move(made));
    builder_.jump(marks_[at(a.to)], a.span);
  }

  void step(const Action& a) {
    for (const Claim& c : a.claims) {
      const bool plain = !mentions(c.condition, Term::Kind::Cell) &&
                         !mentions(c.condition, Term::Kind::Loaded) &&
                         !mentions(c.condition, Term::Kind::Chosen);
      if (!plain || c.kind != Claim::Kind::Assertion) continue;  // bounds are part of the types
      Instr claim = instr(Instr::Op::Assert, a);
      claim.address = {};
      claim.value = expr(c.condition);
      builder_.emit(std::move(claim));
    }
    switch (a.kind) {
      case Action::Kind::Fence: {
        Instr fence = instr(Instr::Op::Fence, a);
        fence.order = Order::Sc;
        return finish(a, std::move(fence));
      }
      case Action::Kind::Write: {
        Instr store = instr(Instr::Op::Store, a);
        store.value = expr(a.stored);
        return finish(a, std::move(store));
      }
      case Action::Kind::Update:
        return update(a);
      case Action::Kind::Local:
      case Action::Kind::Read:
        return a.chooses ? choose(a) : readOrSet(a);
    }
  }

  void update(const Action& a) {
    if (a.changes) {
      expressible_ = false;
      return builder_.halt(a.span);
    }
    Instr made = instr(a.guard ? Instr::Op::Bcas : Instr::Op::Rmw, a);
    if (!a.sets.empty()) made.dst = registers_[at(a.sets[0].reg)];
    if (a.guard) {
      made.expected = expr(a.guard->rhs);
      made.value = expr(a.stored);
    } else if (mentions(a.stored, Term::Kind::Loaded)) {
      made.rmw = a.stored->binary == BinaryOp::Add ? RmwOp::Add : RmwOp::Sub;
      made.value = expr(a.stored->rhs);
    } else {
      made.value = expr(a.stored);
    }
    finish(a, std::move(made));
  }

  void readOrSet(const Action& a) {
    if (a.kind == Action::Kind::Read) {
      Instr read = instr(a.guard ? Instr::Op::Wait : Instr::Op::Load, a);
      if (!a.sets.empty()) read.dst = registers_[at(a.sets[0].reg)];
      if (a.guard) read.value = expr(a.guard);
      return finish(a, std::move(read));
    }
    if (a.guard) {
      Instr assume = instr(Instr::Op::Assume, a);
      assume.value = expr(a.guard);
      builder_.emit(std::move(assume));
    }
    for (const Assignment& set : a.sets) {
      Instr assign = instr(Instr::Op::Assign, a);
      assign.dst = registers_[at(set.reg)];
      assign.value = expr(set.value);
      builder_.emit(std::move(assign));
    }
    builder_.jump(marks_[at(a.to)], a.span);
  }

  // Chooses a value, then assumes that it is allowed; wrong choices block.
  void choose(const Action& a) {
    const Register& target = thread_.registers[at(a.sets[0].reg)];
    IntType type = typeOf(target.lo, target.hi);
    if (!a.var && !target.lo) type.hi = std::min(type.hi, type.lo + 1);  // two values stand for all
    const RegId picked = builder_.temporary(type);
    Instr havoc = instr(Instr::Op::Havoc, a);
    havoc.address = {};
    havoc.dst = picked;
    havoc.lo = type.lo;
    havoc.hi = type.hi;
    builder_.emit(std::move(havoc));
    Instr check = instr(a.kind == Action::Kind::Read ? Instr::Op::Wait : Instr::Op::Assume, a);
    check.value = expr(a.guard, reg(picked));
    builder_.emit(std::move(check));
    Instr assign = instr(Instr::Op::Assign, a);
    assign.address = {};
    assign.dst = registers_[at(a.sets[0].reg)];
    assign.value = reg(picked);
    finish(a, std::move(assign));
  }

  const Thread& thread_;
  const std::vector<LocationId>& locations_;
  const InstanceOptions& options_;
  CodeBuilder builder_;
  std::vector<RegId> registers_;
  std::vector<Mark> marks_;
  bool expressible_ = true;
};

}  // namespace

std::optional<Program> instanceOf(const System& system, const InstanceOptions& options) {
  Program program;
  program.sources.push_back(system.source);
  std::vector<LocationId> locations;
  for (const Var& v : system.vars) {
    locations.push_back(LocationId{static_cast<std::uint32_t>(program.locations.size())});
    if (v.ghost) continue;
    Location l;
    l.name = v.name;
    l.type = {v.lo.value_or(options.lo), v.hi.value_or(options.hi), IntType::Overflow::Error};
    l.isArray = v.array;
    const std::int64_t size = v.array ? v.size.value_or(options.elements) : 1;
    l.init.assign(static_cast<std::size_t>(size), l.type.contains(0) ? 0 : l.type.lo);
    std::copy_n(v.init.begin(), std::min(v.init.size(), l.init.size()), l.init.begin());
    l.span = v.span;
    program.locations.push_back(std::move(l));
  }
  for (const Thread& t : system.threads) {
    const CodeId id{static_cast<std::uint32_t>(program.codes.size())};
    auto code = ThreadInstance(t, locations, options).run();
    if (!code) return std::nullopt;
    program.codes.push_back(std::move(*code));
    const auto count =
        t.copies == Thread::Copies::Any ? static_cast<std::int64_t>(options.copies) : t.count;
    for (std::int64_t i = 0; i < count; ++i) {
      program.threads.push_back(
          {t.replicated() ? fmt::format("{}[{}]", t.name, i) : t.name, id, i});
    }
  }
  return program;
}

}  // namespace robur::prove

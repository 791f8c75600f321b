#include "unit/prove/interpreter.h"

#include <algorithm>
#include <stdexcept>

namespace robur::prove {

Number Cells::read(VarId v, Number index) const {
  const auto found = vars[at(v)].find(index);
  return found == vars[at(v)].end() ? 0 : found->second;
}

// Zeros are not stored, so that equal memories compare equal.
void Cells::write(VarId v, Number index, Number value) {
  if (value == 0) {
    vars[at(v)].erase(index);
  } else {
    vars[at(v)][index] = value;
  }
}

Number valueOf(const TermPtr& t, const Cells& cells, const Runner& r, Number loaded,
               const Picked& picked) {
  const auto sub = [&](const TermPtr& part) { return valueOf(part, cells, r, loaded, picked); };
  switch (t->kind) {
    case Term::Kind::Const:
      return t->value;
    case Term::Kind::Tid:
      return r.tid;
    case Term::Kind::Register:
      return r.registers[at(t->reg)];
    case Term::Kind::Cell:
      return cells.read(t->var, t->lhs ? sub(t->lhs) : 0);
    case Term::Kind::Loaded:
      return loaded;
    case Term::Kind::Chosen:
      return picked.chosen;
    case Term::Kind::Changed:
      return picked.changed;
    case Term::Kind::Unary:
      return t->unary == UnaryOp::Not ? static_cast<Number>(sub(t->lhs) == 0) : -sub(t->lhs);
    case Term::Kind::Binary: {
      const Number a = sub(t->lhs);
      const Number b = sub(t->rhs);
      switch (t->binary) {
        case BinaryOp::Add:
          return a + b;
        case BinaryOp::Sub:
          return a - b;
        case BinaryOp::Mul:
          return a * b;
        case BinaryOp::Div:
          return a / b;
        case BinaryOp::Mod:
          return a % b;
        case BinaryOp::Eq:
          return static_cast<Number>(a == b);
        case BinaryOp::Ne:
          return static_cast<Number>(a != b);
        case BinaryOp::Lt:
          return static_cast<Number>(a < b);
        case BinaryOp::Le:
          return static_cast<Number>(a <= b);
        case BinaryOp::Gt:
          return static_cast<Number>(a > b);
        case BinaryOp::Ge:
          return static_cast<Number>(a >= b);
        case BinaryOp::And:
          return static_cast<Number>(a != 0 && b != 0);
        case BinaryOp::Or:
          return static_cast<Number>(a != 0 || b != 0);
        default:
          break;
      }
      break;
    }
    case Term::Kind::Bound:
    case Term::Kind::Forall:
      break;
  }
  throw std::logic_error("this term has no value here");
}

std::vector<Step> stepsOf(const Action& a, const Cells& cells, const Runner& r, const Domain& d,
                          std::optional<Number> forwarded) {
  std::vector<Step> steps;
  Step base;
  if (a.index) base.index = valueOf(a.index, cells, r);
  const Number loaded = !a.var ? 0 : forwarded ? *forwarded : cells.read(*a.var, base.index);
  const auto consider = [&](const Picked& picked) {
    if (a.guard && valueOf(a.guard, cells, r, loaded, picked) == 0) return;
    Step step = base;
    step.picked = picked;
    step.registers = r.registers;
    for (const Assignment& set : a.sets) {
      step.registers[at(set.reg)] = valueOf(set.value, cells, r, loaded, picked);
    }
    if (a.stored) step.written = valueOf(a.stored, cells, r, loaded, picked);
    const auto outside = [&](Number n) { return d.cut && (n < d.lo || n > d.hi); };
    if (step.written && outside(*step.written)) return;
    if (std::ranges::any_of(step.registers, outside)) return;
    steps.push_back(std::move(step));
  };
  // With bounds, a value that is not constrained is one of two.
  const Number most = !a.chooses ? d.lo : d.cut && !a.var ? std::min(d.hi, d.lo + 1) : d.hi;
  for (Number chosen = d.lo; chosen <= most; ++chosen) {
    for (Number changed = d.lo; changed <= (a.changes ? d.hi : d.lo); ++changed) {
      consider({chosen, changed});
    }
  }
  return steps;
}

namespace {

void changeGhosts(World& w, std::size_t runner, const Action& a) {
  for (const GhostUpdate& g : a.ghosts) {
    const Runner& r = w.runners[runner];
    if (g.when && valueOf(g.when, w.cells, r) == 0) continue;
    const Number index = g.index ? valueOf(g.index, w.cells, r) : 0;
    w.cells.write(g.var, index, valueOf(g.value, w.cells, r));
  }
}

}  // namespace

World after(const World& w, std::size_t runner, const Action& a, const Step& step) {
  World next = w;
  next.runners[runner].registers = step.registers;
  next.runners[runner].node = a.to;
  if (step.written) next.cells.write(*a.var, step.index, *step.written);
  changeGhosts(next, runner, a);
  return next;
}

World initialWorld(const System& system, std::size_t copies) {
  World w;
  for (std::size_t v = 0; v < system.vars.size(); ++v) {
    w.cells.vars.emplace_back();
    for (std::size_t i = 0; i < system.vars[v].init.size(); ++i) {
      w.cells.write(VarId(v), static_cast<Number>(i), system.vars[v].init[i]);
    }
  }
  for (std::size_t t = 0; t < system.threads.size(); ++t) {
    const Thread& thread = system.threads[t];
    const std::size_t count =
        thread.copies == Thread::Copies::Any ? copies : static_cast<std::size_t>(thread.count);
    for (std::size_t i = 0; i < count; ++i) {
      Runner r{t, static_cast<Number>(i), thread.entry, {}};
      for (const Register& s : thread.registers) r.registers.push_back(s.init);
      w.runners.push_back(std::move(r));
    }
  }
  return w;
}

Explored exploreSc(const System& system, std::size_t copies, const Domain& d, std::size_t limit) {
  Explored result;
  std::vector<World> work = {initialWorld(system, copies)};
  result.worlds.insert(work[0]);
  while (!work.empty()) {
    const World w = std::move(work.back());
    work.pop_back();
    for (std::size_t i = 0; i < w.runners.size(); ++i) {
      const Thread& thread = system.threads[w.runners[i].thread];
      for (const std::size_t k : thread.out[at(w.runners[i].node)]) {
        const Action& a = thread.actions[k];
        for (const Step& step : stepsOf(a, w.cells, w.runners[i], d)) {
          World next = after(w, i, a, step);
          if (!result.worlds.insert(next).second) continue;
          if (result.worlds.size() > limit) {
            result.complete = false;
            return result;
          }
          work.push_back(std::move(next));
        }
      }
    }
  }
  return result;
}

namespace {

struct Waiting {
  VarId var{};
  Number index = 0;
  Number value = 0;
  auto operator<=>(const Waiting&) const = default;
};

struct Machine {
  World world;
  std::vector<std::vector<Waiting>> buffers;
  auto operator<=>(const Machine&) const = default;
};

}  // namespace

Explored exploreTso(const System& system, std::size_t copies, const Domain& d, std::size_t buffer,
                    std::size_t limit) {
  Explored result;
  Machine first{initialWorld(system, copies), {}};
  first.buffers.resize(first.world.runners.size());
  std::set<Machine> seen = {first};
  std::vector<Machine> work = {first};
  const auto add = [&](Machine m) {
    if (seen.size() > limit) {
      result.complete = false;
      return;
    }
    if (seen.insert(m).second) work.push_back(std::move(m));
  };
  while (!work.empty()) {
    const Machine m = std::move(work.back());
    work.pop_back();
    bool drained = true;
    for (std::size_t i = 0; i < m.world.runners.size(); ++i) {
      if (!m.buffers[i].empty()) {
        drained = false;
        Machine next = m;
        const Waiting w = next.buffers[i].front();
        next.buffers[i].erase(next.buffers[i].begin());
        next.world.cells.write(w.var, w.index, w.value);
        add(std::move(next));
      }
      const Runner& r = m.world.runners[i];
      const Thread& thread = system.threads[r.thread];
      for (const std::size_t k : thread.out[at(r.node)]) {
        const Action& a = thread.actions[k];
        if (a.drains() && !m.buffers[i].empty()) continue;
        if (a.kind == Action::Kind::Write && m.buffers[i].size() >= buffer) continue;
        std::optional<Number> forwarded;
        if (a.var) {
          const Number index = a.index ? valueOf(a.index, m.world.cells, r) : 0;
          for (const Waiting& w : m.buffers[i]) {
            if (w.var == *a.var && w.index == index) forwarded = w.value;
          }
        }
        for (const Step& step : stepsOf(a, m.world.cells, r, d, forwarded)) {
          Machine next = m;
          next.world.runners[i].registers = step.registers;
          next.world.runners[i].node = a.to;
          if (step.written && a.kind == Action::Kind::Write) {
            next.buffers[i].push_back({*a.var, step.index, *step.written});
          } else if (step.written) {
            next.world.cells.write(*a.var, step.index, *step.written);
          }
          changeGhosts(next.world, i, a);
          add(std::move(next));
        }
      }
    }
    if (drained) result.worlds.insert(m.world);
  }
  return result;
}

}  // namespace robur::prove

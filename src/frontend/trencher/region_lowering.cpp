// The atomic access that a lock ... unlock region is lowered to.
//
//   a value equal to E is replaced, others are left alone     Cas
//   the value is replaced whatever it is                      Rmw: exchange, +, - or &
//   nothing is written                                        Load between fences
//   nothing is written, and only some values let it pass      Wait between fences
//   only the value E is replaced, others never let it pass    Bcas
//
// A region that can do several of these chooses one of them first: each can be executed only when
// its condition holds, so the choice adds no behaviour. The fences are there because lock and
// unlock both empty the store buffer in Trencher.
#include <algorithm>

#include "frontend/trencher/logic.h"
#include "frontend/trencher/lowering.h"
#include "frontend/trencher/region_shape.h"

namespace robur::frontend_trencher {

void Lowering::emitRegion(const Transition& lock) {
  const std::optional<Region> followed =
      followRegion(automaton_, thread_, values_, lock, budget_, errors_);
  if (!followed) return builder_.halt(lock.span);
  const Region& region = *followed;
  if (region.paths.empty()) {
    errors_.warn(lock.span, "the thread never gets from this lock to an unlock: it stops here");
    emitAssume(constant(0), lock.span);
    return builder_.halt(lock.span);
  }
  Paths all;
  for (const RegionPath& path : region.paths) all.push_back(&path);
  if (emitCas(region, all)) return;
  std::vector<Paths> groups;
  for (const RegionPath* path : all) {
    const auto same = [&](const Paths& group) { return equal(group[0]->written, path->written); };
    const auto group = std::ranges::find_if(groups, same);
    if (group == groups.end()) {
      groups.push_back({path});
    } else {
      group->push_back(path);
    }
  }
  std::vector<std::function<void()>> bodies;
  for (const Paths& group : groups) {
    if (addGroup(region, group, bodies)) continue;
    errors_.add(region.span, "this lock ... unlock region is no atomic access that Robur knows",
                "it may compare the value read with ==, and write a value that does not depend on "
                "it, or its sum, difference or bitwise and with such a value");
    return builder_.halt(lock.span);
  }
  alternatives(bodies, lock.span);
}

Instr Lowering::access(const Region& region, Instr::Op op) const {
  Instr instr;
  instr.op = op;
  instr.span = region.span;
  instr.address = memory_.at(region.address, region.addresses);
  instr.orderGiven = false;
  return instr;
}

// An operand in the range of the cells, so that comparing it here and comparing it in memory agree.
ExprPtr Lowering::settled(const ExprPtr& e, Span span) {
  if (e->kind == Expr::Kind::Const || e->kind == Expr::Kind::Reg) return e;
  const RegId r = builder_.temporary(kInt32);
  emitAssign(r, e, span);
  return reg(r);
}

bool Lowering::emitCas(const Region& region, const Paths& paths) {
  ExprPtr expected;
  for (const RegionPath* path : paths) {
    if (path->written && !expected) expected = expectedOn(*path);
  }
  if (!expected) return false;
  const ExprPtr hit = binary(BinaryOp::Eq, loaded(), expected);
  const ExprPtr miss = negation(hit);
  Paths hits;
  Paths misses;
  std::vector<ExprPtr> hitConditions;
  std::vector<ExprPtr> missConditions;
  for (const RegionPath* path : paths) {
    if (has(*path, hit) && path->written) {
      hits.push_back(path);
      hitConditions.push_back(without(*path, hit));
    } else if (has(*path, miss) && !path->written) {
      misses.push_back(path);
      missConditions.push_back(without(*path, miss));
    } else {
      return false;
    }
  }
  if (misses.empty() || !alwaysHolds(disjunction(hitConditions)) ||
      !alwaysHolds(disjunction(missConditions))) {
    return false;
  }
  const ExprPtr desired = withLoaded(hits[0]->written, expected);
  const auto writesIt = [&](const RegionPath* path) {
    return equal(withLoaded(path->written, expected), desired);
  };
  if (!std::ranges::all_of(hits, writesIt)) return false;

  Instr cas = access(region, Instr::Op::Cas);
  cas.expected = settled(expected, region.span);
  cas.value = desired;
  cas.dst = oldValueOf(paths);
  const RegId old = cas.dst;
  const ExprPtr succeeded = binary(BinaryOp::Eq, reg(old), cas.expected);
  builder_.emit(std::move(cas));
  const Mark yes = builder_.mark();
  const Mark no = builder_.mark();
  builder_.branch(succeeded, yes, no, region.span);
  builder_.place(yes);
  emitPaths(hits, hitConditions, old, region.span);
  builder_.place(no);
  emitPaths(misses, missConditions, old, region.span);
  return true;
}

// Lowers paths that write the same value, or that all write nothing. Returns false if no access
// does that.
bool Lowering::addGroup(const Region& region, const Paths& paths,
                        std::vector<std::function<void()>>& bodies) {
  if (!paths[0]->written) return addReading(region, paths, bodies);
  std::vector<ExprPtr> conditions;
  for (const RegionPath* path : paths) conditions.push_back(path->condition());
  Instr rmw = access(region, Instr::Op::Rmw);
  const bool always = alwaysHolds(disjunction(conditions));
  if (!always || !setOperation(rmw, paths[0]->written)) return addBlocking(region, paths, bodies);
  bodies.push_back([this, &region, paths, conditions, rmw] {
    Instr instr = rmw;
    instr.dst = oldValueOf(paths);
    builder_.emit(instr);
    emitPaths(paths, conditions, instr.dst, region.span);
  });
  return true;
}

bool Lowering::addReading(const Region& region, const Paths& paths,
                          std::vector<std::function<void()>>& bodies) {
  std::vector<ExprPtr> conditions;
  for (const RegionPath* path : paths) conditions.push_back(path->condition());
  const ExprPtr passes = disjunction(conditions);
  bodies.push_back([this, &region, paths, conditions, passes] {
    const RegId old = oldValueOf(paths);
    emitFence(region.span);
    const bool waits = mentionsLoaded(passes) && !alwaysHolds(passes);
    if (!waits && !alwaysHolds(passes)) emitAssume(passes, region.span);
    if (old != kNoReg) {
      Instr instr = access(region, waits ? Instr::Op::Wait : Instr::Op::Load);
      instr.dst = old;
      if (waits) instr.value = passes;
      builder_.emit(std::move(instr));
      emitFence(region.span);
    }
    emitPaths(paths, conditions, old, region.span);
  });
  return true;
}

// Adds one Bcas for each value that lets a path pass: the value that the path compares with, or
// each of the few values that the cell can hold.
bool Lowering::addBlocking(const Region& region, const Paths& paths,
                           std::vector<std::function<void()>>& bodies) {
  ValueSet held;
  for (const std::int64_t a : region.addresses.values()) held.add(values_.cell(a));
  if (region.addresses.any()) held = values_.cell(std::nullopt);
  for (const RegionPath* path : paths) {
    if (const ExprPtr expected = expectedOn(*path)) {
      bodies.push_back([this, &region, path, expected] { emitBcas(region, *path, expected); });
      continue;
    }
    if (held.any()) return false;
    for (const std::int64_t v : held.values()) {
      if (isConstant(withLoaded(path->condition(), constant(v)), 0)) continue;
      bodies.push_back([this, &region, path, v] { emitBcas(region, *path, constant(v)); });
    }
  }
  return !bodies.empty();
}

void Lowering::emitBcas(const Region& region, const RegionPath& path, const ExprPtr& expected) {
  emitAssume(truth(withLoaded(path.condition(), expected)), region.span);
  Instr bcas = access(region, Instr::Op::Bcas);
  bcas.expected = expected;
  bcas.value = withLoaded(path.written, expected);
  bcas.dst = oldValueOf({&path});
  const RegId old = bcas.dst;
  builder_.emit(std::move(bcas));
  replay(path, old);
}

// The register that receives the value read: the one that the region reads it into, if this is
// easily seen to be correct, otherwise a temporary; none if the value is not used.
RegId Lowering::oldValueOf(const Paths& paths) {
  bool needed = false;
  std::optional<RegId> common;
  bool simple = true;
  for (const RegionPath* path : paths) {
    std::size_t reads = 0;
    bool first = true;
    for (const Transition* step : path->steps) {
      if (step->kind == Transition::Kind::Read) {
        ++reads;
        simple &= first && (!common || *common == step->reg);
        common = step->reg;
      }
      first &= step->kind == Transition::Kind::Noop || step->kind == Transition::Kind::Mfence;
    }
    simple &= reads == 1;
    needed |= reads > 0 || mentionsLoaded(path->condition());
  }
  if (!needed) return kNoReg;
  for (const RegionPath* path : paths) {
    if (simple) simple = !mentions(path->condition(), *common);
  }
  return simple ? *common : builder_.temporary(kInt32);
}

// Emits the case distinction between the paths after the access. Conditions refer to the registers
// before the region, which are still unchanged, and to the value read, which is in `old`. One of
// the conditions holds. Paths that differ in their checks alone are one case.
void Lowering::emitPaths(const Paths& paths, const std::vector<ExprPtr>& conditions, RegId old,
                         Span span) {
  Paths different;
  std::vector<ExprPtr> merged;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto same = std::ranges::find_if(
        different, [&](const RegionPath* other) { return sameEffect(*other, *paths[i]); });
    if (same == different.end()) {
      different.push_back(paths[i]);
      merged.push_back(conditions[i]);
    } else {
      ExprPtr& condition = merged[static_cast<std::size_t>(same - different.begin())];
      condition = disjunction({condition, conditions[i]});
    }
  }
  if (different.size() == 1) return replay(*different[0], old);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < different.size(); ++i) {
    const ExprPtr condition = old == kNoReg ? merged[i] : truth(withLoaded(merged[i], reg(old)));
    cases.push_back({condition, span, [this, path = different[i], old] { replay(*path, old); }});
  }
  emitCases(std::move(cases), span);
}

// Emits the path's assignments to registers, in the order of the path.
void Lowering::replay(const RegionPath& path, RegId old) {
  RegId memory = old;
  for (auto step = path.steps.begin(); step != path.steps.end(); ++step) {
    const Transition& t = **step;
    if (t.kind == Transition::Kind::Local) {
      emitAssign(t.reg, t.value, t.span);
    } else if (t.kind == Transition::Kind::Read && t.reg != memory) {
      emitAssign(t.reg, reg(memory), t.span);
    } else if (t.kind == Transition::Kind::Write) {
      const bool readAgain = std::any_of(step + 1, path.steps.end(), [](const Transition* later) {
        return later->kind == Transition::Kind::Read;
      });
      if (!readAgain) continue;
      memory = builder_.temporary(kInt32);
      emitAssign(memory, t.value, t.span);
    }
  }
  builder_.jump(markOf(path.exit), path.steps.empty() ? automaton_.span : path.steps.back()->span);
}

}  // namespace robur::frontend_trencher

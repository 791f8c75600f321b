// The part of the net that is about its goal: where columns begin, and who reaches the goal.
#include <algorithm>

#include "anynumber/net.h"

namespace robur::anynumber {

namespace {

bool isPlainAccess(const Machine& m, const Option& option) {
  return option.cell != kNoCell && !m.cellAtomic(option.cell);
}

}  // namespace

bool Net::stamps(std::int64_t old, bool update) const {
  if (goal->race) return false;
  return std::ranges::binary_search(goal->values, old) &&
         !(update && goal->question.kind == Question::Kind::Write);
}

const Liveness<1>& Net::livenessAt(unsigned thread, Pc pc) {
  auto& table = liveness[thread];
  if (pc >= table.size()) table.resize(pc + 1);
  if (!table[pc]) {
    table[pc] = std::make_unique<Liveness<1>>(
        columnLiveness(cores.futures().at(thread, pc), shape, cores.machine().cellCount(), *goal));
  }
  return *table[pc];
}

Liveness<1> columnLiveness(const Future& future, const NetShape& shape, unsigned cells,
                           const Goal& goal) {
  Liveness<1> out;
  for (unsigned c = 0; c < cells; ++c) {
    const unsigned x = shape.monitored[c];
    const bool isGoal = !goal.race && c == goal.cell;
    if (x == kNotMonitored) continue;
    if (future.reads.has(c)) {
      out.readCells.add(x);
      if (isGoal) out.readClasses.add(kColumn);
    }
    if (future.writes.has(c)) {
      out.writeCells.add(x);
      if (isGoal) out.writeClasses.add(kColumn);
    }
    if (future.next.has(c)) out.next.add(x);
  }
  out.speaks = out.writeCells.any() || future.writes.has(cells);
  if (!goal.race) return out;
  const bool reads = goal.racesWithReads && future.reads.has(goal.cell);
  if (reads || future.writes.has(goal.cell)) out.shadows.add(kColumn);
  return out;
}

LocalId Net::onlooker(unsigned thread, ThreadStateId core) {
  const Core& at = cores.at(thread, core);
  return arrived(thread, core,
                 at.ended ? ThreadBits{} : rules->beginElsewhere(livenessAt(thread, at.pc)));
}

std::vector<Net::Beginning> Net::beginnings(const LocalState& mover, std::size_t option,
                                            const Control& sc) {
  const Option& o = cores.at(mover.thread, mover.core).options[option];
  if (o.cell != goal->cell) return {};
  const auto value = static_cast<std::int64_t>(sc.exact[o.cell]);
  const LocalStep& step = cores.step(mover.thread, o, value);
  if (!step.taken) return {};
  const ColumnEvent event = eventOf(step);
  const bool writes = step.action.kind == Action::Kind::Write;
  const bool update = step.action.kind == Action::Kind::Update;
  if (goal->race) {
    if (!isPlainAccess(cores.machine(), o) || writes != goal->racesWithReads) return {};
  } else if (!event.writes() || !stamps(value, update)) {
    return {};
  }
  std::vector<Beginning> out;
  const StepBits reach = rules->reachRows();
  for (const ThreadStateId next : step.ways.next) {
    const FirstBits first =
        rules->begin(event, livenessAt(mover.thread, cores.at(mover.thread, next).pc));
    for (const std::uint64_t phase : {1, 2}) {
      if (phase == 1 && (goal->race || !bothPhases)) continue;
      Beginning begin;
      Control& c = begin.control = {std::vector<std::uint64_t>(exactCellsAt + fixedCount()),
                                    std::vector<std::uint64_t>(ownedAt + fixedCount())};
      std::copy_n(sc.exact.begin(), phaseAt, c.exact.begin());
      if (writes || update) c.exact[o.cell] = static_cast<std::uint64_t>(step.after);
      c.exact[phaseAt] = phase;
      std::ranges::copy(first.cells, c.bits.begin());
      c.bits[fenceAt] = first.step.fence;
      ThreadBits bits = first.step.thread;
      if (phase == 1) {
        for (std::size_t x = 0; x < first.cells.size(); ++x) c.bits[x] &= ~reach.cell;
        c.bits[fenceAt] &= ~reach.fence;
        bits.rows &= ~reach.thread.rows;
      }
      for (std::size_t i = 0; i < fixedCount(); ++i) {
        const auto core = static_cast<ThreadStateId>(sc.exact[cores.machine().cellCount() + i]);
        setFixed(c, i, onlooker(shape.fixed[i], core));
      }
      begin.mover = arrived(mover.thread, next, bits);
      out.push_back(std::move(begin));
    }
  }
  return out;
}

std::vector<Question> Net::questionsOf(unsigned thread, ThreadStateId core) {
  std::vector<Question> out;
  for (const Option& option : cores.at(thread, core).options) {
    if (goal->race) {
      const bool races = option.cell == goal->cell && (goal->racesWithReads || mayWrite(option.op));
      if (races) out.push_back(goal->question);
      continue;
    }
    if (option.cell != goal->cell) continue;
    for (const Goal& asked : goalsOf(cores, shape, *model, *known, thread, option)) {
      const bool isAim = std::ranges::find(aim->goals, asked) != aim->goals.end();
      if (isAim) out.push_back(asked.question);
    }
  }
  return out;
}

void Net::findWhoComesToGoal() {
  for (unsigned t = 0; t < known->flow.size(); ++t) {
    std::map<ThreadStateId, std::vector<ThreadStateId>> before;
    std::set<ThreadStateId>& found = comesToGoal.emplace_back();
    std::vector<ThreadStateId> open;
    for (const auto& [core, nexts] : known->flow[t]) {
      for (const ThreadStateId next : nexts) before[next].push_back(core);
      if (!questionsOf(t, core).empty() && found.insert(core).second) open.push_back(core);
    }
    while (!open.empty()) {
      const ThreadStateId core = open.back();
      open.pop_back();
      for (const ThreadStateId earlier : before[core]) {
        if (found.insert(earlier).second) open.push_back(earlier);
      }
    }
  }
}

bool Net::violates(LocalId l) {
  if (l >= violating.size()) violating.resize(localStates.size(), Known::No);
  if (violating[l] == Known::No) {
    const LocalState& s = localStates[l];
    const auto isOpen = [&](const Question& q) { return rules->open(s.bits, q); };
    const bool does =
        rules->reached(s.bits) && std::ranges::any_of(questionsOf(s.thread, s.core), isOpen);
    violating[l] = does ? Known::True : Known::False;
  }
  return violating[l] == Known::True;
}

bool Net::mayViolate(LocalId l) {
  if (l >= hopeful.size()) hopeful.resize(localStates.size(), Known::No);
  if (hopeful[l] == Known::No) {
    const LocalState& s = localStates[l];
    const auto isOpen = [&](const Goal& one) { return rules->open(s.bits, one.question); };
    const bool may =
        comesToGoal[s.thread].contains(s.core) && std::ranges::any_of(aim->goals, isOpen);
    hopeful[l] = may ? Known::True : Known::False;
  }
  return hopeful[l] == Known::True;
}

std::vector<Goal> goalsOf(Cores& cores, const NetShape& shape, const ModelInfo& model,
                          const ScFacts& facts, unsigned thread, const Option& option) {
  if (option.cell == kNoCell || shape.monitored[option.cell] == kNotMonitored) return {};
  const CompiledInstr& in = cores.instr(thread, option.id);
  const auto& replaced = facts.replaced[option.cell];
  std::vector<Goal> out;
  const auto add = [&](Question::Kind kind, Order order, const auto& accepts) {
    Goal goal;
    goal.cell = option.cell;
    goal.question.locked = model.lockedUpdates && mayRead(in.op) && mayWrite(in.op);
    const bool asRead = kind == Question::Kind::FailedCas && !model.lockedUpdates;
    goal.question.kind = asRead ? Question::Kind::Read : kind;
    goal.question.sc = model.scAccesses == ScAccesses::Ordered && order == Order::Sc;
    for (const auto& [value, how] : replaced) {
      const bool stamped = kind != Question::Kind::Write || how.byStore;
      if (stamped && accepts(value)) goal.values.push_back(value);
    }
    if (!goal.values.empty()) out.push_back(std::move(goal));
  };
  const auto anything = [](std::int64_t) { return true; };
  if (in.op == Instr::Op::Load) {
    add(Question::Kind::Read, in.order, anything);
  } else if (in.op == Instr::Op::Wait) {
    add(Question::Kind::Read, in.order,
        [&](std::int64_t v) { return cores.accepts(thread, option.id, v); });
  } else if (in.op == Instr::Op::Store || in.op == Instr::Op::Rmw) {
    add(Question::Kind::Write, in.order, anything);
  } else if (!replaced.empty()) {
    const std::int64_t expected = cores.pending(thread, option, replaced.begin()->first).expected;
    add(Question::Kind::Write, in.order, [&](std::int64_t v) { return v == expected; });
    if (in.op == Instr::Op::Cas) {
      add(Question::Kind::FailedCas, in.failOrder, [&](std::int64_t v) { return v != expected; });
    }
  }
  return out;
}

}  // namespace robur::anynumber

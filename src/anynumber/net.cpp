#include "anynumber/net.h"

#include <algorithm>
#include <bit>

namespace robur::anynumber {

Net::Net(Cores& cores, const NetShape& shape) : cores(cores), shape(shape), localStates(false) {
  facts.flow.resize(cores.machine().threadCount());
  facts.replaced.resize(cores.machine().cellCount());
  // A thread that never gets further has a pending access as well.
  for (unsigned t = 0; t < facts.flow.size(); ++t) facts.flow[t][cores.initial(t)];
  layOut();
}

Net::Net(Cores& cores, const NetShape& shape, const ModelInfo& model, Aim given, ColumnRules& rules,
         const ScFacts& facts)
    : cores(cores),
      shape(shape),
      model(&model),
      aim(std::move(given)),
      goal(&aim->whole),
      rules(&rules),
      known(&facts),
      localStates(rules.cellsAreExact()),
      liveness(cores.machine().threadCount()) {
  layOut();
  for (const auto& [value, replaced] : facts.replaced[goal->cell]) {
    bothPhases |=
        (replaced.byStore && !stamps(value, false)) || (replaced.byUpdate && !stamps(value, true));
  }
  findWhoComesToGoal();
}

void Net::layOut() {
  const Machine& m = cores.machine();
  const std::size_t cells = m.cellCount(), fixed = shape.fixed.size();
  for (unsigned c = 0; c < cells; ++c) {
    const IntType& type = m.cellType(c);
    exactTable.add(c, type.lo, static_cast<unsigned>(std::bit_width(type.extent())));
  }
  for (std::size_t i = 0; i < fixed; ++i) exactTable.add(cells + i, 0, 32);
  phaseAt = cells + fixed;
  exactTable.add(phaseAt, 0, goal != nullptr ? 2 : 0);
  exactCellsAt = phaseAt + 1;
  const bool exactCells = rules != nullptr && rules->cellsAreExact();
  for (std::size_t i = 0; i < fixed; ++i) {
    exactTable.add(exactCellsAt + i, 0, exactCells ? shape.monitoredCount : 0);
  }
  exactTable.finish();
  const unsigned monitored = rules != nullptr ? shape.monitoredCount : 0;
  for (unsigned x = 0; x < monitored; ++x) bitTable.add(x, 0, rules->cellRows());
  fenceAt = monitored;
  bitTable.add(fenceAt, 0, rules != nullptr ? rules->fenceRows() : 0);
  fixedBitsAt = fenceAt + 1;
  ownedAt = fixedBitsAt + fixed;
  const bool owned = rules != nullptr && rules->cellsAreOwned();
  for (std::size_t i = 0; i < fixed; ++i) {
    bitTable.add(fixedBitsAt + i, 0, rules != nullptr ? rules->threadRows() : 0);
    bitTable.add(ownedAt + i, 0, owned ? monitored : 0);
  }
  bitTable.finish();
}

Control Net::initial() {
  const Machine& m = cores.machine();
  std::vector<std::int64_t> state(m.stateSize());
  m.initial(state.data());
  Control out{std::vector<std::uint64_t>(exactCellsAt + fixedCount()),
              std::vector<std::uint64_t>(ownedAt + fixedCount())};
  std::copy_n(state.begin(), m.cellCount(), out.exact.begin());
  for (std::size_t i = 0; i < fixedCount(); ++i) {
    setFixed(out, i, localStates.number({shape.fixed[i], cores.initial(shape.fixed[i]), {}}));
  }
  return out;
}

LocalId Net::fixedLocal(const Control& c, std::size_t i) {
  const bool exactCells = rules != nullptr && rules->cellsAreExact();
  const std::uint64_t cells = exactCells ? c.exact[exactCellsAt + i] : c.bits[ownedAt + i];
  const auto core = static_cast<ThreadStateId>(c.exact[cores.machine().cellCount() + i]);
  return localStates.number({shape.fixed[i], core, {c.bits[fixedBitsAt + i], cells}});
}

void Net::setFixed(Control& c, std::size_t i, LocalId l) const {
  const LocalState& state = localStates[l];
  const bool exactCells = rules != nullptr && rules->cellsAreExact();
  c.exact[cores.machine().cellCount() + i] = state.core;
  c.bits[fixedBitsAt + i] = state.bits.rows;
  (exactCells ? c.exact[exactCellsAt + i] : c.bits[ownedAt + i]) = state.bits.cells;
}

std::span<const Move> Net::moves(LocalId l, std::size_t option, const Control& c) {
  const Option& o = coreOf(l).options[option];
  const unsigned x = rules != nullptr ? monitoredAt(o) : kNotMonitored;
  MoveKey key;
  key.local = l;
  key.optionAndPhase = static_cast<std::uint32_t>(option << 2 | phase(c));
  if (o.cell != kNoCell) key.value = static_cast<std::int64_t>(valueOf(c, o.cell));
  if (x != kNotMonitored) key.cell = c.bits[x];
  if (o.op == Instr::Op::Fence) key.fence = c.bits[fenceAt];
  if (const MoveRange* found = memo.find(key)) {
    return {arena.data() + found->begin, found->end - found->begin};
  }
  const auto begin = static_cast<std::uint32_t>(arena.size());
  compute(key, l, o, phase(c));
  const auto end = static_cast<std::uint32_t>(arena.size());
  memo.at(key).first = {begin, end};
  return {arena.data() + begin, end - begin};
}

void Net::compute(const MoveKey& key, LocalId l, const Option& option, std::uint64_t phase) {
  const LocalState state = localStates[l];
  const LocalStep& step = cores.step(state.thread, option, key.value);
  if (!step.taken) return;  // it is blocked, or has ended
  const bool writes =
      step.action.kind == Action::Kind::Write || step.action.kind == Action::Kind::Update;
  const std::int64_t value = writes ? step.after : key.value;
  if (goal != nullptr) return follow(state, step, key, phase, value);
  record(state, option, step);
  for (const ThreadStateId next : step.ways.next) {
    Move move;
    move.next = arrived(state.thread, next, {});
    move.value = value;
    arena.push_back(move);
  }
}

void Net::record(const LocalState& state, const Option& option, const LocalStep& step) {
  std::set<ThreadStateId>& nexts = facts.flow[state.thread][state.core];
  for (const ThreadStateId next : step.ways.next) {
    nexts.insert(next);
    facts.flow[state.thread][next];
  }
  if (option.cell == kNoCell) return;
  if (step.action.kind == Action::Kind::Write) {
    facts.replaced[option.cell][step.action.read].byStore = true;
  } else if (step.action.kind == Action::Kind::Update) {
    facts.replaced[option.cell][step.action.read].byUpdate = true;
  }
}

void Net::follow(const LocalState& state, const LocalStep& step, const MoveKey& key,
                 std::uint64_t phase, std::int64_t value) {
  const ColumnEvent event = eventOf(step);
  const bool toGoal = !goal->race && event.writes() && step.action.cell == goal->cell;
  const bool update = event.kind == ColumnEvent::Kind::Update;
  if (toGoal && (phase == 2 || stamps(key.value, update))) return;
  const StepBits reach = rules->reachRows();
  for (const ThreadStateId next : step.ways.next) {
    StepBits after = rules->after(event, {state.bits, key.cell, key.fence},
                                  livenessAt(state.thread, cores.at(state.thread, next).pc));
    Move move;
    move.value = value;
    move.fence = after.fence;
    move.taken = rules->cellsAreOwned() && event.writes() ? std::uint64_t{1} << event.cell : 0;
    move.phase = toGoal ? 2 : phase;
    move.cell = after.cell;
    move.next = arrived(state.thread, next, after.thread);
    arena.push_back(move);
    if (!toGoal) continue;
    move.phase = 1;
    move.cell &= ~reach.cell;
    after.thread.rows &= ~reach.thread.rows;
    move.next = arrived(state.thread, next, after.thread);
    arena.push_back(move);
  }
}

LocalId Net::arrived(unsigned thread, ThreadStateId core, const ThreadBits& bits) {
  if (!cores.at(thread, core).ended) return localStates.number({thread, core, bits});
  if (cores.machine().program().threads[thread].anyNumber) return Move::kEnded;
  return localStates.number({thread, core, {}});
}

ColumnEvent Net::eventOf(const LocalStep& step) const {
  using Kind = ColumnEvent::Kind;
  const Action& a = step.action;
  if (a.kind == Action::Kind::Fence) return {Kind::Fence, a.order, 0};
  if (a.kind == Action::Kind::Local || a.kind == Action::Kind::Stopped) return {};
  const unsigned x = shape.monitored[a.cell];
  if (x == kNotMonitored) return {Kind::PassBy, a.order, 0};
  if (a.kind == Action::Kind::Write) return {Kind::Store, a.order, x};
  if (a.kind == Action::Kind::Update) return {Kind::Update, a.order, x};
  return {a.op == Instr::Op::Cas ? Kind::FailedCas : Kind::Load, a.order, x};
}

void Net::apply(const Move& move, const Option& option, Control& c) const {
  if (option.cell != kNoCell) {
    c.exact[option.cell] = static_cast<std::uint64_t>(move.value);
    const unsigned x = rules != nullptr ? monitoredAt(option) : kNotMonitored;
    if (x != kNotMonitored) c.bits[x] = move.cell;
  }
  if (option.op == Instr::Op::Fence) c.bits[fenceAt] = move.fence;
  c.exact[phaseAt] = move.phase;
  if (move.taken == 0) return;
  for (std::size_t i = 0; i < fixedCount(); ++i) c.bits[ownedAt + i] &= ~move.taken;
}

bool Net::leaves(const Move& move, const Option& option, const Control& c) const {
  if (option.cell != kNoCell) {
    if (c.exact[option.cell] != static_cast<std::uint64_t>(move.value)) return false;
    const unsigned x = rules != nullptr ? monitoredAt(option) : kNotMonitored;
    if (x != kNotMonitored && c.bits[x] != move.cell) return false;
  }
  if (option.op == Instr::Op::Fence && c.bits[fenceAt] != move.fence) return false;
  if (c.exact[phaseAt] != move.phase) return false;
  if (move.taken == 0) return true;
  for (std::size_t i = 0; i < fixedCount(); ++i) {
    if ((c.bits[ownedAt + i] & move.taken) != 0) return false;
  }
  return true;
}

}  // namespace robur::anynumber

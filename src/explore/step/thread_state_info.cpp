#include "explore/step/thread_state_info.h"

#include <algorithm>

namespace robur {

namespace {

constexpr std::uint64_t kFewValues = 64;  // a cell with fewer has a table of steps by value

}  // namespace

const ThreadStateInfo& ThreadStateTable::add(unsigned t, ThreadStateId id) {
  auto fresh = std::make_unique<ThreadStateInfo>(make(t, id));
  if (const std::optional<Ways> choice = steps.choiceAt(t, id)) {
    fresh->choice = true;
    fresh->faults = choice->faults;
    for (const ThreadStateId option : choice->next) fresh->options.push_back(&of(t, option));
  }
  Infos& known = tables[t];
  if (id >= known.size()) known.resize(std::max<std::size_t>(id + 1, 2 * known.size()));
  known[id] = std::move(fresh);
  return *known[id];
}

ThreadStateInfo ThreadStateTable::make(unsigned t, ThreadStateId id) {
  ThreadStateInfo out;
  const auto pc = static_cast<Pc>(states.part(t, id)[0]);
  out.id = id;
  out.source = m.thread(t).instrs[pc].source;
  out.cell = steps.cellOf(t, id);
  out.twin = steps.twinOf(t, id);
  out.liveness = monitor.livenessAt(t, pc);
  out.future = futures.wordsAt(t, pc);
  out.reads = futures.at(t, pc).reads;
  if (out.cell == kNoCell) {
    out.byValue = std::make_unique<LocalStep*[]>(1);
  } else {
    const IntType& type = m.cellType(out.cell);
    out.lo = type.lo;
    if (type.extent() < kFewValues) {
      out.byValue = std::make_unique<LocalStep*[]>(type.extent() + 1);
    }
    out.monitored = monitored.indexOf(out.cell);
  }
  if (out.monitored != kNotMonitored) {
    out.access = monitor.addAccess(outcomes(t, id, out.monitored));
  }
  return out;
}

// What the pending access may see, by value class.
AccessOutcomes ThreadStateTable::outcomes(unsigned t, ThreadStateId id, unsigned x) {
  AccessOutcomes may;
  const MonitoredCell& cell = monitored[x];
  const CompiledInstr& in = m.thread(t).instrs[static_cast<Pc>(states.part(t, id)[0])];
  may.updateSc = in.order == Order::Sc;
  may.locked = mayRead(in.op) && mayWrite(in.op);
  may.readSc = (in.op == Instr::Op::Cas ? in.failOrder : in.order) == Order::Sc;
  const auto addAll = [&](std::vector<unsigned>& classes) {
    for (unsigned c = cell.firstClass; c < cell.endClass(); ++c) classes.push_back(c);
  };
  const auto expectedClass = [&] {
    return monitored.classOf(x, steps.find(t, id, m.cellType(cell.cell).lo).action.expected);
  };
  switch (in.op) {
    case Instr::Op::Load:
      addAll(may.read);
      break;
    case Instr::Op::Store:
    case Instr::Op::Rmw:
      addAll(may.update);
      break;
    case Instr::Op::Bcas:
      may.update.push_back(expectedClass());
      break;
    case Instr::Op::Cas: {
      const unsigned expected = expectedClass();
      may.update.push_back(expected);
      addAll(may.read);
      if (monitored.exact(x, expected)) std::erase(may.read, expected);
      break;
    }
    case Instr::Op::Wait: {
      for (unsigned i = 0; i < cell.tracked.size(); ++i) {
        if (steps.accepts(t, id, cell.tracked[i])) may.read.push_back(cell.firstClass + i);
      }
      if (cell.others && othersAccepted(t, id, cell)) may.read.push_back(cell.endClass() - 1);
      break;
    }
    default:
      break;
  }
  return may;
}

// The class of untracked values may hold one that the wait accepts. For small types we
// look; for large ones we assume so, which can only cost a refinement.
bool ThreadStateTable::othersAccepted(unsigned t, ThreadStateId id, const MonitoredCell& cell) {
  const IntType& type = m.cellType(cell.cell);
  if (type.extent() > 64) return true;
  for (std::int64_t v = type.lo; v <= type.hi; ++v) {
    if (!std::binary_search(cell.tracked.begin(), cell.tracked.end(), v) &&
        steps.accepts(t, id, v)) {
      return true;
    }
  }
  return false;
}

}  // namespace robur

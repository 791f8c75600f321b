// How a search tells what it met: the run that leads there, in the threads' own names.
#pragma once

#include "explore/search_impl.h"

namespace robur {

template <template <int> class Model, int W, class Eye>
Config Search<Model, W, Eye>::retrace(StateId id, std::vector<RunStep>& run) {
  std::vector<StateId> path;
  for (StateId at = id; at != kNoState; at = store.parent(at)) path.push_back(at);
  Stepper<Model, W, Eye> stepper = makeStepper();
  std::vector<std::uint64_t> packed(codec.words());
  std::vector<std::uint64_t> here(codec.words());
  Config config = stepper.blank();
  stepper.initial(config);
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    bool found = false;
    codec.pack(config, here.data());
    stepper.look(here.data());
    for (unsigned o = 0; o < stepper.optionCount() && !found; ++o) {
      const unsigned t = stepper.threadOf(o);
      const Action action = stepper.pending(o);
      if (!action.enabled) continue;
      const bool forgiven = stepper.onlyObserved(o) && stepper.stale(t, o);
      Config next;
      stepper.step(
          t, o,
          [&](std::span<const Change> changes) {
            if (found) return;
            codec.repack(here.data(), changes, packed.data());
            Config to = stepper.blank();
            codec.unpack(packed.data(), to);
            Config sorted = to;
            if (stepper.normalise(sorted)) codec.pack(sorted, packed.data());
            found = std::equal(packed.begin(), packed.end(), store.words(path[i]));
            if (found) next = std::move(to);
          },
          [](Pc, Fault) {});
      if (!found) continue;
      if (action.kind != Action::Kind::Local) run.push_back({t, stepper.pc(o), action, forgiven});
      config = std::move(next);
    }
    if (!found) throw InternalError("a state could not be reached again from its parent");
  }
  return config;
}

template <template <int> class Model, int W, class Eye>
std::vector<std::uint8_t> Search<Model, W, Eye>::placesOf(Config config) const {
  std::vector<std::uint8_t> where(m.threadCount());
  symmetry.sort(config.locals(), rowsOf(config).rows(), where.data());
  return where;
}

template <template <int> class Model, int W, class Eye>
Config Search<Model, W, Eye>::locate(Suspect& suspect, StateId id, LocalId own, LocalId others) {
  Config config = retrace(id, suspect.run);
  const std::vector<std::uint8_t> where = placesOf(config);
  suspect.thread = where[suspect.thread];
  suspect.other = where[suspect.other];
  if (others != kNoLocal) config.locals()[suspect.other] = others;
  if (own != kNoLocal) config.locals()[suspect.thread] = own;
  suspect.state = locals.machineState(config.cells(), config.locals());
  suspect.action = m.pending(suspect.state.data(), suspect.thread);
  return config;
}

template <template <int> class Model, int W, class Eye>
void Search<Model, W, Eye>::report(Suspect suspect, StateId id, LocalId own, LocalId others) {
  const std::lock_guard lock(telling);
  if (ended()) return;
  const Config config = locate(suspect, id, own, others);
  const auto pcOf = [&](unsigned t) {
    return m.thread(t).instrs[m.pc(suspect.state.data(), t)].source;
  };
  suspect.pc = pcOf(suspect.thread);
  suspect.otherPc = pcOf(suspect.other);
  suspect.otherAction = m.pending(suspect.state.data(), suspect.other);
  suspect.rows = showRows<W>(m.program(), monitored, layout, model.plan(), model.rowMap(),
                             rowsOf(config).rows());
  if (onSuspect(suspect)) control.end(End::Stopped);
}

template <template <int> class Model, int W, class Eye>
void Search<Model, W, Eye>::reportFault(StateId id, unsigned t, LocalId own, Pc pc, Fault fault) {
  const std::lock_guard lock(telling);
  if (ended() || !faultsTold.emplace(t, pc, fault).second) return;
  Suspect suspect;
  suspect.kind = Suspect::Kind::Fault;
  suspect.thread = t;
  suspect.pc = pc;
  suspect.fault = fault;
  locate(suspect, id, own, kNoLocal);
  const Pc at = m.thread(suspect.thread).instrs[m.pc(suspect.state.data(), suspect.thread)].source;
  if (suspect.action.kind != Action::Kind::Local) {
    suspect.run.push_back({suspect.thread, at, suspect.action});
  }
  if (onSuspect(suspect)) control.end(End::Stopped);
}

#ifndef NDEBUG
// Shows every one of the first states, then some, to the audit: before a level is expanded,
// outside the loops that have to be fast. The rows are those that the store gives back, of
// threads that have found their own place again.
template <template <int> class Model, int W, class Eye>
void Search<Model, W, Eye>::auditLevel(StateId begin, StateId end) {
  const auto perThread = static_cast<unsigned>(model.plan().thread.size());
  for (StateId id = begin; id < end; ++id) {
    if (!store.valid(id) || (id >= 200 && id % 256 != 0)) continue;
    KeptState kept;
    Config config = retrace(id, kept.run);
    kept.machine = locals.machineState(config.cells(), config.locals());
    const std::vector<std::uint8_t> where = placesOf(config);
    Config stored(m.cellCount(), m.threadCount());
    codec.unpack(store.words(id), stored);
    const RowBlock<W> block = rowsOf(stored);
    model.rowMap().inOrder([&](unsigned i) { kept.rows.push_back(block.rows()[i].wide()); });
    for (unsigned position = 0; position < m.threadCount(); ++position) {
      for (unsigned k = 0; k < perThread; ++k) {
        kept.rows[where[position] * perThread + k] =
            block.rows()[model.rowMap().threadIndex(position, k)].wide();
      }
    }
    options.audit(kept);
  }
}
#endif

}  // namespace robur

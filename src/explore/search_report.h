// How a search tells what it met: the run that leads there, in the threads' own names.
#pragma once

#include "explore/search_impl.h"

namespace robur {

template <template <int> class Model, int W>
Config<W> Search<Model, W>::retrace(StateId id, std::vector<RunStep>& run) {
  std::vector<StateId> path;
  for (StateId at = id; at != kNoState; at = store.parent(at)) path.push_back(at);
  Stepper<Model, W> stepper(m, futures, slots, frame, model, locals, options);
  std::vector<std::uint64_t> packed(codec.words());
  Config<W> config = stepper.blank();
  stepper.initial(config);
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    bool found = false;
    stepper.look(config);
    for (unsigned t = 0; t < m.threadCount() && !found; ++t) {
      const Action action = stepper.pending(t);
      if (!action.enabled) continue;
      const bool forgiven = stepper.onlyObserved(t) && stepper.stale(t);
      Config<W> next;
      stepper.step(
          t,
          [&](const Config<W>& to) {
            if (found) return;
            Config<W> sorted = to;
            symmetry.normalise(sorted);
            codec.pack(sorted, packed.data());
            found = std::equal(packed.begin(), packed.end(), store.words(path[i]));
            if (found) next = to;
          },
          [](Pc, Fault) {});
      if (!found) continue;
      if (action.kind != Action::Kind::Local) run.push_back({t, stepper.pc(t), action, forgiven});
      config = std::move(next);
    }
    if (!found) throw InternalError("a state could not be reached again from its parent");
  }
  return config;
}

template <template <int> class Model, int W>
Config<W> Search<Model, W>::locate(Suspect& suspect, StateId id) {
  Config<W> config = retrace(id, suspect.run);
  Config<W> sorted = config;
  std::vector<std::uint8_t> where(m.threadCount());
  symmetry.normalise(sorted, where.data());
  suspect.thread = where[suspect.thread];
  suspect.other = where[suspect.other];
  suspect.state = locals.machineState(config.cells(), config.locals());
  suspect.action = m.pending(suspect.state.data(), suspect.thread);
  return config;
}

template <template <int> class Model, int W>
void Search<Model, W>::report(Suspect suspect, StateId id) {
  const std::lock_guard lock(telling);
  if (ended()) return;
  const Config<W> config = locate(suspect, id);
  const auto pcOf = [&](unsigned t) {
    return m.thread(t).instrs[m.pc(suspect.state.data(), t)].source;
  };
  suspect.pc = pcOf(suspect.thread);
  suspect.otherPc = pcOf(suspect.other);
  suspect.otherAction = m.pending(suspect.state.data(), suspect.other);
  suspect.rows =
      showRows<W>(m.program(), slots, frame, model.plan(), model.rowMap(), config.rows());
  if (onSuspect(suspect)) end(End::Stopped);
}

template <template <int> class Model, int W>
void Search<Model, W>::reportFault(StateId id, unsigned t, Pc pc, Fault fault) {
  const std::lock_guard lock(telling);
  if (ended() || !faultsTold.emplace(t, pc, fault).second) return;
  Suspect suspect;
  suspect.kind = Suspect::Kind::Fault;
  suspect.thread = t;
  suspect.pc = pc;
  suspect.fault = fault;
  locate(suspect, id);
  const Pc at = m.thread(suspect.thread).instrs[m.pc(suspect.state.data(), suspect.thread)].source;
  if (suspect.action.kind != Action::Kind::Local) {
    suspect.run.push_back({suspect.thread, at, suspect.action});
  }
  if (onSuspect(suspect)) end(End::Stopped);
}

#ifndef NDEBUG
// Shows every one of the first states, then some, to the audit: before a level is expanded,
// outside the loops that have to be fast. The rows are those that the store gives back, of
// threads that have found their own place again.
template <template <int> class Model, int W>
void Search<Model, W>::auditLevel(StateId begin, StateId end) {
  const auto perThread = static_cast<unsigned>(model.plan().thread.size());
  std::vector<std::uint8_t> where(m.threadCount());
  for (StateId id = begin; id < end; ++id) {
    if (!store.valid(id) || (id >= 200 && id % 256 != 0)) continue;
    KeptState kept;
    Config<W> config = retrace(id, kept.run);
    kept.machine = locals.machineState(config.cells(), config.locals());
    symmetry.normalise(config, where.data());
    Config<W> stored(m.cellCount(), m.threadCount(), model.rowMap().size());
    codec.unpack(store.words(id), stored);
    model.rowMap().inOrder([&](unsigned i) { kept.rows.push_back(stored.rows()[i].wide()); });
    for (unsigned position = 0; position < m.threadCount(); ++position) {
      for (unsigned k = 0; k < perThread; ++k) {
        kept.rows[where[position] * perThread + k] =
            stored.rows()[model.rowMap().threadIndex(position, k)].wide();
      }
    }
    options.audit(kept);
  }
}
#endif

}  // namespace robur

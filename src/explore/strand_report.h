// How a search for strands tells what it met: the run that brought the strand there, in the
// threads' own names.
#pragma once

#include "explore/strand_search.h"

namespace robur {

template <template <int> class Model, int W>
typename StrandSearch<Model, W>::Trail StrandSearch<Model, W>::retrace(Spot spot) {
  std::vector<Spot> path;
  while (spot.state != kNoState) {
    path.push_back(spot);
    const Bundles::Origin origin = bundles.origin(spot.state, spot.entry);
    spot = {origin.state, origin.entry};
  }
  Walker walker = makeWalker();
  const unsigned threads = m.threadCount();
  // All rows together are not kept; they follow by the way.
  const RowCodec<W> rowCodec(frame, model.plan(), model.rowMap());
  const Codec wholeCodec(m, futures, rowCodec.words() > 0, options.clearDead);
  RowStates rowStates(rowCodec.words());
  Stepper<Model, W> whole(m, futures, slots, frame, model, symmetry, locals, wholeCodec, options,
                          rowCodec, rowStates);
  Config wholeConfig = whole.blank();
  whole.initial(wholeConfig);

  Trail trail{{}, walker.blank(), 0, rowCodec.blank()};
  walker.initial(trail.config);
  trail.strand = trail.config.rows();
  std::vector<std::uint64_t> here(codec.words()), packed(codec.words());
  std::vector<std::uint64_t> wholeHere(wholeCodec.words()), wholePacked(wholeCodec.words());
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const StrandId wanted = bundles.strand(path[i].state, path[i].entry);
    const Strand now{trail.strand, 0};
    walker.eye().take({&now, 1});
    codec.pack(trail.config, here.data());
    walker.look(here.data());
    bool found = false;
    for (unsigned o = 0; o < walker.optionCount() && !found; ++o) {
      const unsigned t = walker.threadOf(o);
      const Action action = walker.pending(o);
      if (!action.enabled) continue;
      Config next;
      walker.step(
          t, o,
          [&](std::span<const Change> changes) {
            if (found) return;
            codec.repack(here.data(), changes, packed.data());
            Config to = walker.blank();
            codec.unpack(packed.data(), to);
            Config sorted = to;
            symmetry.sortLocals(sorted.locals());
            codec.pack(sorted, packed.data());
            if (!std::equal(packed.begin(), packed.end(), store.words(path[i].state))) return;
            for (const Strand& strand : walker.eye().out()) {
              if (walker.eye().sorted(strand.id, symmetry, to.locals(), threads) != wanted)
                continue;
              found = true;
              trail.strand = strand.id;
              next = std::move(to);
              return;
            }
          },
          [](Pc, Fault) {});
      if (!found) continue;
      if (action.kind != Action::Kind::Local) trail.run.push_back({t, walker.pc(o), action});
      // The same option, and of its ways the one that leads the thread to the same state.
      wholeCodec.pack(wholeConfig, wholeHere.data());
      whole.look(wholeHere.data());
      whole.step(
          t, o,
          [&](std::span<const Change> changes) {
            wholeCodec.repack(wholeHere.data(), changes, wholePacked.data());
            Config to = whole.blank();
            wholeCodec.unpack(wholePacked.data(), to);
            if (to.locals()[t] == next.locals()[t]) wholeConfig = std::move(to);
          },
          [](Pc, Fault) {});
      trail.config = std::move(next);
    }
    if (!found) throw InternalError("a strand could not be brought again to where it was");
  }
  trail.rows = rowCodec.block(rowStates, wholeConfig.rows());
  return trail;
}

template <template <int> class Model, int W>
void StrandSearch<Model, W>::locate(Suspect& suspect, Trail& trail, LocalId own, LocalId others) {
  // The state was kept with its threads sorted, by the strand where their own states agree.
  std::vector<std::uint8_t> where(m.threadCount());
  RowBlock<W> block = strandCodec.blank();
  strandCodec.unpack(strands.packed(trail.strand), block.rows());
  Config config = trail.config;
  symmetry.sort(config.locals(), block.rows(), where.data());
  suspect.thread = where[suspect.thread];
  suspect.other = where[suspect.other];
  std::uint64_t* const current = trail.config.locals();
  if (others != kNoLocal) current[suspect.other] = others;
  if (own != kNoLocal) current[suspect.thread] = own;
  suspect.state = locals.machineState(trail.config.cells(), current);
  suspect.action = m.pending(suspect.state.data(), suspect.thread);
  suspect.run = std::move(trail.run);
}

template <template <int> class Model, int W>
void StrandSearch<Model, W>::report(Suspect suspect, Spot spot, LocalId own, LocalId others) {
  const std::lock_guard lock(telling);
  if (control.ended()) return;
  Trail trail = retrace(spot);
  locate(suspect, trail, own, others);
  const auto pcOf = [&](unsigned t) {
    return m.thread(t).instrs[m.pc(suspect.state.data(), t)].source;
  };
  suspect.pc = pcOf(suspect.thread);
  suspect.otherPc = pcOf(suspect.other);
  suspect.otherAction = m.pending(suspect.state.data(), suspect.other);
  suspect.rows =
      showRows<W>(m.program(), slots, frame, model.plan(), model.rowMap(), trail.rows.rows());
  if (onSuspect(suspect)) control.end(SearchOutcome::End::Stopped);
}

template <template <int> class Model, int W>
void StrandSearch<Model, W>::reportFault(StateId id, unsigned t, LocalId own, Pc pc, Fault fault) {
  const std::lock_guard lock(telling);
  if (control.ended() || !faultsTold.emplace(t, pc, fault).second) return;
  Suspect suspect;
  suspect.kind = Suspect::Kind::Fault;
  suspect.thread = t;
  suspect.pc = pc;
  suspect.fault = fault;
  Trail trail = retrace({id, 0});
  locate(suspect, trail, own, kNoLocal);
  const Pc at = m.thread(suspect.thread).instrs[m.pc(suspect.state.data(), suspect.thread)].source;
  if (suspect.action.kind != Action::Kind::Local) {
    suspect.run.push_back({suspect.thread, at, suspect.action});
  }
  if (onSuspect(suspect)) control.end(SearchOutcome::End::Stopped);
}

#ifndef NDEBUG
// Shows all rows of a sample of the states to the audit, by a run that brought the latest of
// their strands there, and compares that strand with its column of these rows.
template <template <int> class Model, int W>
void StrandSearch<Model, W>::auditLevel() {
  std::vector<Strand> fresh;
  std::vector<std::uint64_t> packed(strandCodec.words());
  for (const StateId id : frontier) {
    if (id >= 200 && (id + level) % 256 != 0) continue;
    bundles.copyNew(id, level, fresh);
    KeptState kept;
    Trail trail = retrace({id, fresh.back().entry});
    const std::uint64_t* strand = strands.packed(trail.strand);
    const unsigned column = StrandCodec<W>::column(strand);
    strandCodec.pack(trail.rows.rows(), column, StrandCodec<W>::threatened(strand), packed.data());
    if (column != StrandCodec<W>::kNoColumn && !strandCodec.sameColumn(strand, packed.data())) {
      throw InternalError("a strand is not what its column of the rows says");
    }
    kept.run = std::move(trail.run);
    kept.machine = locals.machineState(trail.config.cells(), trail.config.locals());
    model.rowMap().inOrder([&](unsigned i) { kept.rows.push_back(trail.rows.rows()[i].wide()); });
    options.audit(kept);
  }
}
#endif

}  // namespace robur

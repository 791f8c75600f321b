// How a search for strands tells what it met: the run that brought the strand there, in the
// threads' own names.
#pragma once

#include "explore/strand_search.h"

namespace robur {

// Where a strand was before it came to a state from another: one of those that were new there a
// level earlier.
template <template <int> class Model, int W>
typename StrandSearch<Model, W>::Spot StrandSearch<Model, W>::before(const Spot& spot,
                                                                     StateId from) {
  Walker walker = makeWalker();
  std::vector<std::uint64_t> packed(codec.words());
  Config sorted = walker.blank();
  for (const Bundles::Arrival& arrival : bundles.arrivals(from)) {
    if (arrival.level + 1 != spot.level) continue;
    for (const StrandId candidate : sets.strands(arrival.strands)) {
      walker.eye().take(walker.eye().single(candidate));
      walker.look(store.words(from));
      bool found = false;
      for (unsigned o = 0; o < walker.optionCount() && !found; ++o) {
        if (!walker.pending(o).enabled) continue;
        walker.step(
            walker.threadOf(o), o,
            [&](std::span<const Change> changes) {
              codec.repack(store.words(from), changes, packed.data());
              codec.unpack(packed.data(), sorted);
              const StrandSetId out = walker.eye().sorted(walker.eye().out(), symmetry,
                                                          sorted.locals(), m.threadCount());
              symmetry.sortLocals(sorted.locals());
              codec.pack(sorted, packed.data());
              const auto strandsOut = sets.strands(out);
              found |=
                  std::equal(packed.begin(), packed.end(), store.words(spot.state)) &&
                  std::find(strandsOut.begin(), strandsOut.end(), spot.strand) != strandsOut.end();
            },
            [](Pc, Fault) {});
      }
      if (found) return {from, candidate, arrival.level};
    }
  }
  throw InternalError("nobody brought a strand to where it is");
}

template <template <int> class Model, int W>
std::vector<typename StrandSearch<Model, W>::Spot> StrandSearch<Model, W>::pathTo(Spot spot) {
  std::vector<Spot> path;
  while (true) {
    path.push_back(spot);
    StateId from = kNoState;
    for (const Bundles::Arrival& arrival : bundles.arrivals(spot.state)) {
      const auto came = sets.strands(arrival.strands);
      if (arrival.level == spot.level &&
          std::find(came.begin(), came.end(), spot.strand) != came.end()) {
        from = arrival.from;
      }
    }
    if (from == kNoState) return path;
    spot = before(spot, from);
  }
}

// What a state had from the beginning.
template <template <int> class Model, int W>
typename StrandSearch<Model, W>::Spot StrandSearch<Model, W>::anyStrandAt(StateId id) {
  const Bundles::Arrival first = bundles.arrivals(id).front();
  return {id, sets.strands(first.strands).front(), first.level};
}

template <template <int> class Model, int W>
typename StrandSearch<Model, W>::Trail StrandSearch<Model, W>::retrace(const Spot& spot) {
  const std::vector<Spot> path = pathTo(spot);
  Walker walker = makeWalker();
  const unsigned threads = m.threadCount();
  // All rows together are not kept; they follow by the way.
  const RowCodec<W> rowCodec(layout, model.plan(), model.rowMap());
  const Codec wholeCodec(m, futures, rowCodec.words() > 0, options.clearDead);
  RowStates rowStates(rowCodec.words());
  Stepper<Model, W> whole(m, futures, monitored, layout, model, symmetry, locals, wholeCodec,
                          options, rowCodec, rowStates);
  Config wholeConfig = whole.blank();
  whole.initial(wholeConfig);

  Trail trail{{}, walker.blank(), 0, rowCodec.blank()};
  walker.initial(trail.config);
  trail.strand = trail.config.rows();
  std::vector<std::uint64_t> here(codec.words()), packed(codec.words());
  std::vector<std::uint64_t> wholeHere(wholeCodec.words()), wholePacked(wholeCodec.words());
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const StrandSetId wanted = walker.eye().single(path[i].strand);
    walker.eye().take(walker.eye().single(trail.strand));
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
            for (const StrandId strand : sets.strands(walker.eye().out())) {
              const StrandSetId one = walker.eye().single(strand);
              if (walker.eye().sorted(one, symmetry, to.locals(), threads) != wanted) continue;
              found = true;
              trail.strand = strand;
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
void StrandSearch<Model, W>::report(Suspect suspect, const Spot& spot, LocalId own,
                                    LocalId others) {
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
      showRows<W>(m.program(), monitored, layout, model.plan(), model.rowMap(), trail.rows.rows());
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
  Trail trail = retrace(anyStrandAt(id));
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
  std::vector<std::uint64_t> packed(strandCodec.words());
  for (const StateId id : frontier) {
    if (id >= 200 && (id + level) % 256 != 0) continue;
    const Bundles::Arrival latest = bundles.arrivals(id).back();
    KeptState kept;
    Trail trail = retrace({id, sets.strands(latest.strands).back(), latest.level});
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

// The run that brought a column to a state, in the threads' own names.
#include <algorithm>
#include <utility>

#include "explore/columns/column_search.h"
#include "explore/rows/row_codec.h"
#include "explore/rows/whole_rows_view.h"
#include "explore/stepping_expander.h"
#include "program/internal_error.h"

namespace robur {

namespace {

bool contains(std::span<const ColumnId> some, ColumnId one) {
  return std::find(some.begin(), some.end(), one) != some.end();
}

}  // namespace

// All rows of a run together, which are not stored: they follow from its steps.
class ColumnSearch::WholeRows {
 public:
  explicit WholeRows(ColumnSearch& s)
      : rowCodec(s.type.shape),
        codec(s.m, s.exploration.futures, rowCodec.words() > 0, s.options.clearDead),
        states(rowCodec.words()),
        stepper({s.exploration, s.type, s.symmetry, s.threadStates, codec}, rowCodec, states),
        config(stepper.blank()) {
    stepper.initial(config);
  }

  // Takes this option of t, and of its ways the one that leads the thread to this state.
  void step(unsigned t, unsigned option, std::uint64_t local) {
    std::vector<std::uint64_t> here(codec.words());
    codec.pack(config, here.data());
    findStep(stepper, codec, here.data(), [&](unsigned u, unsigned o, const Config& to) {
      if (u != t || o != option || to.locals()[t] != local) return false;
      config = to;
      return true;
    });
  }
  RowBlock rows() const { return rowCodec.block(states, config.rows()); }

 private:
  RowCodec rowCodec;
  StateCodec codec;
  RowStates states;
  Stepper<WholeRowsView> stepper;
  Config config;
};

// Where a column was before it arrived at a state from another: one of those that were new there
// a level earlier.
Spot ColumnSearch::before(Stepper<ColumnView>& stepper, const Spot& spot, StateId from) {
  ColumnView& view = stepper.view();
  std::vector<std::uint64_t> packed(codec.words());
  for (const ColumnsPerState::Arrival& arrival : perState.arrivals(from)) {
    if (arrival.level + 1 != spot.level) continue;
    for (const ColumnId candidate : sets.columns(arrival.columns)) {
      view.take(view.single(candidate));
      const bool found =
          findStep(stepper, codec, store.words(from), [&](unsigned, unsigned, Config& to) {
            const ColumnSetId out = view.sorted(view.out(), symmetry, to.locals());
            symmetry.sortLocals(to.locals());
            codec.pack(to, packed.data());
            return std::equal(packed.begin(), packed.end(), store.words(spot.state)) &&
                   contains(sets.columns(out), spot.column);
          });
      if (found) return {from, candidate, arrival.level};
    }
  }
  throw InternalError("no step brings a column to a state that has it");
}

std::vector<Spot> ColumnSearch::pathTo(Spot spot) {
  std::vector<Spot> path;
  Stepper<ColumnView> stepper = makeStepper();
  while (true) {
    path.push_back(spot);
    StateId from = kNoState;
    for (const ColumnsPerState::Arrival& arrival : perState.arrivals(spot.state)) {
      if (arrival.level == spot.level && contains(sets.columns(arrival.columns), spot.column)) {
        from = arrival.from;
      }
    }
    if (from == kNoState) return path;
    spot = before(stepper, spot, from);
  }
}

Spot ColumnSearch::spotAt(StateId state) {
  const ColumnsPerState::Arrival first = perState.arrivals(state).front();
  return {state, sets.columns(first.columns).front(), first.level};
}

Trail ColumnSearch::retrace(const Spot& spot) {
  const std::vector<Spot> path = pathTo(spot);
  Stepper<ColumnView> stepper = makeStepper();
  ColumnView& view = stepper.view();
  WholeRows whole(*this);
  Trail trail{{}, stepper.blank(), {}, std::vector<std::uint8_t>(m.threadCount())};
  stepper.initial(trail.config);
  ColumnId column = trail.config.rows();  // with threads in their own order
  std::vector<std::uint64_t> here(codec.words()), packed(codec.words());
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const ColumnSetId wanted = view.single(path[i].column);
    view.take(view.single(column));
    codec.pack(trail.config, here.data());
    const bool found =
        findStep(stepper, codec, here.data(), [&](unsigned t, unsigned o, const Config& to) {
          Config sorted = to;
          symmetry.sortLocals(sorted.locals());
          codec.pack(sorted, packed.data());
          if (!std::equal(packed.begin(), packed.end(), store.words(path[i].state))) return false;
          for (const ColumnId candidate : sets.columns(view.out())) {
            if (view.sorted(view.single(candidate), symmetry, to.locals()) != wanted) continue;
            const Action& action = stepper.pending(o);
            if (action.kind != Action::Kind::Local) {
              trail.run.push_back({t, stepper.pc(o), action});
            }
            whole.step(t, o, to.locals()[t]);
            column = candidate;
            trail.config = to;
            return true;
          }
          return false;
        });
    if (!found) throw InternalError("a column could not be brought again to its state");
  }
  trail.rows = whole.rows();
  // The state was stored with its threads sorted, by the column where their own states agree.
  RowBlock rows(type.shape);
  columnCodec.unpack(columns.at(column), rows.data());
  Config sorted = trail.config;
  symmetry.sort(sorted.locals(), rows.data(), trail.where.data());
  trail.column = column;
  return trail;
}

// All rows of a run that brought the latest of its columns to a state. That column must be the
// same as in these rows.
void ColumnSearch::audit(StateId state) {
  const ColumnsPerState::Arrival latest = perState.arrivals(state).back();
  Trail trail = retrace({state, sets.columns(latest.columns).back(), latest.level});
  const std::uint64_t* const column = columns.at(trail.column);
  const unsigned index = ColumnCodec::indexOf(column);
  std::vector<std::uint64_t> packed(columnCodec.words());
  columnCodec.pack(trail.rows.data(), index, ColumnCodec::mayViolate(column), packed.data());
  if (index != ColumnCodec::kSeed && !columnCodec.isSameColumn(column, packed.data())) {
    throw InternalError("a stored column differs from that column of the rows");
  }
  KeptState out;
  out.run = std::move(trail.run);
  out.machine = threadStates.machineState(trail.config.cells(), trail.config.locals());
  out.rows = rowsInOrder(type.shape, trail.rows);
  options.audit(out);
}

}  // namespace robur

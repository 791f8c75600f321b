#include "verify/sc_space.h"

#include <bit>

namespace robur::verify {

namespace {

using Kind = LocalEdge::Kind;

FieldTable layoutOf(const LocalGraphs& locals) {
  FieldTable out;
  std::size_t at = 0;
  const auto add = [&](std::size_t count) {
    out.add(at++, 0, static_cast<unsigned>(std::bit_width(count - 1)));
  };
  for (const LocalGraph& thread : locals.threads) add(thread.states.size());
  for (const std::vector<std::int64_t>& values : locals.values) add(values.size());
  out.finish();
  return out;
}

// Calls visit(step) for each step from the state that has this row.
template <class Visit>
void forEachStep(const LocalGraphs& locals, const Row& row, const Visit& visit) {
  const auto threads = static_cast<std::uint32_t>(locals.threads.size());
  for (std::uint32_t t = 0; t < threads; ++t) {
    for (const LocalEdge& e : locals.threads[t].edges[row[t]]) {
      const bool reads = e.kind == Kind::Read || e.kind == Kind::Update;
      if (!reads || row[threads + e.cell] == e.read) visit(ScStep{t, &e});
    }
  }
}

// The state after a step, packed.
void take(const FieldTable& layout, std::size_t threads, const Row& row, const std::uint64_t* from,
          const ScStep& step, std::uint64_t* to) {
  copyWords(from, to, layout.words());
  const auto set = [&](std::size_t at, std::uint64_t number) {
    const FieldTable::Field& field = layout[at];
    to[field.word] += (number - row[at]) << field.shift;
  };
  const LocalEdge& e = *step.edge;
  set(step.thread, e.to);
  if (e.kind == Kind::Write || e.kind == Kind::Update) set(threads + e.cell, e.written);
}

}  // namespace

class ScSpace::ScExpander final : public Expander {
 public:
  explicit ScExpander(const ScSpace& space)
      : Expander(space.store, space.layout.words()), space(space), row(space.tested.size()) {}

  void expand(std::span<const StateId> states) override {
    for (const StateId id : states) {
      const std::uint64_t* const state = space.store.words(id);
      space.layout.unpack(state, row.data());
      batch.open({.id = id});
      forEachStep(space.locals, row, [&](const ScStep& step) {
        take(space.layout, space.locals.threads.size(), row, state, step, batch.slot());
        batch.post();
      });
    }
  }

 private:
  const ScSpace& space;
  Row row;
};

ScSpace::ScSpace(const LocalGraphs& locals, const std::vector<Target>& targets,
                 const SearchOptions& options)
    : SearchSpace(options, layoutOf(locals).words()),
      locals(locals),
      layout(layoutOf(locals)),
      tested(locals.threads.size() + locals.cells()),
      packed(layout.words()) {
  for (const Target& target : targets) tests.emplace_back(locals, target);
}

std::unique_ptr<Expander> ScSpace::makeExpander() {
  return std::make_unique<ScExpander>(*this);
}

void ScSpace::addInitial() {
  const Row row(tested.size(), 0);
  layout.pack(row.data(), packed.data());
  StateStore::Ticket ticket;
  store.insert(packed.data(), store.hashOf(packed.data()), kNoState, ticket);
}

void ScSpace::nextFrontier(Frontier& frontier, StateId begin, StateId end) {
  levels.emplace_back(begin, end);
  for (StateId id = begin; id < end && !targetInLastLevel; ++id) {
    targetInLastLevel = store.valid(id) && targetAt(id);
  }
  frontier.setRange(targetInLastLevel ? end : begin, end);
}

std::optional<std::size_t> ScSpace::targetAt(StateId state) {
  layout.unpack(store.words(state), tested.data());
  for (std::size_t k = 0; k < tests.size(); ++k) {
    if (tests[k](tested)) return k;
  }
  return std::nullopt;
}

// A state of a complete level, so its successors are all stored: none is inserted here.
StateId ScSpace::successor(StateId state, const Row& row, const ScStep& step) {
  take(layout, locals.threads.size(), row, store.words(state), step, packed.data());
  StateStore::Ticket ticket;
  return store.insert(packed.data(), store.hashOf(packed.data()), kNoState, ticket).id;
}

// By number: from which states is there a shortest run that goes on to a target?
std::vector<bool> ScSpace::statesTowardsTargets() {
  std::vector<bool> out(store.end());
  const auto [begin, end] = levels.back();
  for (StateId id = begin; id < end; ++id) out[id] = store.valid(id) && targetAt(id);
  Row row(tested.size());
  for (std::size_t level = levels.size() - 1; level-- > 0;) {
    const auto [first, next] = levels[level];
    for (StateId id = first; id < next; ++id) {
      if (!store.valid(id)) continue;
      layout.unpack(store.words(id), row.data());
      forEachStep(locals, row, [&](const ScStep& step) {
        if (out[id]) return;
        const StateId to = successor(id, row, step);
        out[id] = to >= next && out[to];
      });
    }
  }
  return out;
}

std::optional<ScSpace::Found> ScSpace::found() {
  if (!targetInLastLevel) return std::nullopt;
  const std::vector<bool> towards = statesTowardsTargets();
  Found out;
  StateId at = levels.front().first;
  Row row(tested.size());
  for (std::size_t level = 0; level + 1 < levels.size(); ++level) {
    layout.unpack(store.words(at), row.data());
    StateId next = kNoState;
    forEachStep(locals, row, [&](const ScStep& step) {
      if (next != kNoState) return;
      const StateId to = successor(at, row, step);
      if (to < levels[level + 1].first || !towards[to]) return;
      out.run.push_back(step);
      next = to;
    });
    at = next;
  }
  out.target = *targetAt(at);
  return out;
}

}  // namespace robur::verify

#include "verify/sc_search.h"

#include <map>

namespace robur::potentials {

namespace {

using Kind = LocalEdge::Kind;

struct State {
  std::vector<std::uint32_t> at;  // per thread
  std::vector<ValueId> memory;    // per cell

  friend auto operator<=>(const State&, const State&) = default;
};

struct Step {
  const State* from = nullptr;  // null: the start
  std::uint32_t thread = 0;
  const LocalEdge* edge = nullptr;
};

bool meets(const Locals& locals, const Target& target, const State& state) {
  for (std::size_t t = 0; t < state.at.size(); ++t) {
    if (target.threads[t] && !target.threads[t](locals.threads[t].states[state.at[t]])) {
      return false;
    }
  }
  for (const auto& [cell, test] : target.cells) {
    if (!test(locals.values[cell][state.memory[cell]])) return false;
  }
  return true;
}

Replayed retrace(const Program& program, const Locals& locals, const std::map<State, Step>& seen,
                 const State& end) {
  std::vector<const State*> path = {&end};
  while (seen.at(*path.back()).from != nullptr) path.push_back(seen.at(*path.back()).from);
  Replayed out{ExecutionGraph::initial(program), {}};
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const Step& step = seen.at(*path[i]);
    const Pc pc = locals.threads[step.thread].states[path[i + 1]->at[step.thread]].pc;
    if (step.edge->kind == Kind::Silent && !step.edge->fence) continue;
    const Event event = eventOf(program, locals, *step.edge, step.thread, pc);
    out.graph.add(event, latestSource(out.graph, event));
  }
  for (std::size_t t = 0; t < end.at.size(); ++t) {
    out.ends.push_back(locals.threads[t].states[end.at[t]]);
  }
  return out;
}

}  // namespace

ScSearch searchSc(const Program& program, const Locals& locals, const std::vector<Target>& targets,
                  std::uint64_t maxStates, const std::function<bool()>& stop) {
  ScSearch out;
  std::map<State, Step> seen;
  std::vector<const State*> queue;
  const auto add = [&](State state, const Step& step) {
    const auto [at, isNew] = seen.emplace(std::move(state), step);
    if (isNew) queue.push_back(&at->first);
  };
  add({std::vector<std::uint32_t>(locals.threads.size(), 0),
       std::vector<ValueId>(locals.cells(), 0)},
      {});
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const State& state = *queue[i];
    out.states = queue.size();
    for (std::size_t k = 0; k < targets.size(); ++k) {
      if (!meets(locals, targets[k], state)) continue;
      out.end = ScSearch::End::Found;
      out.target = k;
      out.run = retrace(program, locals, seen, state);
      return out;
    }
    if ((maxStates != 0 && seen.size() > maxStates) || (i % 256 == 0 && stop())) return out;
    for (std::uint32_t t = 0; t < state.at.size(); ++t) {
      for (const LocalEdge& e : locals.threads[t].edges[state.at[t]]) {
        const bool reads = e.kind == Kind::Read || e.kind == Kind::Update;
        if (reads && state.memory[e.cell] != e.read) continue;
        State next = state;
        next.at[t] = e.to;
        if (e.kind == Kind::Write || e.kind == Kind::Update) next.memory[e.cell] = e.written;
        add(std::move(next), {&state, t, &e});
      }
    }
  }
  out.end = ScSearch::End::NotFound;
  return out;
}

}  // namespace robur::potentials

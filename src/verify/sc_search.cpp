#include "verify/sc_search.h"

#include "explore/driver.h"
#include "verify/sc_space.h"

namespace robur::verify {

namespace {

Replayed graphOf(const Program& program, const LocalGraphs& locals, const ScSpace::Found& found) {
  Replayed out{ExecutionGraph::initial(program), {}};
  std::vector<std::uint32_t> at(locals.threads.size(), 0);
  for (const auto& [thread, edge] : found.run) {
    const Pc pc = locals.threads[thread].states[at[thread]].pc;
    at[thread] = edge->to;
    if (edge->kind == LocalEdge::Kind::Silent && !edge->fence) continue;
    const Event event = eventOf(program, locals, *edge, thread, pc);
    out.graph.add(event, latestSource(out.graph, event));
  }
  for (std::size_t t = 0; t < at.size(); ++t) {
    out.ends.push_back(locals.threads[t].states[at[t]]);
  }
  return out;
}

}  // namespace

ScSearch searchSc(const Program& program, const LocalGraphs& locals,
                  const std::vector<Target>& targets, const SearchOptions& options) {
  SearchControl control(options);
  ScSpace space(locals, targets, options);
  ScSearch out;
  out.outcome = Driver(space, control).run();
  if (const auto found = space.found())
    out.found = {graphOf(program, locals, *found), found->target};
  return out;
}

}  // namespace robur::verify

#include "verify/coverability.h"

#include <algorithm>

#include "verify/backward_worker.h"

namespace robur::verify {

namespace {

// The moves from the node that was found to a start, with threads named as in the program.
void collectMoves(const BackwardSearch& search, Coverage& out) {
  std::vector<NodeRef> path;
  const auto at = [&](NodeRef ref) -> const Node& {
    return search.workers[ref.worker]->node(ref.node);
  };
  for (NodeRef ref = search.found; ref.node != kNoNode; ref = at(ref).parent) path.push_back(ref);
  // Renamings are numbered by the worker that took the step; starts belong to the first worker.
  const auto oldNames = [&](const Node& node) {
    return search.workers[node.parent.worker]->oldNames(node.renaming);
  };
  out.start = at(path.back()).macro;
  std::vector<std::uint32_t> original = oldNames(at(path.back()));
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const Node& n = at(path[i]);
    const MacroStep& m = search.system.threads[n.thread].macros[n.macro];
    Move move{original[n.thread], m.update, m.cell, m.written,
              search.workers[n.parent.worker]->readsOf(n)};
    for (ReadOption& o : move.reads) {
      if (o.writer < original.size()) o.writer = static_cast<std::uint16_t>(original[o.writer]);
    }
    out.moves.push_back(std::move(move));
    std::vector<std::uint32_t> next = oldNames(n);
    for (std::uint32_t& t : next) t = original[t];
    original = std::move(next);
  }
  std::reverse(out.moves.begin(), out.moves.end());
}

}  // namespace

Coverage cover(const ThreadSystem& system, const std::vector<Start>& starts,
               const SearchLimits& limits) {
  Coverage out;
  Abstraction abstraction(system);
  const bool pruned =
      limits.forward && abstraction.explore([&] { return limits.stop && limits.stop(); });
  if (pruned) out.forwardStates = abstraction.states();
  BackwardSearch search(system, limits, pruned ? &abstraction : nullptr);
  search.run(starts);
  out.expanded = search.expanded;
  for (const auto& worker : search.workers) out.basis += worker->basis();
  out.limit = search.limit;
  if (search.found.node != kNoNode) {
    out.end = Coverage::End::Reachable;
    collectMoves(search, out);
  } else if (!search.ended) {
    out.end = Coverage::End::Unreachable;
  }
  return out;
}

}  // namespace robur::verify

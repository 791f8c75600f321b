#include "verify/coverability.h"

#include <algorithm>

#include "verify/search.h"

namespace robur::verify {

namespace {

// From the node that was found back to a start, in the names that threads have there.
void tell(const Team& team, Coverage& out) {
  std::vector<NodeRef> path;
  const auto at = [&](NodeRef ref) -> const Node& {
    return team.members[ref.member]->node(ref.node);
  };
  for (NodeRef ref = team.found; ref.node != kNoNode; ref = at(ref).parent) path.push_back(ref);
  // A renaming is known to whoever took the step back; starts are the first member's.
  const auto oldNames = [&](const Node& node) {
    return team.members[node.parent.member]->oldNames(node.renaming);
  };
  out.start = at(path.back()).macro;
  std::vector<std::uint32_t> original = oldNames(at(path.back()));
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const Node& n = at(path[i]);
    const Macro& m = team.setting.threads[n.thread].macros[n.macro];
    Move move{original[n.thread], m.update, m.cell, m.written,
              team.members[n.parent.member]->readsOf(n)};
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

Coverage cover(const Setting& setting, const std::vector<Start>& starts,
               const SearchLimits& limits) {
  Coverage out;
  Abstraction abstraction(setting);
  const bool pruned =
      limits.forward && abstraction.explore([&] { return limits.stop && limits.stop(); });
  if (pruned) out.forwardStates = abstraction.states();
  Team team(setting, limits, pruned ? &abstraction : nullptr);
  team.run(starts);
  out.expanded = team.expanded;
  for (const auto& member : team.members) out.basis += member->basis();
  out.limit = team.limit;
  if (team.found.node != kNoNode) {
    out.end = Coverage::End::Reachable;
    tell(team, out);
  } else if (!team.ended) {
    out.end = Coverage::End::Unreachable;
  }
  return out;
}

}  // namespace robur::verify

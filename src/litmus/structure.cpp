// Immediate postdominators of an acyclic graph, from the end backwards: that of an instruction is
// the nearest common one of its successors.
#include "litmus/structure.h"

namespace robur::litmus {

namespace {

enum class Mark : std::uint8_t { New, Open, Done };

// The instructions reachable from the entry, successors first; empty if there is a loop.
std::optional<std::vector<Pc>> successorsFirst(const Code& code) {
  std::vector<Mark> marks(code.instrs.size(), Mark::New);
  std::vector<Pc> order;
  std::vector<std::pair<Pc, std::size_t>> path = {{code.entry, 0}};
  marks[code.entry] = Mark::Open;
  while (!path.empty()) {
    auto& [pc, at] = path.back();
    const std::vector<Pc>& next = code.instrs[pc].next;
    if (at == next.size()) {
      marks[pc] = Mark::Done;
      order.push_back(pc);
      path.pop_back();
      continue;
    }
    const Pc to = next[at++];
    if (marks[to] == Mark::Open) return std::nullopt;
    if (marks[to] == Mark::New) {
      marks[to] = Mark::Open;
      path.emplace_back(to, 0);
    }
  }
  return order;
}

}  // namespace

std::optional<std::vector<Pc>> meetingPoints(const Code& code) {
  const std::optional<std::vector<Pc>> order = successorsFirst(code);
  if (!order) return std::nullopt;
  const auto end = static_cast<Pc>(code.instrs.size());
  std::vector<Pc> meeting(code.instrs.size() + 1, end);
  std::vector<std::size_t> depth(code.instrs.size() + 1, 0);  // the end has 0
  const auto common = [&](Pc a, Pc b) {
    while (a != b) {
      if (depth[a] < depth[b]) std::swap(a, b);
      a = meeting[a];
    }
    return a;
  };
  for (const Pc pc : *order) {
    const std::vector<Pc>& next = code.instrs[pc].next;
    Pc met = next.empty() ? end : next.front();
    for (const Pc to : next) met = common(met, to);
    meeting[pc] = met;
    depth[pc] = depth[met] + 1;
  }
  return meeting;
}

}  // namespace robur::litmus

#include "check/every_finding.h"

#include <algorithm>

#include <fmt/format.h>

namespace robur {

namespace {

std::string placeText(const Span& span) {
  return fmt::format("{}:{}:{}", span.file, span.line, span.column);
}

bool sameSpans(const Code& a, const Code& b) {
  return std::ranges::equal(a.instrs, b.instrs, {}, &Instr::span, &Instr::span);
}

}  // namespace

void EveryFinding::clear() {
  runs.clear();
  groups.clear();
  dropped = 0;
}

EveryFinding::Key EveryFinding::keyOf(const SuspectPlace& place) const {
  return {place.kind, program.threads[place.thread].code, place.pc,
          program.threads[place.other].code, place.otherPc};
}

bool EveryFinding::wants(const SuspectPlace& place) {
  const auto found = runs.find(keyOf(place));
  if (found == runs.end() || found->second < kMostRuns) return true;
  ++dropped;
  return false;
}

// Two findings of one group have the same property, the same access at fault, and the same accesses
// on their cycles with the same relations between them.
std::string EveryFinding::groupOf(const Finding& finding) const {
  const Witness& witness = finding.witness;
  const auto placeOf = [&](EventId id) {
    if (raw(id) >= witness.graph.size() || witness.graph[id].init) return std::string("-");
    const Event& event = witness.graph[id];
    const Code& code = program.codeOf(event.thread);
    // An instruction without a span is at no other place than itself.
    const Span& span = code.instrs[event.pc].span;
    return span.known() ? placeText(span) : fmt::format("{}@{}", code.name, event.pc);
  };
  std::vector<std::string> parts;
  for (const CycleEdge& edge : witness.cycle) {
    parts.push_back(
        fmt::format("{}>{}>{}", placeOf(edge.from), static_cast<int>(edge.kind), placeOf(edge.to)));
  }
  std::ranges::sort(parts);
  const std::string at =
      finding.span.known() ? placeText(finding.span)
                           : fmt::format("{}@{}", program.codeOf(finding.thread).name, finding.pc);
  return fmt::format("{} {} {} {}", static_cast<int>(finding.property), at, placeOf(witness.other),
                     fmt::join(parts, " "));
}

void EveryFinding::add(Finding finding, std::vector<Finding>& list) {
  const auto [group, fresh] = groups.try_emplace(groupOf(finding), list.size());
  if (fresh) {
    list.push_back(std::move(finding));
  } else {
    ++list[group->second].occurrences;
  }
}

bool hidesPlaces(const Program& program) {
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t u = 0; u < t; ++u) {
      const Code& a = program[program.threads[t].code];
      const Code& b = program[program.threads[u].code];
      if (&a != &b && sameBehaviour(a, b) && !sameSpans(a, b)) return true;
    }
  }
  return false;
}

}  // namespace robur

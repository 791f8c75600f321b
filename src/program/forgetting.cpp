#include "program/forgetting.h"

#include <algorithm>

namespace robur {

Forgetting::Forgetting(const Program& program)
    : program(program), flow(program), values(valuesOf(program)) {}

std::vector<Forgetting::Nodes> Forgetting::ladder() const {
  std::vector<Nodes> out;
  for (const std::optional<std::size_t> most :
       {std::optional<std::size_t>(1), std::optional<std::size_t>(2), std::optional<std::size_t>(4),
        std::optional<std::size_t>(kMostValues), std::optional<std::size_t>()}) {
    Nodes forgotten = forgottenAbove(most);
    const bool nothing = std::ranges::find(forgotten, true) == forgotten.end();
    if (nothing || (!out.empty() && forgotten == out.back())) continue;
    out.push_back(std::move(forgotten));
  }
  return out;
}

// Grows until every condition either is unknown or has all it needs.
Forgetting::Nodes Forgetting::forgottenAbove(std::optional<std::size_t> most) const {
  Nodes forgotten(flow.size(), false);
  if (most) forgotten = flow.forwards(withMoreThan(*most));
  for (;;) {
    Nodes more = neededUnless(forgotten);
    more.flip();
    if (more == forgotten) return forgotten;
    forgotten = std::move(more);
  }
}

Forgetting::Nodes Forgetting::withMoreThan(std::size_t most) const {
  const Nodes everything(flow.size(), true);
  const Nodes inAddresses = neededUnless(everything);
  Nodes out(flow.size(), false);
  const auto look = [&](DataFlow::Node node, const FewValues& few) {
    out[node] = !inAddresses[node] && (!few || few->size() > most);
  };
  for (std::uint32_t l = 0; l < program.locations.size(); ++l) {
    look(flow.nodeOf(LocationId{l}), values.locations[l]);
  }
  for (std::uint32_t c = 0; c < program.codes.size(); ++c) {
    for (std::uint32_t r = 0; r < program.codes[c].registers.size(); ++r) {
      look(flow.nodeOf(CodeId{c}, RegId{r}), values.registers[c][r]);
    }
  }
  return out;
}

// What addresses need, and conditions in which nothing is forgotten.
Forgetting::Nodes Forgetting::neededUnless(const Nodes& forgotten) const {
  Nodes needed(flow.size(), false);
  for (const DataFlow::Node node : flow.inAddresses()) needed[node] = true;
  for (const std::vector<DataFlow::Node>& condition : flow.conditions()) {
    const auto isForgotten = [&](DataFlow::Node node) { return forgotten[node]; };
    if (std::ranges::any_of(condition, isForgotten)) continue;
    for (const DataFlow::Node node : condition) needed[node] = true;
  }
  return flow.backwards(std::move(needed));
}

}  // namespace robur

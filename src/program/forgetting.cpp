#include "program/forgetting.h"

#include <algorithm>

namespace robur {

Forgetting::Forgetting(const Program& program)
    : program(program), flow(program), values(valuesOf(program)) {}

std::vector<Forgetting::Nodes> Forgetting::ladder() const {
  std::vector<Nodes> out;
  for (const std::size_t most : {1, 2, 4, 8}) {
    const Nodes many = withMoreThan(most);
    if (std::ranges::find(many, true) == many.end()) break;
    Nodes forgotten = withWhatDecidesNothing(flow.forwards(many));
    if (out.empty() || forgotten != out.back()) out.push_back(std::move(forgotten));
  }
  return out;
}

// Grows until every condition either is unknown or has all it needs.
Forgetting::Nodes Forgetting::withWhatDecidesNothing(Nodes forgotten) const {
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

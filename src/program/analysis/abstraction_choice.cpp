#include "program/analysis/abstraction_choice.h"

#include <algorithm>

namespace robur {

AbstractionChoice::AbstractionChoice(const Program& program)
    : program(program), flow(program), values(valuesOf(program)) {}

std::vector<AbstractionChoice::Nodes> AbstractionChoice::ladder() const {
  std::vector<Nodes> out;
  for (const std::size_t most : {1, 2, 4, 8}) {
    const Nodes many = withMoreThan(most);
    if (std::ranges::find(many, true) == many.end()) break;
    Nodes abstracted = withWhatDecidesNothing(flow.forwards(many));
    if (out.empty() || abstracted != out.back()) out.push_back(std::move(abstracted));
  }
  return out;
}

// Grows the set until every condition is either unknown or has all its operands.
AbstractionChoice::Nodes AbstractionChoice::withWhatDecidesNothing(Nodes abstracted) const {
  for (;;) {
    Nodes more = neededUnless(abstracted);
    more.flip();
    if (more == abstracted) return abstracted;
    abstracted = std::move(more);
  }
}

AbstractionChoice::Nodes AbstractionChoice::withMoreThan(std::size_t most) const {
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

// The nodes that addresses need, and conditions without an abstracted operand.
AbstractionChoice::Nodes AbstractionChoice::neededUnless(const Nodes& abstracted) const {
  Nodes needed(flow.size(), false);
  for (const DataFlow::Node node : flow.inAddresses()) needed[node] = true;
  for (const std::vector<DataFlow::Node>& condition : flow.conditions()) {
    const auto isAbstracted = [&](DataFlow::Node node) { return abstracted[node]; };
    if (std::ranges::any_of(condition, isAbstracted)) continue;
    for (const DataFlow::Node node : condition) needed[node] = true;
  }
  return flow.backwards(std::move(needed));
}

}  // namespace robur

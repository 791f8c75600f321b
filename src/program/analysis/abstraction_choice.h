// Chooses which registers and locations a data abstraction leaves out (data_abstraction.h).
//
// Many programs are robust because of locks and flags, which have few values; counters, indices and
// data have many. So the choices differ in how many values a register or location may have and
// still be kept. Everything computed from an abstracted value is abstracted too; values from which
// addresses are computed are always kept. Finally, a value that decides nothing need not be kept:
// it reaches no address, and only conditions that depend on an abstracted value as well.
#pragma once

#include <vector>

#include "program/analysis/data_flow.h"
#include "program/analysis/few_values.h"

namespace robur {

class AbstractionChoice {
 public:
  explicit AbstractionChoice(const Program& program);

  // One flag for each node of the data flow.
  using Nodes = std::vector<bool>;
  const DataFlow& dataFlow() const { return flow; }

  // Sets of nodes to abstract, the largest first: those with more than 1, 2, 4, 8 values, as long
  // as there are any. A set of only those that decide nothing would gain little.
  std::vector<Nodes> ladder() const;

 private:
  Nodes withWhatDecidesNothing(Nodes abstracted) const;
  Nodes withMoreThan(std::size_t most) const;
  Nodes neededUnless(const Nodes& abstracted) const;

  const Program& program;
  DataFlow flow;
  ValuesOfProgram values;
};

}  // namespace robur

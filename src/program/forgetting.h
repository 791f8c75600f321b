// Which registers and locations an outline forgets.
//
// Locks and flags are what makes many a program robust, and they have few values; counters, indices
// and data have many. So outlines differ in how many values something may have in order to be kept.
// Whatever is computed from what is forgotten is forgotten too, since nobody knows it; but what
// addresses are computed from is always kept, however much it is. Last, a value that decides
// nothing any more need not be kept: it reaches no address, and only such conditions as something
// forgotten has a say in.
#pragma once

#include <vector>

#include "program/data_flow.h"
#include "program/few_values.h"

namespace robur {

class Forgetting {
 public:
  explicit Forgetting(const Program& program);

  // One flag for each node of the data flow.
  using Nodes = std::vector<bool>;
  const DataFlow& dataFlow() const { return flow; }

  // What may be forgotten together, most first: what has more than 1, 2, 4, 8 values, as long as
  // there is such. Only what decides nothing would be little.
  std::vector<Nodes> ladder() const;

 private:
  Nodes withWhatDecidesNothing(Nodes forgotten) const;
  Nodes withMoreThan(std::size_t most) const;
  Nodes neededUnless(const Nodes& forgotten) const;

  const Program& program;
  DataFlow flow;
  ValuesOfProgram values;
};

}  // namespace robur

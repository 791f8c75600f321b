// The data-flow graph: the registers and locations of a program, and an edge from each to those
// whose values are computed from it.
//
// Control dependence is not an edge here; conditions are recorded separately. A pointer may point
// to any location, so all locations depend on each other if the program accesses memory through
// one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "program/program.h"

namespace robur {

class DataFlow {
 public:
  using Node = std::uint32_t;

  explicit DataFlow(const Program& program);

  Node nodeOf(LocationId location) const { return raw(location); }
  Node nodeOf(CodeId code, RegId reg) const { return firstRegister[raw(code)] + raw(reg); }
  std::size_t size() const { return nodes; }

  // The registers that addresses are computed from.
  const std::vector<Node>& inAddresses() const { return addressed; }
  // The operands of each decision of a thread: a branch or assume, a wait, a compare-and-swap.
  const std::vector<std::vector<Node>>& conditions() const { return deciding; }
  // The set with everything computed from it, or everything it is computed from.
  std::vector<bool> forwards(std::vector<bool> from) const { return closed(std::move(from), true); }
  std::vector<bool> backwards(std::vector<bool> from) const {
    return closed(std::move(from), false);
  }

 private:
  void addAccess(const Program& program, CodeId code, const Instr& in);
  void addUses(CodeId code, const ExprPtr& e, Node to);
  void addCondition(CodeId code, const Instr& in);
  std::vector<bool> closed(std::vector<bool> set, bool forwards) const;

  std::vector<Node> firstRegister;  // of each code
  std::size_t nodes = 0;
  std::vector<std::pair<Node, Node>> arrows;
  std::vector<Node> addressed;
  std::vector<std::vector<Node>> deciding;
};

}  // namespace robur

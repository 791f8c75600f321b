// Lowers the automaton of one thread to code.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "frontend/trencher/memory.h"
#include "frontend/trencher/region.h"
#include "program/code_builder.h"

namespace robur::frontend_trencher {

class Lowering {
 public:
  Lowering(const Automaton& automaton, std::size_t thread, const Values& values,
           const Memory& memory, std::uint64_t& budget, Errors& errors);

  // The result must be discarded if errors were reported.
  Code run();

 private:
  using Mark = CodeBuilder::Mark;

  // One of several alternatives, enabled if the condition (of logic.h) holds.
  struct Case {
    ExprPtr condition;
    Span span;
    std::function<void()> body;  // ends with a jump
  };

  // States and transitions (lowering.cpp).
  Mark markOf(StateId state);
  void emitState(StateId state);
  void emitTransition(std::uint32_t transition);
  void emitCases(std::vector<Case> cases, Span span);
  bool distinct(const std::vector<Case>& cases);
  void alternatives(const std::vector<std::function<void()>>& bodies, Span span);
  void emitAssume(const ExprPtr& condition, Span span);
  void emitAssign(RegId dst, ExprPtr value, Span span);
  void emitFence(Span span);

  // Lock ... unlock regions (region_lowering.cpp).
  using Paths = std::vector<const RegionPath*>;
  void emitRegion(const Transition& lock);
  bool emitCas(const Region& region, const Paths& paths);
  bool addGroup(const Region& region, const Paths& paths,
                std::vector<std::function<void()>>& bodies);
  bool addReading(const Region& region, const Paths& paths,
                  std::vector<std::function<void()>>& bodies);
  bool addBlocking(const Region& region, const Paths& paths,
                   std::vector<std::function<void()>>& bodies);
  void emitBcas(const Region& region, const RegionPath& path, const ExprPtr& expected);
  void emitPaths(const Paths& paths, const std::vector<ExprPtr>& conditions, RegId old, Span span);
  void replay(const RegionPath& path, RegId old);
  RegId oldValueOf(const Paths& paths);
  ExprPtr settled(const ExprPtr& e, Span span);
  Instr access(const Region& region, Instr::Op op) const;

  const Automaton& automaton_;
  std::size_t thread_;
  const Values& values_;
  const Memory& memory_;
  std::uint64_t& budget_;
  Errors& errors_;
  CodeBuilder builder_;
  std::vector<std::optional<Mark>> marks_;
  std::vector<StateId> pending_;
};

}  // namespace robur::frontend_trencher

// The transitions of one instruction: each has a guard, statements and a successor, and is
// one indivisible step of pan.
#pragma once

#include <string>
#include <vector>

#include "promela/expr_text.h"
#include "promela/layout.h"
#include "promela/monitor.h"
#include "promela/promela.h"

namespace robur::promela {

struct Step {
  std::string guard;  // empty: always possible
  Lines effect;
  Pc target = 0;
};

// What the instructions of one thread are written with.
struct StepContext {
  const Layout& layout;
  Monitor* monitor;  // null under SC
  const ExportOptions& options;
  const Code& code;
  const ExprText& exprs;
  Pc rest;  // where a thread goes that failed, behind its last instruction

  // Converts to the type of the register.
  Text convertedFor(RegId dst, const Text& value) const {
    return convertedText(value, code.registers[raw(dst)].type);
  }
};

// A step to the resting place for each fault that is possible once `reached` holds. The
// effect comes before the assertion.
void addFaults(std::vector<Step>& steps, const std::vector<Fault>& faults,
               const std::string& reached, const Lines& effect, Pc rest);

// Adds a step that is possible in some state.
void addStep(std::vector<Step>& steps, Step step);

std::vector<Step> localSteps(const StepContext& context, const Instr& instr);
std::vector<Step> accessSteps(const StepContext& context, const Instr& instr, Pc self);

// What `about` says while the thread stands before the instruction; "0" if it is no plain
// access.
std::string intentionAt(const Layout& layout, const ExprText& exprs, const Instr& instr);

}  // namespace robur::promela

// The transitions of one instruction. Each has a guard, statements and a successor, and is one
// atomic step of pan.
#pragma once

#include <string>
#include <vector>

#include "promela/expr_text.h"
#include "promela/layout.h"
#include "promela/monitor.h"
#include "promela/promela.h"

namespace robur::promela {

struct Step {
  std::string guard;  // empty: always enabled
  Lines effect;
  Pc target = 0;
};

// The context in which the instructions of one thread are written.
struct StepContext {
  const Layout& layout;
  Monitor* monitor;  // null under SC
  const ExportOptions& options;
  const Code& code;
  const ExprText& exprs;
  Pc rest;  // the final state of a thread with a fault, after its last instruction

  // Converts to the type of the register.
  Text convertedFor(RegId dst, const Text& value) const {
    return convertedText(value, code.registers[raw(dst)].type);
  }
};

// Adds a step to the final state `rest` for each fault that is possible if `reached` holds. The
// effect comes before the assertion.
void addFaults(std::vector<Step>& steps, const std::vector<Fault>& faults,
               const std::string& reached, const Lines& effect, Pc rest);

// Adds the step unless its guard is constantly false.
void addStep(std::vector<Step>& steps, Step step);

std::vector<Step> localSteps(const StepContext& context, const Instr& instr);
std::vector<Step> accessSteps(const StepContext& context, const Instr& instr, Pc self);

// The announcement of the pending access while the thread is at the instruction; "0" if it is not a
// plain access.
std::string intentionAt(const Layout& layout, const ExprText& exprs, const Instr& instr);

}  // namespace robur::promela

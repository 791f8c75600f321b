// The rules for single instructions: operands, successors, orders. A part of validate().
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "program/program.h"

namespace robur {

// The diagnostics of one validation. Only the first ones are kept.
struct RuleReports {
  static constexpr std::size_t kMost = 20;

  void add(Diagnostic::Code rule, Span span, std::string message, std::string help) {
    if (found.size() >= kMost) return;
    found.push_back({Diagnostic::Severity::Error, span, std::move(message), std::move(help), rule});
  }

  std::vector<Diagnostic> found;
};

void validateInstr(const Program& program, const Code& code, const Instr& instr,
                   RuleReports& reports);

}  // namespace robur

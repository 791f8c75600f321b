// The rules for declarations and code as a whole, in the order of the data. Diagnostics have the
// span of what they refer to, and name the thread or location, so that they are useful even for
// programs without a source. After a wrong successor or name nothing is assumed: each check tests
// an index before it uses it.
#include "program/validate.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/print.h"
#include "program/validate_instr.h"

namespace robur {

namespace {

class Validator {
 public:
  explicit Validator(const Program& program) : program_(program) {}

  std::vector<Diagnostic> run() {
    checkSizes();
    for (const Location& location : program_.locations) checkLocation(location);
    for (const Thread& thread : program_.threads) {
      if (raw(thread.code) >= program_.codes.size()) {
        report(Rule::ThreadWithoutCode, {}, fmt::format("thread {} has no code", thread.name));
      }
    }
    for (const Code& code : program_.codes) checkCode(code);
    return std::move(reports_.found);
  }

 private:
  using Rule = Diagnostic::Code;

  void report(Rule rule, Span span, std::string message, std::string help = {}) {
    reports_.add(rule, span, std::move(message), std::move(help));
  }

  void checkSizes() {
    if (program_.threads.size() > kMaxThreads) {
      report(Rule::TooManyThreads, {},
             fmt::format("the program has {} threads; at most {} are supported",
                         program_.threads.size(), kMaxThreads));
    }
    std::uint64_t cells = 0;
    for (const Location& location : program_.locations) {
      const bool within = cells <= kMaxCells;
      cells += location.init.size();
      if (within && cells > kMaxCells) {
        report(Rule::TooManyCells, location.span,
               fmt::format("the program has more than {} memory cells", kMaxCells),
               "declare smaller arrays: every cell is part of every state");
      }
    }
  }

  void checkType(Span span, const std::string& name, const IntType& type) {
    if (type.lo > type.hi) {
      report(Rule::EmptyType, span,
             fmt::format(
                 "the type of {} has no values: its lower bound {} is above its upper bound {}",
                 name, type.lo, type.hi));
    }
  }

  void checkInit(Span span, const std::string& name, const IntType& type, std::int64_t value) {
    if (type.lo <= type.hi && !type.contains(value)) {
      report(Rule::InitialValueOutsideType, span,
             fmt::format("the initial value {} of {} does not fit its type {}", value, name,
                         spelling(type)));
    }
  }

  void checkLocation(const Location& location) {
    checkType(location.span, location.name, location.type);
    if (location.init.empty()) {
      report(Rule::NoCells, location.span, fmt::format("{} has no cells", location.name));
    }
    if (!location.isArray && location.init.size() > 1) {
      report(Rule::CellsOfScalar, location.span,
             fmt::format("{} is not an array but has several cells", location.name));
    }
    const auto misfit = std::ranges::find_if(
        location.init, [&](std::int64_t v) { return !location.type.contains(v); });
    if (misfit != location.init.end()) {
      checkInit(location.span, location.name, location.type, *misfit);
    }
  }

  void checkCode(const Code& code) {
    if (code.instrs.size() > kMaxInstrs) {
      report(Rule::TooManyInstructions, code.span,
             fmt::format("thread {} has {} instructions; at most {} are supported", code.name,
                         code.instrs.size(), kMaxInstrs));
    }
    if (code.registers.size() > kMaxRegisters) {
      report(Rule::TooManyRegisters, code.span,
             fmt::format("thread {} has {} registers; at most {} are supported", code.name,
                         code.registers.size(), kMaxRegisters));
    }
    if (code.entry >= code.instrs.size()) {
      report(Rule::EntryOutsideCode, code.span,
             fmt::format("the entry point of thread {} is not one of its instructions", code.name));
    }
    for (const Register& r : code.registers) {
      checkType(r.span, r.name, r.type);
      checkInit(r.span, r.name, r.type, r.init);
    }
    for (const Label& label : code.labels) {
      if (label.pc >= code.instrs.size()) {
        report(Rule::LabelOutsideCode, code.span,
               fmt::format("label {} does not mark an instruction", label.name));
      }
    }
    for (const Instr& instr : code.instrs) validateInstr(program_, code, instr, reports_);
  }

  const Program& program_;
  RuleReports reports_;
};

}  // namespace

std::vector<Diagnostic> validate(const Program& program) {
  return Validator(program).run();
}

}  // namespace robur

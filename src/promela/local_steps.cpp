// Steps of instructions that use only registers and control flow.
#include <fmt/format.h>

#include "promela/step.h"

namespace robur::promela {

namespace {

constexpr std::uint64_t kMaxChoices = 4096;

// The conditions that a value is nonzero, and that it is zero.
std::string truth(const Text& t) {
  if (t.range == Interval{0, 0}) return "0";
  return t.range.contains(0) ? t.text : "";
}

std::string untruth(const Text& t) {
  if (t.range == Interval{0, 0}) return "";
  return t.range.contains(0) ? negated(t.text) : "0";
}

void addAssignment(const StepContext& c, std::vector<Step>& steps, const Instr& instr,
                   const Text& value) {
  const Text fits = c.convertedFor(instr.dst, value);
  addFaults(steps, fits.faults, "", {}, c.rest);
  addStep(steps, {noneOf(fits.faults),
                  {fmt::format("{} = {}", c.exprs.nameOf(instr.dst), fits.text)},
                  instr.next[0]});
}

}  // namespace

void addStep(std::vector<Step>& steps, Step step) {
  if (step.guard != "0") steps.push_back(std::move(step));
}

void addFaults(std::vector<Step>& steps, const std::vector<Fault>& faults,
               const std::string& reached, const Lines& effect, Pc rest) {
  std::string before = reached;
  for (const Fault& f : faults) {
    Step step{allOf({before, f.condition}), effect, rest};
    step.effect.push_back(assertion(f.property));
    addStep(steps, std::move(step));
    before = allOf({before, negated(f.condition)});
  }
}

std::vector<Step> localSteps(const StepContext& c, const Instr& instr) {
  std::vector<Step> steps;
  switch (instr.op) {
    case Instr::Op::Assign:
      addAssignment(c, steps, instr, c.exprs.write(instr.value));
      break;
    case Instr::Op::Havoc: {
      const std::uint64_t choices =
          static_cast<std::uint64_t>(instr.hi) - static_cast<std::uint64_t>(instr.lo);
      if (choices >= kMaxChoices) {
        throw ExportError(fmt::format("nondet({}, {}) has more than {} outcomes", instr.lo,
                                      instr.hi, kMaxChoices));
      }
      for (std::int64_t v = instr.lo;; ++v) {
        addAssignment(c, steps, instr, literal(v));
        if (v == instr.hi) break;
      }
      break;
    }
    case Instr::Op::Branch:
    case Instr::Op::Assert:
    case Instr::Op::Assume: {
      const Text t = c.exprs.write(instr.value);
      addFaults(steps, t.faults, "", {}, c.rest);
      const std::string valid = noneOf(t.faults);
      addStep(steps, {allOf({valid, truth(t)}), {}, instr.next[0]});
      Step otherwise{allOf({valid, untruth(t)}), {}, c.rest};
      if (instr.op == Instr::Op::Branch) otherwise.target = instr.next[1];
      if (instr.op == Instr::Op::Assert) otherwise.effect = {assertion(Property::AssertionHolds)};
      addStep(steps, std::move(otherwise));
      break;
    }
    case Instr::Op::Choose:
    case Instr::Op::Goto:
      for (const Pc next : instr.next) addStep(steps, {"", {}, next});
      break;
    default:
      break;  // Halt has no step
  }
  return steps;
}

}  // namespace robur::promela

// What the search meets on its way, and what becomes of it: each suspect is judged, and becomes a
// finding, a reason to distinguish more values, or nothing.
#include <algorithm>

#include "check/checker.h"
#include "check/fault_property.h"
#include "check/waiting_words.h"
#include "program/internal_error.h"

namespace robur {

bool Checker::examine(const Suspect& suspect) {
  const Clock::time_point begin = Clock::now();
  const bool weak = suspect.kind == Suspect::Kind::Stale || suspect.kind == Suspect::Kind::Race;
  result.statistics.suspects += weak ? 1 : 0;
  const bool end = consider(suspect);
  result.statistics.phases.judge += secondsSince(begin);
  return end;
}

bool Checker::consider(const Suspect& suspect) {
  switch (suspect.kind) {
    case Suspect::Kind::Fault:
      if (const Pc use = useAt(suspect); use != kNoUse) return considerUse(suspect);
      runsAreOpen |= leavesRunsOpen(suspect);
      keep(
          findingOf(propertyOf(suspect.fault), suspect, witnessOfRun(program, model, suspect.run)));
      return false;
    case Suspect::Kind::Race:
      return violation(Property::Race, suspect,
                       judgeRace(machine, model, suspect, options.everyFinding));
    case Suspect::Kind::Stale:
      return considerStale(suspect);
    case Suspect::Kind::Hang:
      result.hang = hangOf(suspect);
      return false;
  }
  return false;
}

Finding Checker::hangOf(const Suspect& suspect) const {
  Finding out = findingOf(Property::Hang, suspect, witnessOfRun(program, model, suspect.run));
  out.message = waitingWords(program, out.witness.graph, CellId{suspect.action.cell});
  return out;
}

bool Checker::leavesRunsOpen(const Suspect& suspect) const {
  const Instr& in = program.codeOf(ThreadId{suspect.thread}).instrs[suspect.pc];
  return robur::leavesRunsOpen(propertyOf(suspect.fault)) || !in.complaint.empty();
}

Pc Checker::useAt(const Suspect& suspect) const {
  if (observed == nullptr || suspect.fault != Fault::Assertion) return kNoUse;
  return (*observed)[raw(program.threads[suspect.thread].code)].useAt[suspect.pc];
}

// A value is used that could have been another one. The violation is the load that read it.
bool Checker::considerUse(const Suspect& use) {
  const std::uint32_t code = raw(program.threads[use.thread].code);
  const RegId twin = program.codes[code].instrs[use.pc].value->lhs->reg;
  for (std::size_t i = use.run.size(); i-- > 0;) {
    const RunStep& step = use.run[i];
    if (step.thread != use.thread || (*observed)[code].twinOfLoad[step.pc] != twin) continue;
    Suspect load = use;
    load.kind = Suspect::Kind::Stale;
    load.pc = step.pc;
    load.action = step.action;
    load.run.resize(i);
    return considerJudged(load, judgeLoad(machine, model, use.run, i, options.everyFinding));
  }
  throw InternalError("a value is used that no load has read");
}

bool Checker::considerStale(const Suspect& suspect) {
  if (dismissed >= kMostDismissed) return false;
  return considerJudged(suspect, judgeStale(machine, model, suspect, options.everyFinding));
}

bool Checker::considerJudged(const Suspect& suspect, Judgement judgement) {
  switch (judgement.kind) {
    case Judgement::Kind::Real:
      result.explanation = suspect.rows;
      return violation(Property::Robustness, suspect, std::move(judgement.witnesses));
    case Judgement::Kind::Sequential:
      ++dismissed;
      ++result.statistics.dismissed;
      return false;
    case Judgement::Kind::Coarse:
      if (options.engine == CheckEngine::Graphs ||
          !refinement.add(suspect.action.cell, judgement.staleValues)) {
        throw InternalError("the monitor saw a violation that the axioms do not see");
      }
      refine = true;
      ++result.statistics.dismissed;
      return true;
  }
  return false;
}

Finding Checker::findingOf(Property property, const Suspect& suspect, Witness witness) const {
  Finding finding;
  finding.property = property;
  finding.thread = ThreadId{suspect.thread};
  finding.pc = suspect.pc;
  finding.span = program.codeOf(finding.thread).instrs[suspect.pc].span;
  finding.witness = std::move(witness);
  return finding;
}

bool Checker::violation(Property property, const Suspect& suspect, std::vector<Witness> witnesses) {
  every.judged({suspect.kind, suspect.thread, suspect.pc, suspect.other, suspect.otherPc});
  bool end = !options.everyFinding;
  for (Witness& witness : witnesses) {
    const Finding finding = findingOf(property, suspect, std::move(witness));
    keep(finding);
    if (options.onViolation) end = options.onViolation(finding);
    if (end) break;
  }
  return end;
}

void Checker::keep(Finding finding) {
  if (options.everyFinding) return every.add(std::move(finding), result.findings);
  const auto same = [&](const Finding& f) { return f.property == finding.property; };
  if (std::any_of(result.findings.begin(), result.findings.end(), same)) return;
  result.findings.push_back(std::move(finding));
}

}  // namespace robur

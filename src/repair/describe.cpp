#include "repair/describe.h"

#include "verify/evidence.h"

namespace robur {

namespace {

RepairResult::Outcome outcomeOf(Repair::Outcome outcome) {
  switch (outcome) {
    case Repair::Outcome::Repaired:
      return RepairResult::Outcome::Changed;
    case Repair::Outcome::Fulfilled:
      return RepairResult::Outcome::Unchanged;
    case Repair::Outcome::Impossible:
      return RepairResult::Outcome::Impossible;
    case Repair::Outcome::Unknown:
      break;
  }
  return RepairResult::Outcome::Unknown;
}

RepairChange::Kind kindOf(const Site& site) {
  switch (site.kind) {
    case Site::Kind::Gap:
      return site.behind ? RepairChange::Kind::FenceAfter : RepairChange::Kind::FenceBefore;
    case Site::Kind::Fence:
      return RepairChange::Kind::FenceOrder;
    case Site::Kind::Access:
      return RepairChange::Kind::AccessOrder;
    case Site::Kind::Failure:
      return RepairChange::Kind::FailureOrder;
    case Site::Kind::Locked:
      break;
  }
  return RepairChange::Kind::Locked;
}

}  // namespace

RepairChange changeOf(const Draft& draft, std::uint32_t option, TextEditor editor) {
  const Strengthening& s = draft.options[option];
  const Site& site = draft.sites[s.site];
  const bool fence = site.kind == Site::Kind::Gap || site.kind == Site::Kind::Fence;
  return {kindOf(site), site.span, s.order,
          fence ? fenceText(editor, s.order) : orderText(editor, s.order), s.price};
}

RepairResult describe(const Draft& draft, const Repair& repair, TextEditor editor, Goal goal) {
  RepairResult out;
  out.goal = goal;
  out.outcome = outcomeOf(repair.outcome);
  out.checks = repair.checks;
  out.reason = repair.why;
  out.statistics = repair.statistics;
  out.untried = draft.untried;
  for (const Reason& reason : repair.reasons) {
    const bool preventable =
        !reason.constraint.anyOf.empty() || !reason.constraint.notAllOf.empty();
    RepairViolation violation{reason.model, reason.finding, preventable};
    violation.instance = reason.instance;
    if (goal == Goal::Safe) {
      violation.departure = verify::departureOf(draft.program, reason.finding.witness.graph);
      violation.sequential = !violation.departure;
    }
    out.violations.push_back(std::move(violation));
  }
  for (std::size_t i = 0; i < repair.solutions.size(); ++i) {
    const Solution& solution = repair.solutions[i];
    RepairSolution one;
    one.price = solution.price;
    for (const std::uint32_t option : solution.choice) {
      one.changes.push_back(changeOf(draft, option, editor));
      const Reason* const reason = i == 0 ? repair.reasonFor(option) : nullptr;
      if (reason != nullptr) {
        one.changes.back().prevents = static_cast<std::size_t>(reason - repair.reasons.data());
      }
    }
    out.solutions.push_back(std::move(one));
  }
  return out;
}

}  // namespace robur

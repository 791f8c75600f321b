// Problems of repair and relax. What a repair changes is wrong in the program as it is, and every
// change is a problem; the fix of each is the whole solution, since its changes belong together.
// What relax weakens is a note.
#include <algorithm>

#include <fmt/format.h>

#include "report/diff.h"
#include "report/problems.h"
#include "report/repair_words.h"
#include "report/words.h"

namespace robur {

namespace {

Problem::Fix fixOf(const RepairResult& result, const RepairSolution& solution) {
  Problem::Fix fix;
  fix.edits = editsOf(solution);
  fix.description = result.relaxing
                        ? fmt::format("all that can be weaker, cost {} instead of {}",
                                      solution.price, result.givenPrice)
                        : fmt::format("{}, which belong together, cost {}",
                                      countText(solution.changes.size(), "change"), solution.price);
  if (!result.relaxing && solution.changes.size() == 1) {
    fix.description = fmt::format("1 change, cost {}", solution.price);
  }
  return fix;
}

// A fix of a file that has been rewritten would be applied twice.
std::vector<Problem::Fix> fixesOf(const RepairResult& result) {
  std::vector<Problem::Fix> fixes;
  if (!result.written.empty()) return fixes;
  for (const RepairSolution& solution : result.solutions) fixes.push_back(fixOf(result, solution));
  return fixes;
}

// The violation, in the program that it was found in.
Problem violationProblem(const Program& repaired, const RepairViolation& violation) {
  const Program& program = violation.instance ? *violation.instance : repaired;
  const Finding& finding = violation.finding;
  return problemOf(program, finding, narrate(program, violation.model, finding), Severity::Error);
}

Problem changeProblem(const Program& program, const RepairResult& result,
                      const RepairChange& change) {
  Problem problem;
  problem.rule = "too-weak";
  problem.message = neededText(program, change);
  problem.place = placeOf(program.sources, change.span);
  problem.identity = problem.message + "\n" + sourceText(program, change.span);
  if (!change.prevents) {
    problem.details.emplace_back("needed together with the other changes");
    return problem;
  }
  const RepairViolation& violation = result.violations[*change.prevents];
  Problem prevented = violationProblem(program, violation);
  problem.details.push_back(
      fmt::format("{}, under {}", preventedText(program, violation), titleOf(violation.model)));
  problem.thread = std::move(prevented.thread);
  problem.accesses = std::move(prevented.accesses);
  problem.run = std::move(prevented.run);
  return problem;
}

Problem weakerProblem(const Problem::Edit& edit, const FileChange& file) {
  Problem problem;
  problem.severity = Severity::Note;
  problem.rule = "too-strong";
  problem.message = "fences or orders here are stronger than the goal needs";
  problem.place = {edit.file, edit.first, 1, edit.first + edit.count, 1};
  if (edit.endColumn != 1) {
    problem.place.endLine = edit.first + edit.count - 1;
    problem.place.endColumn = edit.endColumn;
  }
  const Source before{file.path, file.before};
  for (std::uint32_t line = edit.first; line < edit.first + edit.count; ++line) {
    problem.identity += std::string(before.line(line)) + "\n";
  }
  return problem;
}

std::string goalOf(const RepairResult& result) {
  std::string models;
  for (const ModelName model : result.models) {
    models += (models.empty() ? "" : ", ") + std::string(titleOf(model));
  }
  return fmt::format("{}: {} {}", result.relaxing ? "relaxed" : "repaired",
                     result.goal == Goal::Safe ? "safe under" : "robust against", models);
}

}  // namespace

std::vector<Problem::Edit> editsOf(const RepairSolution& solution) {
  std::vector<Problem::Edit> edits;
  for (const FileChange& file : solution.files) {
    for (const LineEdit& edit : lineEdits(file.before, file.after)) {
      edits.push_back({file.path, edit.first, edit.count, edit.endColumn, edit.text});
    }
  }
  return edits;
}

Answer answerOf(const Program& program, const RepairResult& result) {
  Answer answer;
  answer.file = result.file;
  if (result.models.size() == 1) answer.model = spelling(result.models.front());
  answer.question = goalOf(result);
  answer.decision = decisionOf(result);
  answer.reason = result.reason;
  answer.seconds = result.statistics.seconds;
  if (result.outcome == RepairResult::Outcome::Impossible && !result.violations.empty()) {
    const RepairViolation& last = result.violations.back();
    answer.problems.push_back(violationProblem(program, last));
    answer.problems.back().details.push_back(
        fmt::format("under {}: {}", titleOf(last.model),
                    result.relaxing ? violationText(program, last) : remainingText(program, last)));
  }
  if (result.outcome != RepairResult::Outcome::Changed) return answer;
  const RepairSolution& best = result.solutions.front();
  if (result.relaxing) {
    for (const FileChange& file : best.files) {
      for (const Problem::Edit& edit : editsOf({.changes = {}, .files = {file}})) {
        answer.problems.push_back(weakerProblem(edit, file));
      }
    }
  } else {
    for (const RepairChange& change : best.changes) {
      answer.problems.push_back(changeProblem(program, result, change));
    }
  }
  const std::vector<Problem::Fix> fixes = fixesOf(result);
  for (Problem& problem : answer.problems) problem.fixes = fixes;
  return answer;
}

}  // namespace robur

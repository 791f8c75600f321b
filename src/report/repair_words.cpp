#include "report/repair_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/diff.h"
#include "report/narrate.h"
#include "report/words.h"

namespace robur {

const char* outcomeName(const RepairResult& result) {
  switch (result.outcome) {
    case RepairResult::Outcome::Changed:
      return result.relaxing ? "relaxed" : "repaired";
    case RepairResult::Outcome::Unchanged:
      return result.relaxing ? "relaxed" : result.goal == Goal::Safe ? "safe" : "robust";
    case RepairResult::Outcome::Impossible:
      return "impossible";
    case RepairResult::Outcome::Unknown:
      break;
  }
  return "unknown";
}

std::string_view plainPath(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

std::string diffOf(const RepairSolution& solution) {
  std::string out;
  for (const FileChange& c : solution.files) {
    out += unifiedDiff(plainPath(c.path), c.before, c.after);
  }
  return out;
}

std::string violationText(const Program& repaired, const RepairViolation& violation) {
  const Program& program = violation.instance ? *violation.instance : repaired;
  const Narration narration = narrate(program, violation.model, violation.finding);
  std::vector<std::uint32_t> lines;
  for (const Remark& remark : narration.remarks) {
    if (remark.span.known() && std::ranges::find(lines, remark.span.line) == lines.end()) {
      lines.push_back(remark.span.line);
    }
  }
  const std::string what =
      fmt::format("at line {}, {} ({}; line{} {})", violation.finding.span.line, narration.headline,
                  narration.kind, lines.size() == 1 ? "" : "s", fmt::join(lines, ", "));
  if (!violation.departure) return what;
  const Narration away = narrate(program, violation.model, *violation.departure);
  return fmt::format("{}, because at line {} {}", what, violation.departure->span.line,
                     away.headline);
}

std::string neededText(const Program& program, const RepairChange& change) {
  const std::string statement = sourceText(program, change.span);
  switch (change.kind) {
    case RepairChange::Kind::FenceBefore:
      return fmt::format("{} is needed before this statement", change.text);
    case RepairChange::Kind::FenceAfter:
      return fmt::format("{} is needed after this statement", change.text);
    case RepairChange::Kind::FenceOrder:
      return fmt::format("this fence is too weak: {} is needed", change.text);
    case RepairChange::Kind::AccessOrder:
      return fmt::format("{} needs order {}", statement, change.text);
    case RepairChange::Kind::FailureOrder:
      return fmt::format("{} needs order {} on failure", statement, change.text);
    case RepairChange::Kind::Locked:
      break;
  }
  return fmt::format("{} has to be a read-modify-write", statement);
}

std::string preventedText(const Program& program, const RepairViolation& violation) {
  return "otherwise, " + violationText(program, violation);
}

std::string remainingText(const Program& program, const RepairViolation& violation) {
  if (violation.sequential && !violation.preventable) {
    return fmt::format(
        "{}; it happens under SC, so it is an ordinary bug, and no allowed change "
        "prevents it",
        violationText(program, violation));
  }
  return fmt::format("{}; {}", violationText(program, violation),
                     violation.preventable
                         ? "the changes that prevent it conflict with those that prevent others"
                         : "no allowed change prevents it");
}

}  // namespace robur

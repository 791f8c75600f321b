// The text of repair's and relax's results: the diff, one sentence per change that names the
// violation it prevents, the price, and what was proved.
#include <algorithm>

#include <fmt/format.h>

#include "report/diagnostic_text.h"
#include "report/repair_words.h"
#include "report/statistics_words.h"
#include "report/text_events.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kMostUntried = 10;  // locations that are listed

class RepairText {
 public:
  RepairText(const Program& program, const RepairResult& result, const ReportOptions& options)
      : program_(program),
        result_(result),
        paint_(options.paint),
        columns_(options.columns),
        models_(modelList(result.models)) {}

  std::string text() const {
    std::string out;
    for (const std::string& warning : result_.warnings) {
      out += fmt::format("{}: {} {}\n", result_.file, paint_(Tone::Unsure, "warning:"), warning);
    }
    return out + answer();
  }

 private:
  std::string answer() const {
    switch (result_.outcome) {
      case RepairResult::Outcome::Changed:
      case RepairResult::Outcome::Unchanged:
        return solved();
      case RepairResult::Outcome::Impossible:
        return impossible();
      case RepairResult::Outcome::Unknown:
        break;
    }
    return fmt::format("{}: {}: {} ({})\n", result_.file, paint_(Tone::Unsure, "UNKNOWN"),
                       result_.reason, effort());
  }

  static std::string modelList(const std::vector<ModelName>& models) {
    std::string out;
    for (std::size_t i = 0; i < models.size(); ++i) {
      if (i > 0) out += i + 1 == models.size() ? " and " : ", ";
      out += titleOf(models[i]);
    }
    return out;
  }

  std::string effort() const {
    return fmt::format("{} and {}", countText(result_.checks, "check"),
                       countText(result_.violations.size(), "constraint"));
  }

  // "line 12", with the file before it if that is not the file of the report.
  std::string lineOf(const Span& span) const {
    const std::string& path = program_.sources[span.file].path;
    return path == result_.file ? fmt::format("line {}", span.line)
                                : fmt::format("{}, line {}", plainPath(path), span.line);
  }

  // "line 12: fence(sc) before it", "line 4: x.load(rlx) with order acq"
  std::string changeText(const RepairChange& change) const {
    const std::string where = lineOf(change.span);
    const std::string statement = sourceText(program_, change.span);
    switch (change.kind) {
      case RepairChange::Kind::FenceBefore:
        return fmt::format("{}: {} before it", where, change.text);
      case RepairChange::Kind::FenceAfter:
        return fmt::format("{}: {} after it", where, change.text);
      case RepairChange::Kind::FenceOrder:
        return fmt::format("{}: {}", where, change.text);
      case RepairChange::Kind::AccessOrder:
        return fmt::format("{}: {} with order {}", where, statement, change.text);
      case RepairChange::Kind::FailureOrder:
        return fmt::format("{}: {} with order {} on failure", where, statement, change.text);
      case RepairChange::Kind::Locked:
        break;
    }
    return fmt::format("{}: {} as a read-modify-write", where, statement);
  }

  std::string numbered(const RepairSolution& solution) const {
    std::string out;
    for (std::size_t i = 0; i < solution.changes.size(); ++i) {
      const RepairChange& change = solution.changes[i];
      const std::string line = fmt::format(
          "{}: {}", changeText(change),
          change.prevents ? preventedText(program_, result_.violations[*change.prevents])
                          : "needed together with the others");
      const std::string number = fmt::format("  ({}) ", i + 1);
      out += number + wrapped(line, number.size(), columns_) + "\n";
    }
    return out;
  }

  std::string paragraph(const std::string& text) const {
    return "  " + wrapped(text, 2, columns_) + "\n";
  }

  // The changes that the answer does not cover.
  std::string untried() const {
    if (result_.untried.empty()) return {};
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(result_.untried.size(), kMostUntried); ++i) {
      const Span& span = result_.untried[i];
      std::string line = std::to_string(span.line);
      if (program_.sources.size() > 1) {
        line = fmt::format("{}:{}", plainPath(program_.sources[span.file].path), line);
      }
      lines.push_back(std::move(line));
    }
    const std::size_t more = result_.untried.size() - lines.size();
    return paragraph(
        fmt::format("not tried: some changes at line{} {}{}, because the source text does not show "
                    "how to write them",
                    result_.untried.size() == 1 ? "" : "s", fmt::join(lines, ", "),
                    more == 0 ? "" : fmt::format(" and {} more", more)));
  }

  std::string unchanged() const {
    const std::string words = result_.relaxing
                                  ? fmt::format("nothing can be weakened: {} only as it is", goal())
                                  : fmt::format("already {}", goal());
    return fmt::format("{}: {} ({})\n", result_.file, paint_(Tone::Good, words), effort()) +
           verified();
  }

  // "robust against TSO and RA", "safe under RC11"
  std::string goal() const {
    if (result_.goal == Goal::Safe) return "safe under " + models_;
    std::vector<std::string_view> any;
    for (const Thread& thread : program_.threads) {
      if (thread.anyNumber) any.push_back(thread.name);
    }
    std::string out = "robust against " + models_;
    if (any.empty()) return out;
    out += fmt::format(" for any number of {}", fmt::join(any, " and "));
    if (program_.bounds.empty()) return out;
    return out + fmt::format(" (with {})", fmt::join(program_.bounds, ", "));
  }

  // What was verified, and what is not claimed.
  std::string verified() const {
    if (result_.goal != Goal::Safe) return {};
    const char* const robust = !result_.robust   ? ""
                               : *result_.robust ? "; also robust"
                                                 : "; not robust, so SC reasoning does not apply";
    return paragraph(fmt::format("verified: no assertion fails, nothing faults or races{}{}",
                                 result_.hangs ? ", no thread waits forever" : "", robust));
  }

  std::string solved() const {
    const RepairSolution& best = result_.solutions.front();
    const std::string diff = diffOf(best);
    if (diff.empty()) return unchanged();
    std::string out = diff + "\n";
    out += result_.relaxing ? weakened(best) : strengthened(best);
    for (const std::string& path : result_.written) out += fmt::format("{}: rewritten\n", path);
    for (std::size_t i = 1; i < result_.solutions.size(); ++i) {
      out += fmt::format("\nequally cheap, number {}:\n{}", i + 1, diffOf(result_.solutions[i]));
    }
    return out;
  }

  std::string weakened(const RepairSolution& best) const {
    std::string out = fmt::format("{}: {}, and still {}: cost {} instead of {} ({})\n",
                                  result_.file, paint_(Tone::Good, "weakened"), goal(), best.price,
                                  result_.givenPrice, effort()) +
                      verified();
    if (!best.changes.empty()) out += "the rest is needed:\n" + numbered(best);
    return out + untried();
  }

  std::string strengthened(const RepairSolution& best) const {
    return numbered(best) + untried() +
           fmt::format("{}: {} {} with {}, cost {}; no cheaper solution {} ({})\n", result_.file,
                       paint_(Tone::Good, result_.goal == Goal::Safe ? "safe" : "robust"),
                       goal().substr(goal().find(' ') + 1),
                       countText(best.changes.size(), "change"), best.price,
                       result_.untried.empty() ? "exists" : "among those tried", effort()) +
           verified();
  }

  std::string impossible() const {
    const bool safety = result_.goal == Goal::Safe;
    const char* const preposition = safety ? "under" : "against";
    std::string out =
        result_.relaxing
            ? fmt::format("{}: {} {} {} as it is, so nothing can be weakened ({})\n", result_.file,
                          paint_(Tone::Bad, safety ? "not safe" : "not robust"), preposition,
                          models_, effort())
            : fmt::format(
                  "{}: {} {} {} by the allowed changes ({})\n", result_.file,
                  paint_(Tone::Bad, safety ? "cannot be made safe" : "cannot be made robust"),
                  preposition, models_, effort());
    if (!result_.violations.empty()) {
      const RepairViolation& last = result_.violations.back();
      out += paragraph(fmt::format(
          "remaining under {}: {}", titleOf(last.model),
          result_.relaxing ? violationText(program_, last) : remainingText(program_, last)));
    }
    if (!result_.relaxing) return out + untried();
    return out + (safety ? "help: robur repair --goal safe finds the missing fences and orders\n"
                         : "help: robur repair finds the missing fences and orders\n");
  }

  const Program& program_;
  const RepairResult& result_;
  const Paint& paint_;
  std::size_t columns_;
  std::string models_;
};

}  // namespace

std::string repairText(const Program& program, const RepairResult& result,
                       const ReportOptions& options) {
  const Stopwatch stopwatch;
  std::string out = RepairText(program, result, options).text();
  if (options.stats) out += statisticsText(result.statistics, stopwatch.seconds());
  return out;
}

}  // namespace robur

#include "repair/repair_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "repair/diff.h"
#include "repair/words.h"
#include "report/narrate.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kColumns = 100;

std::string modelList(const std::vector<ModelName>& models) {
  std::string out;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (i > 0) out += i + 1 == models.size() ? " and " : ", ";
    out += titleOf(models[i]);
  }
  return out;
}

// Clang names headers beside a file like this; `git apply` does not want to hear it.
std::string_view plainPath(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return path;
}

std::string diffOf(const std::vector<FileChange>& changes) {
  std::string out;
  for (const FileChange& c : changes) out += unifiedDiff(plainPath(c.path), c.before, c.after);
  return out;
}

// "line 12", with the file in front of it if that is not the one that everything is about.
std::string lineText(const RepairStory& story, const Span& span) {
  const std::string& path = story.draft->program.sources[span.file].path;
  return path == story.file ? fmt::format("line {}", span.line)
                            : fmt::format("{}, line {}", plainPath(path), span.line);
}

// "line 12: fence(sc) in front of it", "line 4: x.load(rlx) with order acq".
std::string changeText(const RepairStory& story, std::uint32_t option) {
  const Strengthening& s = story.draft->options[option];
  const Site& site = story.draft->sites[s.site];
  const std::string where = lineText(story, site.span);
  const std::string statement = sourceText(story.draft->program, site.span);
  const std::string order = orderText(story.wording, s.order);
  switch (site.kind) {
    case Site::Kind::Gap:
      return fmt::format("{}: {} {} it", where, fenceText(story.wording, s.order),
                         site.behind ? "behind" : "in front of");
    case Site::Kind::Fence:
      return fmt::format("{}: {}", where, fenceText(story.wording, s.order));
    case Site::Kind::Access:
      return fmt::format("{}: {} with order {}", where, statement, order);
    case Site::Kind::Failure:
      return fmt::format("{}: {} with order {} on failure", where, statement, order);
    case Site::Kind::Locked:
      return fmt::format("{}: {} as a read-modify-write", where, statement);
  }
  return {};
}

// A violation, in one sentence.
std::string violationText(const Draft& draft, const Reason& reason) {
  const Narration story = narrate(draft.program, reason.model, reason.finding);
  std::vector<std::uint32_t> lines;
  for (const Remark& remark : story.remarks) {
    if (remark.span.known() && std::ranges::find(lines, remark.span.line) == lines.end()) {
      lines.push_back(remark.span.line);
    }
  }
  std::string where;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    where += fmt::format("{}{}", i == 0 ? "" : ", ", lines[i]);
  }
  return fmt::format("at line {}, {} ({}; line{} {})", reason.finding.span.line, story.headline,
                     story.kind, lines.size() == 1 ? "" : "s", where);
}

// What happens without a change.
std::string becauseText(const Draft& draft, const Reason& reason) {
  return "otherwise, " + violationText(draft, reason);
}

// What is left when nothing helps, and why nothing does.
std::string remainingText(const Draft& draft, const Reason& reason) {
  const bool hopeless = reason.constraint.anyOf.empty() && reason.constraint.notAllOf.empty();
  return fmt::format("{}; {}", violationText(draft, reason),
                     hopeless ? "nothing that may be changed prevents it"
                              : "what prevents it does not go together with what prevents others");
}

std::string numbered(const RepairStory& story) {
  std::string out;
  const Choice& choice = story.repair->solutions.front().choice;
  for (std::size_t i = 0; i < choice.size(); ++i) {
    std::string line = fmt::format("{}: ", changeText(story, choice[i]));
    const Reason* const reason = story.repair->reasonFor(choice[i]);
    line +=
        reason != nullptr ? becauseText(*story.draft, *reason) : "needed together with the others";
    const std::string number = fmt::format("  ({}) ", i + 1);
    out += number + wrapped(line, number.size(), kColumns) + "\n";
  }
  return out;
}

std::string effort(const Repair& repair) {
  return fmt::format("{} and {}", countText(repair.checks, "check"),
                     countText(repair.reasons.size(), "constraint"));
}

const char* spellingOf(const RepairStory& story) {
  switch (story.repair->outcome) {
    case Repair::Outcome::Repaired:
      return story.relaxing ? "relaxed" : "repaired";
    case Repair::Outcome::Robust:
      return story.relaxing ? "relaxed" : "robust";
    case Repair::Outcome::Impossible:
      return "impossible";
    case Repair::Outcome::Unknown:
      return "unknown";
  }
  return "";
}

// What the answer does not speak of.
std::string untriedText(const RepairStory& story) {
  const Draft& draft = *story.draft;
  if (draft.untried.empty()) return {};
  constexpr std::size_t kMost = 10;
  std::string lines;
  for (std::size_t i = 0; i < std::min(draft.untried.size(), kMost); ++i) {
    const Span& span = draft.untried[i];
    if (i > 0) lines += ", ";
    if (draft.program.sources.size() > 1)
      lines += fmt::format("{}:", plainPath(draft.program.sources[span.file].path));
    lines += std::to_string(span.line);
  }
  if (draft.untried.size() > kMost) {
    lines += fmt::format(" and {} more", draft.untried.size() - kMost);
  }
  return "  " +
         wrapped(fmt::format("not tried: some changes at line{} {}, where the text does not tell "
                             "how to write them",
                             draft.untried.size() == 1 ? "" : "s", lines),
                 2, kColumns) +
         "\n";
}

std::string solvedText(const RepairStory& story, const Paint& paint) {
  std::string out;
  const std::string models = modelList(story.models);
  const Solution& best = story.repair->solutions.front();
  const std::string diff = diffOf(story.variants.front());
  if (diff.empty()) {
    return fmt::format(
        "{}: {} ({})\n", story.file,
        paint(Tone::Good, story.relaxing ? fmt::format("nothing can be weakened: robust against {} "
                                                       "only with what is there",
                                                       models)
                                         : fmt::format("robust against {} already", models)),
        effort(*story.repair));
  }
  out += diff + "\n";
  if (story.relaxing) {
    out += fmt::format("{}: {}, and still robust against {}: cost {} instead of {} ({})\n",
                       story.file, paint(Tone::Good, "weakened"), models, best.price,
                       story.givenPrice, effort(*story.repair));
    if (!best.choice.empty()) out += "what is left is needed:\n" + numbered(story);
    out += untriedText(story);
  } else {
    out += numbered(story);
    out += untriedText(story);
    out += fmt::format("{}: {} against {} with {}, cost {}; nothing cheaper {} ({})\n", story.file,
                       paint(Tone::Good, "robust"), models, countText(best.choice.size(), "change"),
                       best.price, story.draft->untried.empty() ? "is" : "that was tried is",
                       effort(*story.repair));
  }
  for (const std::string& path : story.written) out += fmt::format("{}: rewritten\n", path);
  for (std::size_t i = 1; i < story.variants.size(); ++i) {
    out += fmt::format("\nequally cheap, number {}:\n{}", i + 1, diffOf(story.variants[i]));
  }
  return out;
}

}  // namespace

std::string repairText(const RepairStory& story, const Paint& paint) {
  const Repair& repair = *story.repair;
  const std::string models = modelList(story.models);
  switch (repair.outcome) {
    case Repair::Outcome::Repaired:
    case Repair::Outcome::Robust:
      return solvedText(story, paint);
    case Repair::Outcome::Impossible: {
      std::string out =
          story.relaxing
              ? fmt::format("{}: {} against {} as it is, so nothing can be weakened ({})\n",
                            story.file, paint(Tone::Bad, "not robust"), models, effort(repair))
              : fmt::format("{}: {} against {} by the changes allowed ({})\n", story.file,
                            paint(Tone::Bad, "cannot be made robust"), models, effort(repair));
      if (!repair.reasons.empty()) {
        const Reason& last = repair.reasons.back();
        out += "  " +
               wrapped(fmt::format("left under {}: {}", titleOf(last.model),
                                   story.relaxing ? violationText(*story.draft, last)
                                                  : remainingText(*story.draft, last)),
                       2, kColumns) +
               "\n";
      }
      if (story.relaxing) return out + "help: robur repair finds what is missing\n";
      return out + untriedText(story);
    }
    case Repair::Outcome::Unknown:
      return fmt::format("{}: {}: {} ({})\n", story.file, paint(Tone::Unsure, "UNKNOWN"),
                         repair.why, effort(repair));
  }
  return {};
}

nlohmann::json repairJson(const RepairStory& story) {
  const Repair& repair = *story.repair;
  nlohmann::json out;
  out["file"] = story.file;
  for (const ModelName model : story.models) out["models"].push_back(spelling(model));
  out["outcome"] = spellingOf(story);
  out["checks"] = repair.checks;
  out["constraints"] = repair.reasons.size();
  if (repair.outcome == Repair::Outcome::Unknown) out["reason"] = repair.why;
  if (repair.outcome == Repair::Outcome::Impossible && !repair.reasons.empty()) {
    out["remaining"] = remainingText(*story.draft, repair.reasons.back());
  }
  if (!story.draft->untried.empty()) {
    for (const Span& span : story.draft->untried) {
      out["untried"].push_back({{"file", story.draft->program.sources[span.file].path},
                                {"line", span.line},
                                {"column", span.column}});
    }
  }
  out["solutions"] = nlohmann::json::array();
  for (std::size_t i = 0; i < repair.solutions.size(); ++i) {
    const Solution& solution = repair.solutions[i];
    nlohmann::json one;
    one["cost"] = solution.price;
    one["diff"] = diffOf(story.variants[i]);
    one["changes"] = nlohmann::json::array();
    for (const std::uint32_t option : solution.choice) {
      const Strengthening& s = story.draft->options[option];
      const Site& site = story.draft->sites[s.site];
      nlohmann::json change;
      change["file"] = story.draft->program.sources[site.span.file].path;
      change["line"] = site.span.line;
      change["column"] = site.span.column;
      change["kind"] = site.kind == Site::Kind::Gap || site.kind == Site::Kind::Fence ? "fence"
                       : site.kind == Site::Kind::Locked                              ? "locked"
                                                                                      : "order";
      change["order"] = orderWord(s.order);
      change["cost"] = s.price;
      if (i == 0) {
        if (const Reason* const reason = repair.reasonFor(option)) {
          change["reason"] = becauseText(*story.draft, *reason);
        }
      }
      one["changes"].push_back(std::move(change));
    }
    out["solutions"].push_back(std::move(one));
  }
  return out;
}

}  // namespace robur

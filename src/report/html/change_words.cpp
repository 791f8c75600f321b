#include "report/html/change_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/print.h"
#include "report/html/markup.h"
#include "report/narrate.h"

namespace robur::report_html {

namespace {

using Kind = RepairChange::Kind;

std::vector<ModelName> modelsOf(const Alternative& one, Verdict verdict) {
  std::vector<ModelName> out;
  for (const Alternative::Answer& answer : one.answers) {
    if (answer.verdict == verdict) out.push_back(answer.model);
  }
  return out;
}

// "this load can miss … (line 12)"
std::string findingText(const Alternatives& all, const Alternative::Answer& answer) {
  const Program& program = answer.instance ? *answer.instance : *all.program;
  const Narration narration = narrate(program, answer.model, *answer.finding);
  return fmt::format("{} ({})", narration.headline, placeText(program, answer.finding->span));
}

// The first violation that remains, in words.
std::string remaining(const Alternatives& all, const Alternative& one) {
  for (const Alternative::Answer& answer : one.answers) {
    if (answer.verdict != Verdict::NotRobust || !answer.finding) continue;
    return ": " + findingText(all, answer);
  }
  return {};
}

}  // namespace

std::string siteText(const Alternative& one) {
  switch (one.change.kind) {
    case Kind::FenceBefore:
      return one.weaker ? "fence" : "fence before";
    case Kind::FenceAfter:
      return one.weaker ? "fence" : "fence after";
    case Kind::FenceOrder:
      return "fence";
    case Kind::AccessOrder:
      return "order";
    case Kind::FailureOrder:
      return "order on failure";
    case Kind::Locked:
      break;
  }
  return "read-modify-write";
}

std::string strengthText(const Alternative& one) {
  return one.removed ? "none" : spelling(one.change.order);
}

std::string changeText(const Alternative& one) {
  if (one.removed) return "without this fence";
  switch (one.change.kind) {
    case Kind::FenceBefore:
      return one.weaker ? one.change.text : one.change.text + " before it";
    case Kind::FenceAfter:
      return one.weaker ? one.change.text : one.change.text + " after it";
    case Kind::FenceOrder:
      return one.change.text;
    case Kind::AccessOrder:
      return "order " + one.change.text;
    case Kind::FailureOrder:
      return "order on failure " + one.change.text;
    case Kind::Locked:
      break;
  }
  return "as a read-modify-write";
}

ChangeLook lookOf(const Alternative& one) {
  const std::size_t robust = modelsOf(one, Verdict::Robust).size();
  const std::size_t violated = modelsOf(one, Verdict::NotRobust).size();
  const bool other = std::ranges::any_of(one.answers, [](const Alternative::Answer& answer) {
    return answer.verdict == Verdict::Robust && answer.finding;
  });
  if (robust + violated < one.answers.size()) return {"unsure", "?"};
  if (violated == 0 && !other) return {"good", "✓"};
  return robust == 0 ? ChangeLook{"bad", "✗"} : ChangeLook{"mixed", "◐"};
}

std::string answerText(const Alternatives& all, const Alternative& one) {
  const std::vector<ModelName> robust = modelsOf(one, Verdict::Robust);
  const std::vector<ModelName> violated = modelsOf(one, Verdict::NotRobust);
  const std::vector<ModelName> unknown = modelsOf(one, Verdict::Unknown);
  std::string out;
  const auto part = [&](const std::vector<ModelName>& models, const char* words) {
    if (models.empty()) return;
    out += fmt::format("{}{} {}", out.empty() ? "" : "; ", words, titlesOf(models));
  };
  part(robust, one.weaker ? "still robust against" : "robust against");
  part(violated, one.weaker ? "not robust against" : "still not robust against");
  out += remaining(all, one);
  part(unknown, "not known against");
  for (const Alternative::Answer& answer : one.answers) {
    if (answer.verdict != Verdict::Robust || !answer.finding) continue;
    out += "; also, " + findingText(all, answer);
    break;
  }
  return out;
}

}  // namespace robur::report_html

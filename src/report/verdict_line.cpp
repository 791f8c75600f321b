// The wording of verdicts, all in one place.
#include "report/verdict_line.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/consequence_words.h"
#include "report/words.h"

namespace robur {

namespace {

const char* nounFor(Property property) {
  switch (property) {
    case Property::Robustness:
      return "a behaviour that SC does not have";
    case Property::Assertion:
      return "an assertion can fail";
    case Property::Race:
      return "there is a data race";
    case Property::Overflow:
      return "a value can overflow";
    case Property::Bounds:
      return "an access can be out of bounds";
    case Property::DivisionByZero:
      return "a division can be by zero";
    case Property::MixedAccess:
      return "a cell can be accessed both atomically and plainly";
    case Property::Hang:
      return "a thread can wait forever";
    case Property::Outcome:
      return "a run can end as no SC run does";
    case Property::Unsupported:
      return "a run reaches what is not supported";
  }
  return "?";
}

std::string listed(const std::vector<const char*>& items) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += i + 1 == items.size() ? " and " : ", ";
    out += items[i];
  }
  return out;
}

// If every finding was looked for: how many there are, how many are accepted, and whether there may
// be more. "at 3 accesses, 1 data race; all are accepted"
std::string countsIn(const Result& result) {
  if (!result.everyFinding || result.findings.empty()) return {};
  std::vector<Span> deviating;  // several cycles may go through one access
  std::size_t races = 0, faults = 0, accepted = 0;
  for (const Finding& finding : result.findings) {
    accepted += finding.accepted.empty() ? 0 : 1;
    if (finding.property != Property::Robustness) {
      ++(finding.property == Property::Race ? races : faults);
    } else if (std::ranges::find(deviating, finding.span) == deviating.end()) {
      deviating.push_back(finding.span);
    }
  }
  std::vector<std::string> parts;
  if (deviating.size() == 1) parts.emplace_back("at one access");
  if (deviating.size() > 1) parts.push_back(fmt::format("at {} accesses", deviating.size()));
  if (races > 0) parts.push_back(countText(races, "data race"));
  if (faults > 0) parts.push_back(countText(faults, "error"));
  std::string out = fmt::format("{}", fmt::join(parts, ", "));
  if (accepted > 0) {
    out += accepted < result.findings.size() ? fmt::format("; {} accepted", accepted)
           : accepted == 1                   ? "; it is accepted"
                                             : "; all are accepted";
  }
  if (!result.incomplete.empty()) {
    out += fmt::format("; there may be more: {}", result.incomplete);
  }
  return fmt::format(" ({})", out);
}

// "3 worker", "2 reader and 1 writer"
std::string copiesText(const AnyNumber& any) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < any.copies.size(); ++i) {
    if (any.copies[i] > 0) parts.push_back(fmt::format("{} {}", any.copies[i], any.threads[i]));
  }
  if (parts.empty()) return "no " + fmt::format("{}", fmt::join(any.threads, " or "));
  return fmt::format("{}", fmt::join(parts, " and "));
}

// " with 3 worker (2 are robust)"
std::string smallestText(const Result& result) {
  if (!result.anyNumber) return {};
  const AnyNumber& any = *result.anyNumber;
  std::string out = " with " + copiesText(any);
  const unsigned total = std::accumulate(any.copies.begin(), any.copies.end(), 0u);
  if (!any.upTo || *any.upTo == 0 || *any.upTo + 1 != total) return out;
  if (any.threads.size() > 1) return out + " (fewer are robust)";
  return out + fmt::format(" ({} {} robust)", *any.upTo, *any.upTo == 1 ? "is" : "are");
}

// ", with at most 2 objects node (stack.c:12)"
std::string boundsText(const AnyNumber& any) {
  if (any.bounds.empty()) return {};
  return fmt::format(", with {}", fmt::join(any.bounds, ", "));
}

// " for every number; robust up to 3"
std::string upToText(const Result& result) {
  if (!result.anyNumber) return {};
  std::string out = " for every number";
  if (!result.anyNumber->upTo) return out;
  const bool sc = infoOf(result.model).isReference();
  out += fmt::format("; {} up to {}", sc ? "no errors" : "robust", *result.anyNumber->upTo);
  return out + boundsText(*result.anyNumber);
}

std::string everyNumberText(const Result& result) {
  if (!result.anyNumber || !result.anyNumber->every) return {};
  const AnyNumber& any = *result.anyNumber;
  return fmt::format(" for any number of {}", fmt::join(any.threads, " and ")) + boundsText(any);
}

std::string robustWords(const Result& result, const std::string& others, const Paint& paint) {
  const char* title = titleOf(result.model);
  if (infoOf(result.model).isReference()) {
    if (others.empty()) return paint(Tone::Good, "no errors under SC" + everyNumberText(result));
    return paint(Tone::Bad, "ERROR under SC") + smallestText(result) + ": " + others;
  }
  std::string words =
      paint(Tone::Good, fmt::format("robust against {}{}", title, everyNumberText(result)));
  if (!others.empty()) {
    return words + ", " + paint(Tone::Bad, "but " + others) + " in an ordinary interleaving" +
           smallestText(result);
  }
  if (result.anyNumber) {
    return words;
  } else if (result.observational) {
    words += fmt::format(
        " observationally: values that {} lets a load miss are never used, so memory is as under "
        "SC",
        title);
  } else {
    words +=
        fmt::format(": every {} behaviour is an SC behaviour, so SC results carry over", title);
  }
  if (!result.argument.empty()) words += fmt::format(" ({})", result.argument);
  return words;
}

}  // namespace

std::string othersIn(const Result& result) {
  std::vector<const char*> nouns;
  for (const Finding& finding : result.findings) {
    // What is not supported is the reason of the verdict, which is shown already.
    if (finding.property == Property::Robustness) continue;
    if (finding.property == Property::Unsupported && result.verdict == Verdict::Unknown) continue;
    const char* const noun = nounFor(finding.property);
    if (std::ranges::find(nouns, noun) == nouns.end()) nouns.push_back(noun);
  }
  return listed(nouns);
}

std::string verdictLine(const Program& program, const Result& result, bool shownAbove,
                        const Paint& paint) {
  const std::string others = othersIn(result);
  const char* title = titleOf(result.model);
  std::string words;
  switch (result.verdict) {
    case Verdict::Robust:
      words = robustWords(result, others, paint);
      break;
    case Verdict::NotRobust:
      words = paint(Tone::Bad, fmt::format("NOT ROBUST against {}", title)) + smallestText(result);
      if (!others.empty()) words += ": " + others;
      if (result.consequence) words += consequenceWords(program, *result.consequence);
      break;
    case Verdict::Unknown:
      words = paint(Tone::Unsure, infoOf(result.model).isReference()
                                      ? "UNKNOWN under SC"
                                      : fmt::format("UNKNOWN against {}", title)) +
              upToText(result);
      if (!result.reason.empty()) words += ": " + result.reason;
      if (!others.empty()) words += "; " + others;
      break;
  }
  words += countsIn(result);
  if (shownAbove) words += " (as shown above)";
  const std::uint64_t checked = result.statistics.selfChecked;
  const Statistics& statistics = result.statistics;
  const bool covered = result.anyNumber && result.anyNumber->nodes > 0;
  const std::string visited = covered ? countText(result.anyNumber->nodes, "node")
                              : statistics.engine == SearchEngine::Graphs
                                  ? countText(statistics.graphs, "execution graph")
                                  : countText(statistics.states, "state");
  return fmt::format("{}: {} · {}{} · {}\n", result.file, words, visited,
                     checked > 0 ? fmt::format(" ({} of them self-checked)", checked) : "",
                     durationText(result.statistics.seconds));
}

}  // namespace robur

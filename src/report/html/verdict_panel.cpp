#include "report/html/verdict_panel.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "program/model_info.h"
#include "report/consequence_words.h"
#include "report/html/markup.h"
#include "report/matrix.h"
#include "report/notes.h"
#include "report/verdict_line.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

using Mark = Matrix::Mark;

struct Look {
  const char* tone;  // a class of the style sheet
  const char* sign;
};

Look lookFor(Mark mark) {
  switch (mark) {
    case Mark::Robust:
      return {"good", "✓"};
    case Mark::NotRobust:
      return {"bad", "✗"};
    case Mark::Harmless:
      return {"mixed", "~"};
    case Mark::OtherError:
      return {"bad", "!"};
    case Mark::Unknown:
    case Mark::None:
      break;
  }
  return {"unsure", "?"};
}

std::vector<ModelName> modelsThat(const std::vector<Judged>& verdicts, Verdict verdict) {
  std::vector<ModelName> out;
  for (const Judged& judged : verdicts) {
    if (judged.result->verdict == verdict && !infoOf(judged.result->model).isReference()) {
      out.push_back(judged.result->model);
    }
  }
  return out;
}

// What is wrong besides: "an assertion can fail". Each once.
std::vector<std::string> otherErrors(const std::vector<Judged>& verdicts) {
  std::vector<std::string> out;
  for (const Judged& judged : verdicts) {
    std::string words = othersIn(*judged.result);
    if (!words.empty() && std::ranges::find(out, words) == out.end()) out.push_back(words);
  }
  return out;
}

// The verdict line without the name of the file and without the statistics.
std::string wholeVerdict(const Judged& judged) {
  const std::string line = verdictLine(*judged.program, *judged.result, false, Paint{});
  const std::size_t begin = std::min(judged.result->file.size() + 2, line.size());
  return line.substr(begin, line.find_last_not_of('\n') + 1 - begin);
}

// What violations lead to; models with the same answer share a line.
std::string consequences(const std::vector<Judged>& verdicts) {
  std::vector<std::pair<std::string, std::vector<ModelName>>> groups;
  std::vector<const Judged*> first;
  for (const Judged& judged : verdicts) {
    if (!judged.result->consequence) continue;
    const std::string words = consequenceDetails(*judged.program, *judged.result->consequence);
    const auto same = std::ranges::find(groups, words, [](const auto& g) { return g.first; });
    if (same != groups.end()) {
      same->second.push_back(judged.result->model);
    } else {
      groups.push_back({words, {judged.result->model}});
      first.push_back(&judged);
    }
  }
  std::string out;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Consequence& c = *first[i]->result->consequence;
    const char* const tone = c.answer == Consequence::Answer::Harmful     ? "bad"
                             : c.answer == Consequence::Answer::Harmless  ? "good"
                             : c.answer == Consequence::Answer::Different ? "mixed"
                                                                          : "unsure";
    const bool unknown = c.answer == Consequence::Answer::Unknown;
    out += fmt::format("<p class=\"answer\"><b class=\"{}\">{}</b> under {}: {}</p>\n", tone,
                       unknown ? "Does it matter?" : consequenceTitle(c),
                       titlesOf(groups[i].second), prose(groups[i].first));
  }
  return out;
}

}  // namespace

std::string verdictTitle(const std::vector<Judged>& verdicts) {
  std::vector<std::string> parts;
  const auto part = [&](const char* words, Verdict verdict) {
    const std::vector<ModelName> models = modelsThat(verdicts, verdict);
    if (!models.empty()) parts.push_back(fmt::format("{} {}", words, titlesOf(models)));
  };
  part("not robust against", Verdict::NotRobust);
  part("unknown against", Verdict::Unknown);
  part("robust against", Verdict::Robust);
  for (std::string& words : otherErrors(verdicts)) parts.push_back(std::move(words));
  if (parts.empty()) parts.emplace_back("no errors under SC");
  std::string out = fmt::format("{}", fmt::join(parts, "; "));
  out.front() = static_cast<char>(out.front() - 'a' + 'A');
  return out;
}

std::string verdictPanel(const std::vector<Judged>& verdicts) {
  const bool violated = !modelsThat(verdicts, Verdict::NotRobust).empty();
  const bool open = !modelsThat(verdicts, Verdict::Unknown).empty();
  const char* const tone = violated || !otherErrors(verdicts).empty() ? "bad"
                           : open                                     ? "unsure"
                                                                      : "good";
  std::string out = fmt::format("<p class=\"verdict {}\">{}.</p>\n", tone, verdictTitle(verdicts));
  for (const Judged& judged : verdicts) {
    if (judged.result->verdict != Verdict::Unknown || judged.result->reason.empty()) continue;
    out += fmt::format("<p class=\"answer\"><b class=\"unsure\">{}</b>: {}</p>\n",
                       titleOf(judged.result->model), escaped(judged.result->reason));
  }
  out += consequences(verdicts);
  std::set<std::string> noted;
  for (const Judged& judged : verdicts) {
    for (const Note& note : notesOn(*judged.program, *judged.result)) {
      const std::string text =
          fmt::format("{}: {}", placeText(*judged.program, note.span), note.text);
      if (noted.insert(text).second) {
        out += fmt::format("<p class=\"aside\">Note, {}.</p>\n", escaped(text));
      }
    }
  }
  return out;
}

std::string modelsPanel(const std::vector<Judged>& verdicts, const Views& views) {
  std::string rows;
  for (const Judged& judged : verdicts) {
    const Look look = lookFor(Matrix::markOf(*judged.result));
    std::set<std::string> linked;
    std::string links;
    const auto link = [&](const Finding& finding) {
      const View* const view = views.of(finding);
      if (view == nullptr || !linked.insert(view->id).second) return;
      links += fmt::format("<a href=\"#{}\">{}</a> ", view->id, escaped(view->narration.kind));
    };
    for (const Finding& finding : judged.result->findings) link(finding);
    const std::optional<Consequence>& consequence = judged.result->consequence;
    if (consequence && consequence->finding) link(*consequence->finding);
    rows += fmt::format(
        "<tr><th scope=\"row\" title=\"{}\"><b class=\"sign {}\">{}</b> {}</th><td>{}</td>"
        "<td>{}</td></tr>\n",
        infoOf(judged.result->model).fullName, look.tone, look.sign, titleOf(judged.result->model),
        escaped(wholeVerdict(judged)), links);
  }
  return fmt::format(
      "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"verdicts\">"
      "<table class=\"models\"><thead><tr><th>model</th><th>verdict</th><th>shown in</th></tr>"
      "</thead><tbody>\n{}</tbody></table></div>\n",
      rows);
}

}  // namespace robur::report_html

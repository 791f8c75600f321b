#include "verify/verify_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/drawing.h"
#include "report/excerpt.h"
#include "report/explain.h"
#include "report/narrate.h"
#include "report/run_table.h"
#include "report/words.h"

namespace robur {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kColumns = 100;

Narration storyOf(const Program& program, const Verification& v, const std::string& reach) {
  if (!v.reached) return narrate(program, v.model, *v.finding);
  Narration story;
  story.kind = "reached";
  story.headline = fmt::format("a state with {} can be reached", reach);
  return story;
}

// "sc: nothing bad happens (412 states)"
std::string stepText(const EngineStep& step) {
  std::string counts;
  for (const EngineStep::Count& count : step.counts) {
    counts += (counts.empty() ? "" : ", ") + countText(count.number, count.unit);
  }
  return fmt::format("{}: {}{}", spelling(step.engine), step.outcome,
                     counts.empty() ? "" : fmt::format(" ({})", counts));
}

const char* runTitle(const Verification& v) {
  return v.departure ? "one that the model allows and no interleaving makes"
                     : "an ordinary interleaving that leads there";
}

class Teller {
 public:
  Teller(const Program& program, const Verification& v, const VerifyTextOptions& options)
      : program(program), v(v), options(options), paint(options.paint) {}

  std::string run(const std::string& reach) {
    if (v.finding && !options.quiet) {
      const Narration story = storyOf(program, v, reach);
      tell(*v.finding, story, paint(Tone::Bad, "error:"), story.headline);
      item("run", runTitle(v));
      // Numbers in the run are those of the story of where it leaves SC.
      const Narration away = v.departure ? narrate(program, v.model, *v.departure) : story;
      rows(runTable(stepsOf(program, *v.finding, away), options.explain, paint));
      if (options.explain) {
        item("graph", "events, program order (po), reads-from (rf), modification order (mo)");
        rows(graphTable(program, *v.finding, away, paint));
      }
      if (v.departure) {
        tell(*v.departure, away, paint(Tone::Mark, "note:"),
             "the run leaves SC here: " + away.headline);
        if (!away.cycle.empty()) item("cycle", away.cycle);
        if (!away.why.empty()) item("why", away.why);
      }
    }
    if (!options.quiet) {
      for (const EngineStep& step : v.steps) {
        out += fmt::format("{}: {}\n", v.file, stepText(step));
      }
    }
    return out + verdict();
  }

 private:
  void tell(const Finding& finding, const Narration& story, const std::string& severity,
            const std::string& headline) {
    const auto primary = std::ranges::find_if(story.remarks, &Remark::primary);
    const Span& at =
        primary != story.remarks.end() && primary->span.known() ? primary->span : finding.span;
    out += fmt::format("{} {} {} {}\n", paint(Tone::Strong, placeText(program, at) + ":"), severity,
                       paint(Tone::Strong, headline), paint(Tone::Aside, "[" + story.kind + "]"));
    const Excerpt excerpt = excerptOf(program, story, paint);
    out += excerpt.text;
    indent.assign(excerpt.gutter + 1, ' ');
  }

  void item(std::string_view title, std::string_view text) {
    const std::size_t column = indent.size() + title.size() + 4;
    out += fmt::format("{}= {}: {}\n", indent, paint(Tone::Strong, title),
                       wrapped(text, column, kColumns));
  }

  void rows(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) out += fmt::format("{}    {}\n", indent, line);
  }

  std::string verdict() const {
    std::string word;
    switch (v.safety) {
      case Safety::Safe:
        word = paint(Tone::Good, fmt::format("safe under {}", titleOf(v.model)));
        break;
      case Safety::Unsafe:
        word = paint(Tone::Bad, fmt::format("UNSAFE under {}", titleOf(v.model)));
        break;
      case Safety::Unknown:
        word = paint(Tone::Unsure, fmt::format("UNKNOWN under {}", titleOf(v.model)));
        break;
    }
    std::string line = fmt::format("{}: {}", v.file, word);
    if (!v.reason.empty()) line += ": " + v.reason;
    if (v.safety == Safety::Unsafe) {
      line += v.departure ? ": by weak memory alone" : ": an ordinary bug, already under SC";
    }
    if (v.scStates > 0) line += " · " + countText(v.scStates, "SC state");
    if (v.potential.forwardStates > 0) {
      line += " · " + countText(v.potential.forwardStates, "abstract state");
    }
    if (v.potential.expanded > 0) {
      line += " · " + countText(v.potential.expanded, "backward node");
    }
    return line + fmt::format(" · {}\n", durationText(v.seconds));
  }

  const Program& program;
  const Verification& v;
  const VerifyTextOptions& options;
  const Paint& paint;
  std::string out;
  std::string indent = " ";
};

void addPlace(Json& json, const Span& span) {
  json["line"] = span.line;
  json["column"] = span.column;
}

Json runJson(const Program& program, const Finding& finding, const Narration& story) {
  Json run = Json::array();
  for (const Step& step : stepsOf(program, finding, story)) {
    Json json;
    json["thread"] = step.thread;
    addPlace(json, step.span);
    json["statement"] = step.statement;
    json["effect"] = step.effect;
    const ExecutionGraph& graph = finding.witness.graph;
    json["event"] = raw(step.event);
    if (const EventId source = graph.readsFrom[raw(step.event)]; source != kNoEvent) {
      if (graph[source].init) {
        json["reads_from"] = "initial";
      } else {
        json["reads_from"] = raw(source);
      }
    }
    if (step.number != 0) json["number"] = step.number;
    run.push_back(std::move(json));
  }
  return run;
}

}  // namespace

std::string verifyText(const Program& program, const Verification& verification,
                       const std::string& reach, const VerifyTextOptions& options) {
  return Teller(program, verification, options).run(reach);
}

Json verifyJson(const Program& program, const Verification& v, const std::string& reach) {
  Json json;
  json["file"] = v.file;
  json["model"] = spelling(v.model);
  json["verdict"] = spelling(v.safety);
  if (!reach.empty()) json["reach"] = reach;
  if (!v.reason.empty()) json["reason"] = v.reason;
  json["steps"] = Json::array();
  for (const EngineStep& step : v.steps) json["steps"].push_back(stepText(step));
  json["sc_states"] = v.scStates;
  json["abstract_states"] = v.potential.forwardStates;
  json["backward_nodes"] = v.potential.expanded;
  json["basis"] = v.potential.basis;
  json["seconds"] = v.seconds;
  if (!v.finding) return json;
  const Narration story = storyOf(program, v, reach);
  const Narration away = v.departure ? narrate(program, v.model, *v.departure) : story;
  Json violation;
  violation["kind"] = story.kind;
  violation["message"] = story.headline;
  violation["thread"] = threadName(program, v.finding->thread);
  addPlace(violation, v.finding->span);
  violation["sequential"] = !v.departure;
  violation["run"] = runJson(program, *v.finding, away);
  if (v.departure) {
    violation["leaves_sc"] = {{"kind", away.kind}, {"message", away.headline}};
    addPlace(violation["leaves_sc"], v.departure->span);
    violation["leaves_sc"]["cycle"] = away.cycle;
  }
  json["violation"] = std::move(violation);
  return json;
}

std::string verifyDot(const Program& program, const Verification& v) {
  if (!v.finding) return {};
  Result result;
  result.file = v.file;
  result.model = v.model;
  return dotGraph(program, result, v.departure ? *v.departure : *v.finding, {true});
}

}  // namespace robur

// The text of verify's results: the bad event or state, the run that leads there, where the run
// leaves SC, what each engine found out, and a verdict line that says how the answer is known.
#include <fmt/format.h>

#include "report/bad_execution_text.h"
#include "report/litmus_words.h"
#include "report/statistics_words.h"
#include "report/text_events.h"
#include "report/verify_words.h"
#include "report/words.h"

namespace robur {

namespace {

// The final states: how often each occurs and its values; a star marks those that SC does not have.
std::string outcomesTable(const Program& program, const FinalStates& outcomes,
                          const std::string& file) {
  std::string out =
      fmt::format("{}: {}{}\n", file, countText(outcomes.states.size(), "final state"),
                  outcomes.complete ? "" : " found before the search ended");
  for (const FinalStates::State& state : outcomes.states) {
    std::string values;
    for (std::size_t i = 0; i < outcomes.names.size(); ++i) {
      values += fmt::format(" {}={};", outcomes.names[i], valueText(program, outcomes, state, i));
    }
    out +=
        fmt::format("{:>10} {}{}\n", state.executions, state.sequential == 0 ? "*>" : ":>", values);
  }
  const std::uint64_t fresh = outcomes.newStates();
  if (fresh > 0 && outcomes.complete) {
    out += fmt::format("{}: no SC run ends in {} ({})\n", file,
                       fresh == 1 ? "the state marked *" : "states marked *",
                       countText(outcomes.notSc, "execution"));
  }
  return out;
}

// What `safe` covers beyond its reason.
std::string hangWords(const Verification& v) {
  switch (v.hangs) {
    case Hangs::None:
      return ", and no thread waits forever";
    case Hangs::Unknown:
      return fmt::format("; whether a thread can wait forever is not known: {}", v.hangReason);
    case Hangs::NotAsked:
      break;
  }
  return {};
}

std::string verdictWord(const Verification& v, const Paint& paint) {
  switch (v.safety) {
    case Safety::Safe:
      return paint(Tone::Good, fmt::format("safe under {}", titleOf(v.model)));
    case Safety::Unsafe:
      return paint(Tone::Bad, fmt::format("UNSAFE under {}", titleOf(v.model)));
    case Safety::Unknown:
      break;
  }
  return paint(Tone::Unsure, fmt::format("UNKNOWN under {}", titleOf(v.model)));
}

std::string verdict(const Verification& v, const Paint& paint) {
  std::string line = fmt::format("{}: {}", v.file, verdictWord(v, paint));
  if (!v.reason.empty()) line += ": " + v.reason;
  if (v.safety == Safety::Safe) line += hangWords(v);
  if (v.safety == Safety::Unsafe) {
    line += v.departure ? ": only under weak memory" : ": an ordinary bug, already under SC";
  }
  if (v.scStates > 0) line += " · " + countText(v.scStates, "SC state");
  if (v.backward.forwardStates > 0) {
    line += " · " + countText(v.backward.forwardStates, "abstract state");
  }
  if (v.backward.expanded > 0) {
    line += " · " + countText(v.backward.expanded, "backward node");
  }
  if (v.graphs > 0) line += " · " + countText(v.graphs, "execution graph");
  return line + fmt::format(" · {}\n", durationText(v.seconds));
}

}  // namespace

std::string verificationText(const Program& program, const Verification& v,
                             const ReportOptions& options) {
  const Stopwatch stopwatch;
  std::string out;
  // A litmus test: what herd would print, so that the two can be compared.
  const bool race = v.finding && v.finding->property == Property::Race && !v.reached;
  if (v.condition && v.outcomes->complete && !race) {
    if (v.finding && !options.quiet) {
      out += badExecutionText(program, {*v.finding, narrate(program, v), v.departure, v.model},
                              options);
    }
    out += herdText(v);
    return options.stats ? out + statisticsText(v.statistics, stopwatch.seconds()) : out;
  }
  if (!v.warning.empty()) {
    out += fmt::format("{}: {} {}\n", v.file, options.paint(Tone::Unsure, "warning:"), v.warning);
  }
  if (!options.quiet) {
    if (v.finding) {
      const Narration narration = narrate(program, v);
      out += badExecutionText(program, {*v.finding, narration, v.departure, v.model}, options);
    }
    if (v.outcomes && !v.condition) out += outcomesTable(program, *v.outcomes, v.file);
    for (const EngineStep& step : v.steps) out += fmt::format("{}: {}\n", v.file, stepText(step));
  }
  out += verdict(v, options.paint);
  if (options.stats) out += statisticsText(v.statistics, stopwatch.seconds());
  return out;
}

}  // namespace robur

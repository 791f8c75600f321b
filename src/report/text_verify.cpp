// The text of verify's results: the bad event or state, the run that leads there, where the run
// leaves SC, what each engine found out, and a verdict line that says how the answer is known.
#include <fmt/format.h>

#include "report/diagnostic_text.h"
#include "report/explain.h"
#include "report/run_table.h"
#include "report/statistics_words.h"
#include "report/text_events.h"
#include "report/verify_words.h"
#include "report/words.h"

namespace robur {

namespace {

const char* runTitle(const Verification& v) {
  return v.departure ? "one that the model allows and no interleaving produces"
                     : "an ordinary interleaving that leads there";
}

std::string violation(const Program& program, const Verification& v, const ReportOptions& options) {
  const Narration narration = narrate(program, v);
  DiagnosticText text(program, options.paint);
  text.error(*v.finding, narration);
  text.item("run", runTitle(v));
  // Numbers in the run are those of the narration of where it leaves SC.
  const Narration away = v.departure ? narrate(program, v.model, *v.departure) : narration;
  text.rows(runTable(program, stepsOf(program, *v.finding, away), options.explain, options.paint));
  if (options.explain) {
    text.item("graph", "events, program order (po), reads-from (rf), modification order (mo)");
    text.rows(graphTable(program, *v.finding, away, options.paint));
  }
  if (v.departure) {
    text.note(*v.departure, away, "the run leaves SC here: " + away.headline);
    if (!away.cycle.empty()) text.item("cycle", away.cycle);
    if (!away.why.empty()) text.item("why", away.why);
  }
  return text.take();
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
  if (v.safety == Safety::Unsafe) {
    line += v.departure ? ": only under weak memory" : ": an ordinary bug, already under SC";
  }
  if (v.scStates > 0) line += " · " + countText(v.scStates, "SC state");
  if (v.potential.forwardStates > 0) {
    line += " · " + countText(v.potential.forwardStates, "abstract state");
  }
  if (v.potential.expanded > 0) {
    line += " · " + countText(v.potential.expanded, "backward node");
  }
  if (v.graphs > 0) line += " · " + countText(v.graphs, "execution graph");
  return line + fmt::format(" · {}\n", durationText(v.seconds));
}

}  // namespace

std::string verificationText(const Program& program, const Verification& v,
                             const ReportOptions& options) {
  const Stopwatch stopwatch;
  std::string out;
  if (!v.warning.empty()) {
    out += fmt::format("{}: {} {}\n", v.file, options.paint(Tone::Unsure, "warning:"), v.warning);
  }
  if (!options.quiet) {
    if (v.finding) out += violation(program, v, options);
    for (const EngineStep& step : v.steps) out += fmt::format("{}: {}\n", v.file, stepText(step));
  }
  out += verdict(v, options.paint);
  if (options.stats) out += statisticsText(v.statistics, stopwatch.seconds());
  return out;
}

}  // namespace robur

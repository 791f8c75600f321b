#include "report/bad_execution_text.h"

#include "report/diagnostic_text.h"
#include "report/explain.h"
#include "report/run_table.h"

namespace robur {

std::string badExecutionText(const Program& program, const BadExecutionView& view,
                             const ReportOptions& options) {
  DiagnosticText text(program, options);
  text.headline(view.severity, view.finding, view.narration);
  text.item("run", view.departure ? "one that the model allows and no interleaving produces"
                                  : "an ordinary interleaving that leads there");
  // Numbers in the run are those of the narration of where it leaves SC.
  const Narration away =
      view.departure ? narrate(program, view.model, *view.departure) : view.narration;
  text.rows(
      runTable(program, stepsOf(program, view.finding, away), options.explain, options.paint));
  if (options.explain) {
    text.item("graph", "events, program order (po), reads-from (rf), modification order (mo)");
    text.rows(graphTable(program, view.finding, away, options.paint));
  }
  if (view.departure && view.explainDeparture) {
    text.note(*view.departure, away, "the run leaves SC here: " + away.headline);
    if (!away.cycle.empty()) text.item("cycle", away.cycle);
    if (!away.why.empty()) text.item("why", away.why);
  }
  return text.take();
}

}  // namespace robur

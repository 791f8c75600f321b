#include "report/html/program_part.h"

#include <fmt/format.h>

#include "report/consequence_words.h"
#include "report/html/changes_panel.h"
#include "report/html/graph_panel.h"
#include "report/html/run_panel.h"
#include "report/html/source_panel.h"
#include "report/html/threads_panel.h"
#include "report/html/verdict_panel.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

std::string section(const std::string& id, const char* title, const std::string& content) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-h\"><h3 id=\"{0}-h\">{1}</h3>\n{2}"
      "</section>\n",
      id, title, content);
}

const char* legend() {
  return "<p class=\"legend\"><span class=\"po\">po</span> program order "
         "<span class=\"rf\">rf</span> read by <span class=\"mo\">mo</span> overwritten by "
         "<span class=\"fr\">fr</span> reads before; thick: the cycle</p>\n";
}

std::string viewPart(const View& view, const RunPanel& run, const Alternatives* changes,
                     const std::string& changesId) {
  const Narration& narration = view.narration;
  std::string out = fmt::format(
      "<section class=\"view\" id=\"{}\"><h3>{} <span class=\"kind\">{}</span></h3>\n"
      "<p class=\"aside\">{} under {}{}</p>\n",
      view.id, escaped(narration.headline), escaped(narration.kind),
      escaped(locationText(*view.program, view.finding->span)), titlesOf(view.models),
      view.finding->accepted.empty() ? "" : "; accepted: " + escaped(view.finding->accepted));
  out += threadsPanel(view, changes, changesId);
  out += "<div class=\"tried\" aria-live=\"polite\" hidden></div>\n";
  if (!narration.cycle.empty()) {
    out += fmt::format("<p class=\"cycle\"><b>Cycle</b> <code>{}</code></p>\n",
                       escaped(narration.cycle));
  }
  if (!narration.why.empty()) {
    out += fmt::format("<p><b>Why</b> {}.</p>\n", escaped(narration.why));
  }
  if (!run.html.empty()) {
    out += fmt::format("<h4>{}</h4>\n{}",
                       view.execution ? "The run: one that the model allows and no interleaving has"
                       : view.finding->property == Property::Robustness
                           ? "The run: an ordinary interleaving up to its last step"
                           : "The run: an ordinary interleaving that leads there",
                       run.html);
  }
  const std::string graph = graphPanel(view);
  if (!graph.empty()) out += "<h4>Execution graph</h4>\n" + graph + legend();
  return out + "</section>\n";
}

}  // namespace

ProgramPart programPart(const std::string& file, const std::vector<Judged>& verdicts,
                        const Alternatives* changes, std::size_t number) {
  const Views views(verdicts, number);
  const std::string id = fmt::format("p{}", number);
  const std::string changesId = id + "-c";
  ProgramPart out;
  out.title = verdictTitle(verdicts);
  out.html = fmt::format("<article id=\"{}\"><h2>{}</h2>\n", id, escaped(file));
  out.html += verdictPanel(verdicts);
  for (const View& view : views.list()) {
    RunPanel run = runPanel(view);
    if (!run.data.is_null()) out.runs.push_back(std::move(run.data));
    // In the run that shows the consequence, changes would be a repetition.
    out.html += viewPart(view, run, view.execution ? nullptr : changes, changesId);
  }
  if (views.leftOut() > 0) {
    out.html += fmt::format(
        "<p>{} not shown; --format json has all of them.</p>\n",
        countText(views.leftOut(), "more finding") + (views.leftOut() == 1 ? " is" : " are"));
  }
  out.html += section(id + "-models", "Models", modelsPanel(verdicts, views));
  if (changes != nullptr) {
    out.html += section(id + "-changes", "What if", changesPanel(*changes, changesId));
    if (changes->repair) {
      out.html +=
          section(id + "-repair", "Repair", repairPanel(*changes->repair, *changes->program));
    }
  }
  out.html +=
      section(id + "-source", "Source", sourcePanel(*verdicts.front().program, views.list()));
  out.html += "</article>\n";
  return out;
}

}  // namespace robur::report_html

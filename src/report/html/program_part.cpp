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

std::string noRoomFor(const char* title) {
  return fmt::format(
      "<section><h3>{}</h3>\n<p>There was no room for this on the page.</p></section>\n", title);
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
                        const Alternatives* changes, std::size_t number, Room& room) {
  const std::string id = fmt::format("p{}", number);
  const std::string changesId = id + "-c";
  std::string after;  // the violations
  if (changes != nullptr) {
    std::string tried = section(id + "-changes", "What if", changesPanel(*changes, changesId));
    if (changes->repair) {
      tried += section(id + "-repair", "Repair", repairPanel(*changes->repair, *changes->program));
    }
    if (room.take(tried.size())) {
      after = std::move(tried);
    } else {
      after = noRoomFor("What if");
      changes = nullptr;
    }
  }
  Views views(verdicts, number);
  ProgramPart out;
  std::string violations;
  for (std::size_t i = 0; i < views.list().size(); ++i) {
    const View& view = views.list()[i];
    RunPanel run = runPanel(view);
    // In the run that shows the consequence, changes would be a repetition.
    const std::string part = viewPart(view, run, view.execution ? nullptr : changes, changesId);
    if (!room.take(part.size() + island(run.data).size())) {
      views.keepFirst(i);
      break;
    }
    violations += part;
    if (!run.data.is_null()) out.runs.push_back(std::move(run.data));
  }
  if (views.leftOut() > 0) {
    violations += fmt::format(
        "<p>{} not shown; --format json has all of them.</p>\n",
        countText(views.leftOut(), "more finding") + (views.leftOut() == 1 ? " is" : " are"));
  }
  const std::string source =
      section(id + "-source", "Source", sourcePanel(*verdicts.front().program, views.list()));
  after += room.take(source.size()) ? source : noRoomFor("Source");
  out.title = verdictTitle(verdicts);
  out.html = fmt::format("<article id=\"{}\"><h2>{}</h2>\n{}{}{}{}</article>\n", id, escaped(file),
                         verdictPanel(verdicts), violations,
                         section(id + "-models", "Models", modelsPanel(verdicts, views)), after);
  return out;
}

}  // namespace robur::report_html

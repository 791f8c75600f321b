#include "report/html/run_panel.h"

#include <algorithm>

#include <fmt/format.h>

#include "program/pointer_values.h"
#include "report/html/memory.h"
#include "report/run_table.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kMostSteps = 120;  // of a longer run, the beginning and the end are shown
constexpr std::size_t kFirstSteps = 30;
constexpr std::size_t kMostCells = 40;

class RunBuilder {
 public:
  explicit RunBuilder(const View& view)
      : view_(view),
        program_(*view.program),
        steps_(stepsOf(program_, *view.finding, view.narration)),
        memory_(program_, view.finding->witness),
        cells_(memory_.cells()) {
    if (cells_.size() > kMostCells) cells_.resize(kMostCells);
  }

  RunPanel take() {
    RunPanel out;
    if (steps_.empty()) return out;
    Json cells = Json::array();
    for (const CellId cell : cells_) {
      const Held held = memory_.at(cell);
      cells.push_back({valueText(program_, cell, held.here), valueText(program_, cell, held.sc)});
      shown_.push_back({held.here, held.sc});
    }
    out.data = {{"id", view_.id}, {"start", cells}, {"steps", Json::array()}};
    std::string rows;
    std::size_t hidden = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const std::optional<ReadValue> read = memory_.step(steps_[i].event);
      if (!visible(i)) {
        ++hidden;
        continue;
      }
      if (hidden > 0) {
        rows += fmt::format("<tr class=\"gap\"><td colspan=\"5\">⋯ {} ⋯</td></tr>\n",
                            countText(hidden, "more step"));
        hidden = 0;
      }
      rows += row(steps_[i], read);
      out.data["steps"].push_back(stepData(steps_[i], read));
    }
    out.html = fmt::format(
        "<div class=\"run\" data-run=\"{0}\">\n"
        "<div class=\"slider\" hidden><button type=\"button\" class=\"back\" "
        "aria-label=\"previous step\">◀</button>"
        "<input type=\"range\" min=\"0\" max=\"{1}\" value=\"{1}\" aria-label=\"step of the run\">"
        "<button type=\"button\" class=\"on\" aria-label=\"next step\">▶</button>"
        "<output></output></div>\n"
        "<div class=\"beside\"><div class=\"wide\" tabindex=\"0\" role=\"group\" "
        "aria-label=\"steps of the run\"><table class=\"steps\"><thead><tr><th></th><th>thread</th>"
        "<th>line</th><th>statement</th><th>effect</th></tr></thead><tbody>\n{2}</tbody></table>"
        "</div>\n{3}</div></div>\n",
        view_.id, out.data["steps"].size(), rows, memoryTable());
    return out;
  }

 private:
  bool visible(std::size_t i) const {
    return steps_.size() <= kMostSteps || i < kFirstSteps ||
           i + (kMostSteps - kFirstSteps) >= steps_.size() || steps_[i].number != 0;
  }

  static bool deviates(const Step& step, const std::optional<ReadValue>& read) {
    return !step.remark.empty() || (read && (read->here != read->sc || !read->sameWrite));
  }

  std::string remarkOf(const Step& step, const std::optional<ReadValue>& read) const {
    if (!step.remark.empty()) return step.remark;
    if (!read || !deviates(step, read)) return {};
    if (read->here == read->sc) return "SC would read the same value of a later store";
    return fmt::format("SC would read {}", valueText(program_, read->cell, read->sc));
  }

  std::string row(const Step& step, const std::optional<ReadValue>& read) const {
    const std::string remark = remarkOf(step, read);
    return fmt::format(
        "<tr{}><td>{}</td><td>{}</td><td class=\"num\">{}</td><td><code>{}</code></td>"
        "<td><code>{}</code>{}</td></tr>\n",
        remark.empty() ? "" : " class=\"bad\"", disc(step.number), escaped(step.thread),
        step.span.known() ? escaped(lineText(step.span)) : "", escaped(oneLine(step.statement, 90)),
        escaped(step.effect), remark.empty() ? "" : fmt::format(" <em>{}</em>", escaped(remark)));
  }

  std::string lineText(const Span& span) const {
    const std::string place = placeText(program_, span);
    return place.starts_with("line ") ? place.substr(5) : place;
  }

  Json stepData(const Step& step, const std::optional<ReadValue>& read) {
    Json changes = Json::array();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const Held held = memory_.at(cells_[i]);
      if (held.here == shown_[i].here && held.sc == shown_[i].sc) continue;
      shown_[i] = held;
      changes.push_back(
          {i, valueText(program_, cells_[i], held.here), valueText(program_, cells_[i], held.sc)});
    }
    const Event& event = view_.finding->witness.graph[step.event];
    Json out = {{"text", fmt::format("{}: {}", step.thread, step.effect)},
                {"thread", raw(event.thread)},
                {"at", fmt::format("{}:{}", step.span.file, step.span.line)},
                {"event", raw(step.event)},
                {"set", std::move(changes)}};
    if (const auto it = std::ranges::find(cells_, event.cell);
        it != cells_.end() && event.kind != Event::Kind::Fence) {
      out["cell"] = it - cells_.begin();
    }
    if (read) {
      out["read"] = {valueText(program_, read->cell, read->here),
                     valueText(program_, read->cell, read->sc)};
    }
    const std::string remark = remarkOf(step, read);
    if (!remark.empty()) out["remark"] = remark;
    return out;
  }

  // At the end of the run.
  std::string memoryTable() const {
    std::string rows;
    for (const CellId cell : cells_) {
      const Held held = memory_.at(cell);
      rows += fmt::format(
          "<tr{}><th scope=\"row\"><code>{}</code></th><td><code>{}</code></td>"
          "<td><code>{}</code></td></tr>\n",
          held.here == held.sc ? "" : " class=\"bad\"", escaped(cellText(program_, cell)),
          escaped(valueText(program_, cell, held.here)),
          escaped(valueText(program_, cell, held.sc)));
    }
    const std::size_t left = memory_.cells().size() - cells_.size();
    return fmt::format(
        "<div class=\"memory\"><table><caption>memory at the end</caption><thead><tr><th></th>"
        "<th>here</th><th>SC</th></tr></thead><tbody>\n{}</tbody></table>{}"
        "<p class=\"reading\" hidden></p></div>",
        rows, left == 0 ? "" : fmt::format("<p>and {}</p>", countText(left, "more cell")));
  }

  const View& view_;
  const Program& program_;
  std::vector<Step> steps_;
  Memory memory_;
  std::vector<CellId> cells_;
  std::vector<Held> shown_;  // memory after the last step that is shown
};

}  // namespace

RunPanel runPanel(const View& view) {
  return RunBuilder(view).take();
}

}  // namespace robur::report_html

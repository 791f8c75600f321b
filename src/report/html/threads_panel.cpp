#include "report/html/threads_panel.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/html/column.h"
#include "report/html/cycle_arrows.h"
#include "report/html/markup.h"
#include "report/tour.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kMostThreads = 4;  // if more take part, only those of the narration are shown
constexpr std::size_t kSideBySide = 3;   // if there are more, they stand below each other
constexpr std::size_t kWideRemark = 44;  // characters
constexpr std::size_t kNarrowRemark = 36;

std::vector<ThreadId> threadsOf(const View& view) {
  std::set<ThreadId> narrated;
  for (const Remark& remark : view.narration.remarks) {
    if (!remark.thread.empty()) narrated.insert(remark.threadId);
  }
  std::set<ThreadId> all = narrated;
  for (const EventId id : view.finding->witness.run) {
    const Event& event = view.finding->witness.graph[id];
    if (!event.init) all.insert(event.thread);
  }
  const std::set<ThreadId>& chosen = all.size() <= kMostThreads ? all : narrated;
  return {chosen.begin(), chosen.end()};
}

// The edges of the cycle between numbered accesses; for a race the pair that nothing orders.
std::vector<CycleArrow> arrowsOf(const View& view, const std::vector<Column>& columns) {
  std::vector<CycleArrow> out;
  const auto add = [&](const char* kind, const char* label, unsigned from, unsigned to) {
    CycleArrow arrow{kind, label, {}, {}};
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto at = [&](unsigned number, RowPlace& place) {
        const auto it = columns[c].rowsOf.find(number);
        if (it != columns[c].rowsOf.end()) place = {c, it->second};
      };
      at(from, arrow.from);
      at(to, arrow.to);
    }
    if (arrow.from.known() && arrow.to.known()) out.push_back(arrow);
  };
  if (view.finding->property == Property::Race && view.narration.remarks.size() == 2) {
    add("race", "not ordered", 1, 2);
  }
  if (view.finding->property != Property::Robustness) return out;
  const Tour tour = tourOf(*view.finding, view.models.front());
  for (std::size_t i = 0; i < tour.size(); ++i) {
    add(kindClass(tour[i].out), edgeWords(tour[i]), static_cast<unsigned>(i + 1),
        i + 1 == tour.size() ? 1 : static_cast<unsigned>(i + 2));
  }
  return out;
}

}  // namespace

std::string threadsPanel(const View& view, const Alternatives* changes,
                         const std::string& changesId) {
  std::vector<Column> columns;
  const std::vector<ThreadId> threads = threadsOf(view);
  for (const ThreadId thread : threads) {
    columns.push_back(columnOf(view, thread,
                               threads.size() == kSideBySide ? kNarrowRemark : kWideRemark, changes,
                               changesId));
  }
  const CycleArrows arrows(columns, arrowsOf(view, columns));
  std::string out = fmt::format("<div class=\"threads n{}\" style=\"--side:{}px\">\n{}",
                                columns.size(), arrows.sideWidth(), arrows.side());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (c > 0) out += arrows.channel(c);
    out += fmt::format(
        "<section class=\"thread{}\"><h4>thread {}</h4><div class=\"body\">{}"
        "<div class=\"rows\" tabindex=\"0\" role=\"group\" aria-label=\"source of thread {}\" "
        "data-thread=\"{}\" style=\"height:{}px\">\n{}</div></div>{}</section>\n",
        c > 0 && c + 1 == columns.size() && c < kSideBySide ? " mirror" : "",
        escaped(columns[c].title), arrows.gutter(c), escaped(columns[c].title),
        raw(columns[c].thread), columns[c].height(), columns[c].rows, arrows.lanes(c));
  }
  return out + "</div>\n";
}

}  // namespace robur::report_html

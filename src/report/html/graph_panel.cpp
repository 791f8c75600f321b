#include "report/html/graph_panel.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "report/html/arrow.h"
#include "report/html/graph_edges.h"
#include "report/html/markup.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

// Pixels.
constexpr double kBox = 30;       // height
constexpr double kPitch = 62;     // from one event of a thread to the next
constexpr double kBetween = 120;  // threads
constexpr double kCharacter = 7.3;
constexpr double kMargin = 20;
constexpr double kLaneWidth = 17;
constexpr double kInitial = 36;  // height of a row of initial values

class GraphPicture {
 public:
  explicit GraphPicture(const View& view)
      : view_(view),
        program_(*view.program),
        graph_(view.finding->witness.graph),
        drawn_(drawnGraph(view)) {}

  std::string take() {
    if (drawn_.events.empty()) return {};
    assignColumns();
    assignRows();
    assignLanes();
    assignPlaces();
    for (const DrawnEdge& edge : drawn_.edges) draw(edge);
    std::string events;
    for (const auto& [id, box] : boxes_) events += event(id, box);
    return fmt::format(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"execution graph\">"
        "<svg class=\"graph\" role=\"img\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\"><title>execution graph: {2}</title>\n{3}{4}{5}{6}</svg>"
        "</div>\n",
        width_, height_, escaped(view_.narration.headline), titles_, edges_, events, labels_);
  }

 private:
  struct Box {
    std::size_t column = 0;
    Point centre;
    double width = 0;
  };

  struct Thread {
    ThreadId thread{};
    std::vector<EventId> initial;
    std::vector<EventId> events;
    std::vector<std::vector<std::pair<double, double>>> lanes;  // what each of them is used for
    double width = 0;
    double left = 0;
  };

  void assignColumns() {
    std::map<ThreadId, std::vector<EventId>> threads;
    for (const EventId id : drawn_.events) {
      if (!graph_[id].init) threads[graph_[id].thread].push_back(id);
    }
    for (auto& [thread, events] : threads) {
      for (const EventId id : events) boxes_[id].column = threads_.size();
      threads_.push_back({thread, {}, std::move(events), {}});
    }
    for (const DrawnEdge& edge : drawn_.edges) {
      const EventId source = edge.edge.from;
      if (!graph_[source].init || boxes_.contains(source)) continue;
      const std::size_t column = boxes_[edge.edge.to].column;
      boxes_[source].column = column;
      threads_[column].initial.push_back(source);
    }
  }

  void assignRows() {
    std::size_t rows = 0;
    for (const Thread& thread : threads_) rows = std::max(rows, thread.initial.size());
    top_ = kInitial * static_cast<double>(rows) + 10;
    for (Thread& thread : threads_) {
      thread.width = 24 + kCharacter * static_cast<double>(columnsOf(titleText(thread)));
      double y = kInitial / 2;
      for (const EventId id : thread.initial) {
        boxes_[id].centre.y = y;
        boxes_[id].width = 16 + kCharacter * static_cast<double>(columnsOf(initialText(id)));
        thread.width = std::max(thread.width, boxes_[id].width);
        y += kInitial;
      }
      y = top_ + 48;
      for (const EventId id : thread.events) {
        boxes_[id].centre.y = y;
        thread.width = std::max(thread.width, widthOf(id));
        y += kPitch;
      }
      height_ = std::max(height_, y - kPitch + kBox);
    }
  }

  // Short edges get the lanes next to the thread.
  void assignLanes() {
    std::vector<const DrawnEdge*> inner;
    for (const DrawnEdge& edge : drawn_.edges) {
      if (inLane(edge)) inner.push_back(&edge);
    }
    const auto heights = [this](const DrawnEdge* edge) {
      return std::minmax(boxes_[edge->edge.from].centre.y, boxes_[edge->edge.to].centre.y);
    };
    std::ranges::stable_sort(inner, {}, [&](const DrawnEdge* edge) {
      const auto [low, high] = heights(edge);
      return high - low;
    });
    for (const DrawnEdge* edge : inner) {
      const std::pair<double, double> range = heights(edge);
      auto& lanes = threads_[boxes_[edge->edge.from].column].lanes;
      const auto isFree = [&](const std::vector<std::pair<double, double>>& lane) {
        return std::ranges::none_of(lane, [&](const std::pair<double, double>& other) {
          return range.first <= other.second && other.first <= range.second;
        });
      };
      const auto lane = std::ranges::find_if(lanes, isFree);
      laneOf_[edge] = static_cast<std::size_t>(lane - lanes.begin());
      (lane == lanes.end() ? lanes.emplace_back() : *lane).push_back(range);
    }
  }

  void assignPlaces() {
    double x = kMargin;
    for (Thread& thread : threads_) {
      thread.left = x + kLaneWidth * static_cast<double>(thread.lanes.size());
      if (!thread.lanes.empty()) thread.left += 10;
      const double centre = thread.left + thread.width / 2;
      for (const EventId id : thread.initial) boxes_[id].centre.x = centre;
      for (const EventId id : thread.events) {
        boxes_[id].centre.x = centre;
        boxes_[id].width = thread.width;
      }
      titles_ += fmt::format("<text class=\"title\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", centre,
                             top_ + 18, escaped(titleText(thread)));
      width_ = thread.left + thread.width + kMargin;
      x = thread.left + thread.width + kBetween;
    }
  }

  std::string titleText(const Thread& thread) const {
    return "thread " + threadName(program_, thread.thread);
  }
  std::string initialText(EventId id) const {
    return "initially " + effectText(program_, graph_[id]);
  }
  std::string placeOf(EventId id) const {
    const Span span = spanOf(program_, graph_[id].thread, graph_[id].pc);
    return span.known() ? placeText(program_, span) : "";
  }
  double widthOf(EventId id) const {
    return 30 + (view_.narration.numberOf(id) == 0 ? 0 : 24) +
           kCharacter * static_cast<double>(columnsOf(eventText(program_, graph_[id]))) +
           6.2 * static_cast<double>(columnsOf(placeOf(id)));
  }

  std::string event(EventId id, const Box& box) const {
    if (graph_[id].init) {
      return fmt::format("<text class=\"initial\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                         box.centre.x, box.centre.y + 4, escaped(initialText(id)));
    }
    const unsigned number = view_.narration.numberOf(id);
    const bool bad = id == view_.finding->witness.offender;
    const double left = box.centre.x - box.width / 2;
    const double base = box.centre.y + 4;
    std::string out = fmt::format(
        "<g class=\"event{}\" data-event=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{}\" rx=\"5\"/>",
        bad           ? " bad"
        : number != 0 ? " cycle"
                      : "",
        raw(id), left, box.centre.y - kBox / 2, box.width, kBox);
    if (number != 0) {
      out += fmt::format(
          "<circle cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"9\"/><text class=\"number\" x=\"{0:.1f}\" "
          "y=\"{2:.1f}\">{3}</text>",
          left + 18, box.centre.y, base, number);
    }
    return out + fmt::format(
                     "<text class=\"what\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>"
                     "<text class=\"where\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n",
                     left + (number == 0 ? 10 : 34), base, escaped(eventText(program_, graph_[id])),
                     left + box.width - 8, base, escaped(placeOf(id)));
  }

  // Neighbours in program order are joined directly.
  bool inLane(const DrawnEdge& edge) const {
    const Box& from = boxes_.at(edge.edge.from);
    const Box& to = boxes_.at(edge.edge.to);
    return from.column == to.column && !isStraight(edge);
  }
  bool isStraight(const DrawnEdge& edge) const {
    if (edge.edge.kind != CycleEdge::Kind::Po) return false;
    const std::vector<EventId>& events = threads_[boxes_.at(edge.edge.from).column].events;
    const auto from = std::ranges::find(events, edge.edge.from);
    return from != events.end() && from + 1 != events.end() && *(from + 1) == edge.edge.to;
  }

  void draw(const DrawnEdge& drawn) {
    const char* const kind = kindClass(drawn.edge.kind);
    const std::string look =
        std::string(kind) + (drawn.inCycle ? " thick" : "") + (drawn.passed > 0 ? " dotted" : "");
    const Box& from = boxes_.at(drawn.edge.from);
    const Box& to = boxes_.at(drawn.edge.to);
    if (isStraight(drawn)) {
      const Point tip{to.centre.x, to.centre.y - kBox / 2};
      edges_ += arrow(
          look, fmt::format("M{:.1f} {:.1f}V{:.1f}", tip.x, from.centre.y + kBox / 2, tip.y - 6),
          tip, 0, 1);
      const std::string label =
          drawn.passed > 0 ? fmt::format("po, {} more", drawn.passed) : std::string("po");
      labels_ += edgeLabel(kind,
                           {tip.x + 10 + 3.2 * static_cast<double>(label.size()),
                            (from.centre.y + to.centre.y) / 2 - 1},
                           label);
    } else if (inLane(drawn)) {
      lane(drawn, look, kind, from, to);
    } else {
      curve(look, spelling(drawn.edge.kind), kind, from, to);
    }
  }

  void lane(const DrawnEdge& drawn, const std::string& look, const char* kind, const Box& from,
            const Box& to) {
    const double x = threads_[from.column].left - 12 -
                     kLaneWidth * (static_cast<double>(laneOf_.at(&drawn)) + 0.5);
    const Point a{from.centre.x - from.width / 2, from.centre.y + 4};
    const Point b{to.centre.x - to.width / 2, to.centre.y - 4};
    const double bend = a.y < b.y ? 6 : -6;
    edges_ += arrow(look,
                    fmt::format("M{0:.1f} {1:.1f}H{2:.1f}Q{3:.1f} {1:.1f} {3:.1f} {4:.1f}V{5:.1f}"
                                "Q{3:.1f} {6:.1f} {2:.1f} {6:.1f}H{7:.1f}",
                                a.x, a.y, x + 6, x, a.y + bend, b.y - bend, b.y, b.x - 7),
                    {b.x - 1, b.y}, 1, 0);
    labels_ += edgeLabel(kind, {x, (a.y + b.y) / 2}, spelling(drawn.edge.kind));
  }

  void curve(const std::string& look, const char* label, const char* kind, const Box& from,
             const Box& to) {
    const double side = from.column < to.column ? 1 : -1;
    const Point a{from.centre.x + side * from.width / 2, from.centre.y + 4};
    const Point b{to.centre.x - side * (to.width / 2 + 1), to.centre.y - 4};
    const double reach = 0.45 * std::abs(b.x - a.x);
    edges_ +=
        arrow(look,
              fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", a.x, a.y,
                          a.x + side * reach, a.y, b.x - side * reach, b.y, b.x - side * 7, b.y),
              b, side, 0);
    constexpr double t = 0.28;
    constexpr double u = 1 - t;
    const auto along = [](double p0, double p1, double p2, double p3) {
      return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
    };
    labels_ += edgeLabel(
        kind, {along(a.x, a.x + side * reach, b.x - side * reach, b.x), along(a.y, a.y, b.y, b.y)},
        label);
  }

  const View& view_;
  const Program& program_;
  const ExecutionGraph& graph_;
  const DrawnGraph drawn_;
  std::vector<Thread> threads_;
  std::map<EventId, Box> boxes_;
  std::map<const DrawnEdge*, std::size_t> laneOf_;
  double top_ = 0;  // of the threads, below the initial values
  double width_ = 0;
  double height_ = 0;
  std::string titles_;
  std::string edges_;
  std::string labels_;
};

}  // namespace

std::string graphPanel(const View& view) {
  return GraphPicture(view).take();
}

}  // namespace robur::report_html

#include "report/html/graph_panel.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "report/html/arrow.h"
#include "report/html/markup.h"
#include "report/words.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kWholeGraph = 40;  // a graph of so many events is drawn whole

// Pixels.
constexpr double kBox = 30;       // height
constexpr double kPitch = 62;     // from one event of a thread to the next
constexpr double kBetween = 130;  // threads
constexpr double kCharacter = 7.3;
constexpr double kMargin = 60;  // left and right, for edges within a thread
constexpr double kInitial = 36;  // height of a row of initial values

struct Box {
  Point centre;
  double width = 0;
  std::size_t column = 0;
};

class GraphPicture {
 public:
  explicit GraphPicture(const View& view)
      : view_(view),
        program_(*view.program),
        witness_(view.finding->witness),
        graph_(view.finding->witness.graph) {
    choose();
    place();
  }

  std::string take() {
    if (boxes_.empty()) return {};
    for (const auto& [id, box] : boxes_) readsFrom(id);
    for (const std::vector<EventId>& order : graph_.modificationOrder) modifications(order);
    for (const CycleEdge& edge : witness_.cycle) {
      if (edge.kind != CycleEdge::Kind::Po) draw(edge);
    }
    std::string events;
    for (const auto& [id, box] : boxes_) events += event(id, box);
    return fmt::format(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"execution graph\">"
        "<svg class=\"graph\" data-run=\"{}\" role=\"img\" width=\"{:.0f}\" height=\"{:.0f}\" "
        "viewBox=\"0 0 {:.0f} {:.0f}\"><title>execution graph: {}</title>\n{}{}{}{}</svg></div>\n",
        view_.id, width_, height_, width_, height_, escaped(view_.narration.headline), titles_,
        edges_, events, labels_);
  }

 private:
  void choose() {
    std::size_t events = 0;
    for (const Event& event : graph_.events) events += event.init ? 0 : 1;
    std::set<EventId> chosen;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const EventId id{i};
      if (!graph_[id].init && (events <= kWholeGraph || view_.narration.numberOf(id) != 0)) {
        chosen.insert(id);
      }
    }
    for (const CycleEdge& edge : witness_.cycle) chosen.insert(edge.from);
    chosen_ = chosen;
    for (const EventId id : chosen) {
      if (hasSource(id)) chosen_.insert(graph_.readsFrom[raw(id)]);
    }
  }

  bool hasSource(EventId id) const {
    const Event& event = graph_[id];
    return !event.init && reads(event) && !isFence(event) &&
           raw(graph_.readsFrom[raw(id)]) < graph_.size();
  }

  std::string textOf(EventId id) const { return eventText(program_, graph_[id]); }
  std::string placeOf(EventId id) const {
    const Event& event = graph_[id];
    const Span span = spanOf(program_, event.thread, event.pc);
    return event.init || !span.known() ? "" : placeText(program_, span);
  }

  double widthOf(EventId id) const {
    const unsigned number = view_.narration.numberOf(id);
    return 24 + (number == 0 ? 0 : 24) + kCharacter * static_cast<double>(columnsOf(textOf(id))) +
           6.2 * static_cast<double>(columnsOf(placeOf(id)));
  }

  void place() {
    std::map<ThreadId, std::vector<EventId>> threads;
    std::vector<EventId> initial;
    for (const EventId id : chosen_) {
      if (graph_[id].init) {
        initial.push_back(id);
      } else {
        threads[graph_[id].thread].push_back(id);
      }
    }
    const std::size_t across = std::max<std::size_t>(threads.size(), 1);
    const double top =
        kInitial * static_cast<double>((initial.size() + across - 1) / across) + 14;
    double x = kMargin;
    std::vector<double> centres;
    for (const auto& [thread, events] : threads) {
      const std::string title = "thread " + threadName(program_, thread);
      double width = 20 + kCharacter * static_cast<double>(columnsOf(title));
      for (const EventId id : events) width = std::max(width, widthOf(id));
      const double centre = x + width / 2;
      titles_ += fmt::format("<text class=\"title\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", centre,
                             top + 16, escaped(title));
      double y = top + 46;
      for (const EventId id : events) {
        boxes_[id] = {{centre, y}, width, centres.size()};
        y += kPitch;
      }
      height_ = std::max(height_, y - kPitch + kBox);
      centres.push_back(centre);
      programOrder(events, thread);
      x += width + kBetween;
    }
    width_ = x - kBetween + kMargin;
    for (std::size_t i = 0; i < initial.size(); ++i) {
      const std::size_t column = i % across;
      boxes_[initial[i]] = {
          {centres.empty() ? kMargin + 60 : centres[column],
           kInitial * static_cast<double>(i / across) + 18},
          16 + kCharacter * static_cast<double>(columnsOf(initialText(initial[i]))), column};
    }
  }

  std::string initialText(EventId id) const {
    return "initially " + effectText(program_, graph_[id]);
  }

  std::string event(EventId id, const Box& box) const {
    const Event& e = graph_[id];
    const double left = box.centre.x - box.width / 2;
    if (e.init) {
      return fmt::format("<text class=\"initial\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
                         box.centre.x, box.centre.y + 4, escaped(initialText(id)));
    }
    const unsigned number = view_.narration.numberOf(id);
    const bool bad = id == witness_.offender;
    std::string out = fmt::format(
        "<g class=\"event{}\" data-event=\"{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{}\" rx=\"5\"/>",
        bad           ? " bad"
        : number != 0 ? " cycle"
                      : "",
        raw(id), left, box.centre.y - kBox / 2, box.width, kBox);
    double x = left + 10;
    if (number != 0) {
      out += fmt::format(
          "<circle cx=\"{0:.1f}\" cy=\"{1:.1f}\" r=\"9\"/><text class=\"number\" x=\"{0:.1f}\" "
          "y=\"{2:.1f}\">{3}</text>",
          x + 8, box.centre.y, box.centre.y + 4, number);
      x += 24;
    }
    return out + fmt::format(
                     "<text class=\"what\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>"
                     "<text class=\"where\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text></g>\n",
                     x, box.centre.y + 4, escaped(textOf(id)), left + box.width - 8,
                     box.centre.y + 4, escaped(placeOf(id)));
  }

  bool inCycle(const CycleEdge& edge) const {
    return std::ranges::any_of(witness_.cycle, [&](const CycleEdge& e) {
      return e.from == edge.from && e.to == edge.to && e.kind == edge.kind;
    });
  }

  std::string classOf(const CycleEdge& edge) const {
    return std::string(kindClass(edge.kind)) + (inCycle(edge) ? " thick" : "");
  }

  void programOrder(const std::vector<EventId>& events, ThreadId thread) {
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      const CycleEdge edge{events[i], events[i + 1], CycleEdge::Kind::Po};
      std::size_t skipped = 0;
      for (std::uint32_t k = raw(events[i]) + 1; k < raw(events[i + 1]); ++k) {
        const Event& between = graph_[EventId{k}];
        skipped += !between.init && between.thread == thread ? 1 : 0;
      }
      const Box& from = boxes_[events[i]];
      const Box& to = boxes_[events[i + 1]];
      const Point tip{to.centre.x, to.centre.y - kBox / 2};
      edges_ += arrow(classOf(edge) + (skipped > 0 ? " dotted" : ""),
                      fmt::format("M{:.1f} {:.1f}V{:.1f}", tip.x, from.centre.y + kBox / 2,
                                  tip.y - 5),
                      tip, 0, 1);
      labels_ += edgeLabel("po", {tip.x + 14, (from.centre.y + to.centre.y) / 2 + 4},
                           skipped > 0 ? fmt::format("po, {} more", skipped) : "po");
    }
    // Edges of the cycle that jump over events.
    for (const CycleEdge& edge : witness_.cycle) {
      if (edge.kind != CycleEdge::Kind::Po || graph_[edge.from].thread != thread) continue;
      const auto from = std::ranges::find(events, edge.from);
      if (from != events.end() && from + 1 != events.end() && *(from + 1) != edge.to) draw(edge);
    }
  }

  // Between columns from side to side, within a column around its left side.
  void draw(const CycleEdge& edge) {
    const auto fromBox = boxes_.find(edge.from);
    const auto toBox = boxes_.find(edge.to);
    if (fromBox == boxes_.end() || toBox == boxes_.end()) return;
    const Box& from = fromBox->second;
    const Box& to = toBox->second;
    const bool same = from.column == to.column;
    const double side = same ? -1 : from.column < to.column ? 1 : -1;
    const double arriving = same ? 1 : side;
    const Point a{from.centre.x + side * from.width / 2, from.centre.y};
    const Point b{to.centre.x - arriving * to.width / 2, to.centre.y};
    const Point tip{b.x - arriving * 1, b.y};
    const double reach = same ? 26 + 0.1 * std::abs(b.y - a.y) : 0.45 * std::abs(b.x - a.x);
    const Point c1{a.x + side * reach, a.y};
    const Point c2{same ? b.x - reach : b.x - side * reach, b.y};
    edges_ += arrow(classOf(edge),
                    fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", a.x, a.y,
                                c1.x, c1.y, c2.x, c2.y, tip.x - arriving * 5, tip.y),
                    tip, arriving, 0);
    const double t = same ? 0.5 : 0.3;
    const auto bezier = [t](double p0, double p1, double p2, double p3) {
      const double u = 1 - t;
      return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
    };
    labels_ += edgeLabel(kindClass(edge.kind),
                         {bezier(a.x, c1.x, c2.x, b.x), bezier(a.y, c1.y, c2.y, b.y) + 4},
                         spelling(edge.kind));
  }

  void readsFrom(EventId id) {
    if (!hasSource(id)) return;
    const CycleEdge edge{graph_.readsFrom[raw(id)], id, CycleEdge::Kind::Rf};
    if (!inCycle(edge)) draw(edge);
  }

  // Between neighbours only, and not from the initial write: the rest follows.
  void modifications(const std::vector<EventId>& order) {
    EventId previous = kNoEvent;
    for (const EventId id : order) {
      if (!chosen_.contains(id) || graph_[id].init || isFence(graph_[id])) continue;
      const CycleEdge edge{previous, id, CycleEdge::Kind::Mo};
      if (previous != kNoEvent && !inCycle(edge)) draw(edge);
      previous = id;
    }
  }

  const View& view_;
  const Program& program_;
  const Witness& witness_;
  const ExecutionGraph& graph_;
  std::set<EventId> chosen_;
  std::map<EventId, Box> boxes_;
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

#include "report/html/graph_edges.h"

#include <algorithm>
#include <map>

#include "report/words.h"

namespace robur::report_html {

namespace {

constexpr std::size_t kWholeGraph = 40;  // a graph of so many events is drawn whole

class Choosing {
 public:
  explicit Choosing(const View& view)
      : view_(view), witness_(view.finding->witness), graph_(view.finding->witness.graph) {}

  DrawnGraph take() {
    events();
    programOrder();
    for (const EventId id : out_.events) {
      if (!hasSource(id) || !out_.events.contains(graph_.readsFrom[raw(id)])) continue;
      add({graph_.readsFrom[raw(id)], id, CycleEdge::Kind::Rf});
    }
    for (const std::vector<EventId>& order : graph_.modificationOrder) modifications(order);
    for (const CycleEdge& edge : witness_.cycle) {
      if (!isDrawn(edge)) add(edge);
    }
    return std::move(out_);
  }

 private:
  void events() {
    const auto all = std::ranges::count_if(graph_.events, [](const Event& e) { return !e.init; });
    std::set<EventId> chosen;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const EventId id{i};
      const bool told = view_.narration.numberOf(id) != 0;
      if (!graph_[id].init && (all <= static_cast<std::ptrdiff_t>(kWholeGraph) || told)) {
        chosen.insert(id);
      }
    }
    for (const CycleEdge& edge : witness_.cycle) chosen.insert(edge.from);
    out_.events = chosen;
    for (const EventId id : chosen) {
      if (hasSource(id)) out_.events.insert(graph_.readsFrom[raw(id)]);
    }
  }

  bool hasSource(EventId id) const {
    const Event& event = graph_[id];
    return !event.init && reads(event) && !isFence(event) &&
           raw(graph_.readsFrom[raw(id)]) < graph_.size();
  }

  void programOrder() {
    std::map<ThreadId, EventId> last;
    std::map<ThreadId, std::size_t> passed;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const EventId id{i};
      const Event& event = graph_[id];
      if (event.init) continue;
      if (!out_.events.contains(id)) {
        ++passed[event.thread];
        continue;
      }
      const auto before = last.find(event.thread);
      if (before != last.end()) {
        add({before->second, id, CycleEdge::Kind::Po}, passed[event.thread]);
      }
      last[event.thread] = id;
      passed[event.thread] = 0;
    }
  }

  void modifications(const std::vector<EventId>& order) {
    EventId previous = kNoEvent;
    for (const EventId id : order) {
      if (!out_.events.contains(id) || graph_[id].init || isFence(graph_[id])) continue;
      const bool follows = previous != kNoEvent && graph_[previous].thread == graph_[id].thread;
      if (previous != kNoEvent && !follows) add({previous, id, CycleEdge::Kind::Mo});
      previous = id;
    }
  }

  static bool same(const CycleEdge& a, const CycleEdge& b) {
    return a.from == b.from && a.to == b.to && a.kind == b.kind;
  }
  bool isDrawn(const CycleEdge& edge) const {
    return std::ranges::any_of(out_.edges, [&](const DrawnEdge& d) { return same(d.edge, edge); });
  }

  void add(const CycleEdge& edge, std::size_t passed = 0) {
    const bool inCycle = std::ranges::any_of(
        witness_.cycle, [&](const CycleEdge& other) { return same(edge, other); });
    out_.edges.push_back({edge, inCycle, passed});
  }

  const View& view_;
  const Witness& witness_;
  const ExecutionGraph& graph_;
  DrawnGraph out_;
};

}  // namespace

DrawnGraph drawnGraph(const View& view) {
  return Choosing(view).take();
}

}  // namespace robur::report_html

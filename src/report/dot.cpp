// The drawing: time runs downwards in each thread, initial values stand at the top, and
// the cycle is what the eye should find first. Everything outside of it is grey or thin.
//
// Only po edges shape the layout; the others are laid over it, which keeps threads as
// straight columns. A graph with very many events shows those of the cycle and the
// writes they read from; a dotted po edge says how many were left out between two.
#include "report/dot.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "report/narrate.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kWholeGraph = 40;  // events that are drawn without being asked for

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += byte < 0x20 || byte >= 0x7F ? '?' : c;
    }
  }
  return out;
}

// Colours that stay apart for colour-blind eyes and in print.
struct EdgeLook {
  const char* colour;
  const char* style;
};

EdgeLook lookOf(CycleEdge::Kind kind) {
  switch (kind) {
    case CycleEdge::Kind::Po:
      return {"#8a8f98", "solid"};
    case CycleEdge::Kind::Rf:
      return {"#2a7f62", "solid"};
    case CycleEdge::Kind::Mo:
      return {"#7b5ea7", "solid"};
    case CycleEdge::Kind::Fr:
      return {"#c8452f", "dashed"};
  }
  return {"black", "solid"};
}

class Drawing {
 public:
  Drawing(const Program& program, const Result& result, const Finding& finding, bool whole)
      : program_(program),
        result_(result),
        finding_(finding),
        graph_(finding.witness.graph),
        story_(narrate(program, result.model, finding)),
        whole_(whole) {
    choose();
  }

  std::string text() {
    header();
    initialWrites();
    for (std::uint32_t t = 0; t < program_.threads.size(); ++t) thread(ThreadId{t});
    sideBySide();
    for (std::uint32_t i = 0; i < graph_.size(); ++i) readsFromEdge(EventId{i});
    for (const std::vector<EventId>& order : graph_.modificationOrder) modificationEdges(order);
    for (const CycleEdge& edge : finding_.witness.cycle) {
      if (edge.kind != CycleEdge::Kind::Po) draw(edge);
    }
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  void choose() {
    drawn_.assign(graph_.size(), false);
    const bool all = whole_ || graph_.size() <= kWholeGraph;
    const auto add = [&](EventId id) {
      if (raw(id) < graph_.size()) drawn_[raw(id)] = true;
    };
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!graph_[EventId{i}].init && (all || story_.numberOf(EventId{i}) != 0)) add(EventId{i});
    }
    add(finding_.witness.missed);
    add(finding_.witness.offender);
    for (const CycleEdge& edge : finding_.witness.cycle) add(edge.from);
    const std::vector<bool> before = drawn_;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const Event& event = graph_[EventId{i}];
      if (before[i] && reads(event) && !isFence(event)) add(graph_.readsFrom[i]);
    }
  }

  bool drawn(EventId id) const { return raw(id) < drawn_.size() && drawn_[raw(id)]; }

  bool inCycle(EventId from, EventId to, CycleEdge::Kind kind) const {
    return std::ranges::any_of(finding_.witness.cycle, [&](const CycleEdge& e) {
      return e.from == from && e.to == to && e.kind == kind;
    });
  }

  void header() {
    const std::string name = fmt::format("{} under {}", result_.file, titleOf(result_.model));
    out_ += fmt::format(
        "digraph \"{}\" {{\n"
        "  graph [newrank=true, nodesep=0.6, ranksep=0.5, pad=0.3, fontname=\"Helvetica\", "
        "fontsize=12, labelloc=t, labeljust=l,\n"
        "    label=<<table border=\"0\" cellpadding=\"2\"><tr><td align=\"left\"><b>{}: "
        "{}</b></td></tr>"
        "<tr><td align=\"left\">{}</td></tr></table>>];\n"
        "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n"
        "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n",
        quoted(name), escaped(name), escaped(story_.kind), escaped(story_.headline));
  }

  static std::string quoted(std::string_view text) {
    std::string out;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') out += '\\';
      out += byte < 0x20 || byte >= 0x7F ? '?' : c;
    }
    return out;
  }

  void node(EventId id, const std::string& indent) {
    const Event& event = graph_[id];
    const unsigned number = story_.numberOf(id);
    const bool offends = id == finding_.witness.offender;
    const char* fill = offends ? "#fbe3de" : number != 0 ? "#fdf3d8" : "#ffffff";
    const char* border = offends ? "#c8452f" : number != 0 ? "#c9a227" : "#c4c8ce";
    std::string rows =
        fmt::format("<tr><td align=\"left\"><font face=\"monospace\">{}</font></td></tr>",
                    escaped(statementText(program_, event.thread, event.pc)));
    const Span span = spanOf(program_, event.thread, event.pc);
    std::string detail = escaped(effectText(program_, event));
    if (number != 0) detail = fmt::format("<b>({})</b>  {}", number, detail);
    if (span.known()) detail += fmt::format("  <font color=\"#8a8f98\">line {}</font>", span.line);
    rows += fmt::format("<tr><td align=\"left\">{}</td></tr>", detail);
    out_ += fmt::format(
        "{}e{} [label=<<table border=\"{}\" cellborder=\"0\" cellspacing=\"1\" cellpadding=\"2\" "
        "style=\"rounded\" color=\"{}\" bgcolor=\"{}\">{}</table>>];\n",
        indent, raw(id), offends ? 2 : 1, border, fill, rows);
  }

  void initialWrites() {
    std::string names;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const EventId id{i};
      if (!graph_[id].init || !drawn(id)) continue;
      out_ += fmt::format(
          "  e{} [label=<<table border=\"0\" cellpadding=\"2\"><tr><td><font color=\"#6b7079\">"
          "initially {}</font></td></tr></table>>];\n",
          i, escaped(effectText(program_, graph_[id])));
      names += fmt::format(" e{};", i);
    }
    if (!names.empty()) out_ += fmt::format("  {{ rank=min;{} }}\n", names);
  }

  void thread(ThreadId id) {
    std::vector<EventId> events;
    std::size_t skipped = 0;
    std::vector<std::size_t> gaps;  // events left out before each
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const Event& event = graph_[EventId{i}];
      if (event.init || event.thread != id) continue;
      if (!drawn(EventId{i})) {
        ++skipped;
        continue;
      }
      events.push_back(EventId{i});
      gaps.push_back(skipped);
      skipped = 0;
    }
    if (events.empty()) return;
    out_ += fmt::format(
        "  subgraph cluster_{} {{\n"
        "    label=\"thread {}\"; style=\"rounded,filled\"; color=\"#e3e6ea\"; "
        "fillcolor=\"#f7f8fa\"; "
        "fontname=\"Helvetica-Bold\"; margin=14;\n",
        raw(id), quoted(threadName(program_, id)));
    for (const EventId event : events) node(event, "    ");
    out_ += "  }\n";
    heads_.push_back(events.front());
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      programOrder(events[i], events[i + 1], gaps[i + 1]);
    }
    for (const CycleEdge& edge : finding_.witness.cycle) {
      if (edge.kind != CycleEdge::Kind::Po || graph_[edge.from].thread != id) continue;
      const auto from = std::ranges::find(events, edge.from);
      if (from != events.end() && from + 1 != events.end() && *(from + 1) == edge.to) continue;
      draw(edge);  // a po edge of the cycle that jumps over drawn events
    }
  }

  void programOrder(EventId from, EventId to, std::size_t skipped) {
    const bool hot = inCycle(from, to, CycleEdge::Kind::Po);
    std::string label;
    if (skipped > 0) label = fmt::format(", label=\" {} more\", fontcolor=\"#8a8f98\"", skipped);
    out_ += fmt::format("  e{} -> e{} [weight=20, color=\"{}\", penwidth={}{}{}];\n", raw(from),
                        raw(to), hot ? "#c8452f" : "#8a8f98", hot ? 2 : 1,
                        skipped > 0 ? ", style=dotted" : "", label);
  }

  // Threads stand beside each other in their order, beginning on one line.
  void sideBySide() {
    if (heads_.size() < 2) return;
    std::string names;
    for (const EventId id : heads_) names += fmt::format(" e{};", raw(id));
    out_ += fmt::format("  {{ rank=same;{} }}\n", names);
    for (std::size_t i = 0; i + 1 < heads_.size(); ++i) {
      out_ += fmt::format("  e{} -> e{} [style=invis];\n", raw(heads_[i]), raw(heads_[i + 1]));
    }
  }

  void draw(const CycleEdge& edge) {
    if (!drawn(edge.from) || !drawn(edge.to)) return;
    const bool hot = inCycle(edge.from, edge.to, edge.kind);
    const EdgeLook look = lookOf(edge.kind);
    const bool fromInit = graph_[edge.from].init;
    out_ += fmt::format(
        "  e{} -> e{} [label=\" {} \", color=\"{}\", fontcolor=\"{}\", style={}, penwidth={}, "
        "constraint={}];\n",
        raw(edge.from), raw(edge.to), spelling(edge.kind), look.colour, look.colour, look.style,
        hot ? 2.2 : 1.0, fromInit ? "true" : "false");
  }

  void readsFromEdge(EventId reader) {
    const Event& event = graph_[reader];
    if (event.init || !reads(event) || isFence(event)) return;
    const EventId writer = graph_.readsFrom[raw(reader)];
    if (!inCycle(writer, reader, CycleEdge::Kind::Rf)) {
      draw({writer, reader, CycleEdge::Kind::Rf});
    }
  }

  // Between neighbours only: the rest follows.
  void modificationEdges(const std::vector<EventId>& order) {
    EventId previous = kNoEvent;
    for (const EventId id : order) {
      if (!drawn(id) || isFence(graph_[id])) continue;
      if (previous != kNoEvent && !inCycle(previous, id, CycleEdge::Kind::Mo)) {
        draw({previous, id, CycleEdge::Kind::Mo});
      }
      previous = id;
    }
  }

  const Program& program_;
  const Result& result_;
  const Finding& finding_;
  const ExecutionGraph& graph_;
  const Narration story_;
  const bool whole_;
  std::vector<bool> drawn_;
  std::vector<EventId> heads_;  // the first event of each thread
  std::string out_;
};

// Always at least one graph, so that what reads the output never gets an empty file.
class DotObserver : public Observer {
 public:
  DotObserver(Sink sink, DotOptions options) : sink_(std::move(sink)), options_(options) {}

  void result(const Program& program, const Result& result) override {
    for (const Finding& finding : result.findings) {
      std::string picture = dotGraph(program, result, finding, options_);
      // The first line names the model; the rest tells whether this picture is new.
      if (!seen_.insert(picture.substr(picture.find("  node ["))).second) continue;
      sink_(picture);
    }
  }

  void end() override {
    if (seen_.empty()) {
      sink_(
          "digraph \"no violation\" { label=\"no violation was found\"; node [style=invis]; empty; "
          "}\n");
    }
  }

 private:
  Sink sink_;
  DotOptions options_;
  std::set<std::string> seen_;
};

}  // namespace

std::string dotGraph(const Program& program, const Result& result, const Finding& finding,
                     const DotOptions& options) {
  return Drawing(program, result, finding, options.whole).text();
}

std::unique_ptr<Observer> dotObserver(Sink sink, DotOptions options) {
  return std::make_unique<DotObserver>(std::move(sink), options);
}

}  // namespace robur

// The drawing: one column per thread, in which time runs downwards; initial values stand
// at the top. The cycle is thick and everything else is thin.
//
// Positions are fixed here and only edges are left to Graphviz (its neato engine, which keeps
// fixed positions): its layered layout orders threads by crossings, so that they are hard to find
// again. A graph with very many events shows those of the narration and the writes they read from;
// a dotted po edge says how many were left out between two.
#include "report/drawing.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "report/call_chain.h"
#include "report/dot_text.h"
#include "report/narrate.h"
#include "report/words.h"

namespace robur {

namespace {

constexpr std::size_t kWholeGraph = 40;  // a graph of so many events is always drawn whole

constexpr double kRow = 0.95;  // inches, like all measures here
constexpr double kBetween = 0.9;
constexpr double kCharacter = 0.095;  // at 11 points, monospaced

struct Column {
  double centre = 0;
  double width = 0;
};

// Colours that colour-blind readers can distinguish, styles that can be distinguished in print.
struct EdgeLook {
  const char* colour;
  const char* style;
  const char* meaning;
};

EdgeLook lookOf(CycleEdge::Kind kind) {
  switch (kind) {
    case CycleEdge::Kind::Po:
      return {"#4a4f57", "solid", "program order"};
    case CycleEdge::Kind::Rf:
      return {"#1f8a63", "solid", "read by"};
    case CycleEdge::Kind::Mo:
      return {"#7b5ea7", "dotted", "overwritten by"};
    case CycleEdge::Kind::Fr:
      return {"#d1432b", "dashed", "reads before"};
  }
  return {"black", "solid", ""};
}

class Draughtsman {
 public:
  Draughtsman(const Program& program, const DrawingOptions& options, const Finding& finding,
              const Narration& narration)
      : program_(program), finding_(finding), graph_(finding.witness.graph), narration_(narration) {
    choose(options.whole || graph_.size() <= kWholeGraph);
  }

  std::string body() {
    legend();
    for (std::uint32_t t = 0; t < program_.threads.size(); ++t) thread(ThreadId{t});
    initialWrites();
    for (std::uint32_t i = 0; i < graph_.size(); ++i) readsFrom(EventId{i});
    for (const std::vector<EventId>& order : graph_.modificationOrder) modifications(order);
    for (const CycleEdge& edge : finding_.witness.cycle) {
      if (edge.kind != CycleEdge::Kind::Po) draw(edge);
    }
    out_ += "}\n";
    return std::move(out_);
  }

 private:
  void choose(bool all) {
    drawn_.assign(graph_.size(), false);
    const auto add = [&](EventId id) {
      if (raw(id) < graph_.size()) drawn_[raw(id)] = true;
    };
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      if (!graph_[EventId{i}].init && (all || narration_.numberOf(EventId{i}) != 0))
        add(EventId{i});
    }
    for (const CycleEdge& edge : finding_.witness.cycle) add(edge.from);
    const std::vector<bool> before = drawn_;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const Event& event = graph_[EventId{i}];
      if (before[i] && reads(event) && !isFence(event)) add(graph_.readsFrom[i]);
    }
  }

  bool drawn(EventId id) const { return raw(id) < drawn_.size() && drawn_[raw(id)]; }

  bool inCycle(const CycleEdge& edge) const {
    return std::ranges::any_of(finding_.witness.cycle, [&](const CycleEdge& e) {
      return e.from == edge.from && e.to == edge.to && e.kind == edge.kind;
    });
  }

  // The last line of the label: the kinds of edges.
  void legend() {
    std::string legend;
    for (const CycleEdge::Kind kind :
         {CycleEdge::Kind::Po, CycleEdge::Kind::Rf, CycleEdge::Kind::Mo, CycleEdge::Kind::Fr}) {
      const EdgeLook look = lookOf(kind);
      legend += fmt::format("<font color=\"{}\">{} {}: {}</font>    ", look.colour,
                            kind == CycleEdge::Kind::Fr   ? "- -"
                            : kind == CycleEdge::Kind::Mo ? "· · ·"
                                                          : "—",
                            spelling(kind), look.meaning);
    }
    if (!finding_.witness.cycle.empty()) legend += "<b>thick:</b> the cycle";
    out_ += fmt::format(
        "    <tr><td align=\"left\"><font point-size=\"10\">{}</font></td></tr>"
        "</table>>];\n"
        "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n"
        "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n",
        legend);
  }

  // Above the threads, one per column, in as many rows as it takes.
  void initialWrites() {
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < graph_.size(); ++i) {
      const EventId id{i};
      if (!graph_[id].init || !drawn(id)) continue;
      const std::size_t row = next / columns_.size();
      const double x = columns_[next % columns_.size()].centre;
      ++next;
      out_ += fmt::format(
          "  e{} [pos=\"{:.2f},{:.2f}!\", label=<<table border=\"0\" cellpadding=\"2\"><tr><td>"
          "<font color=\"#6b7079\">initially {}</font></td></tr></table>>];\n",
          i, x, 0.75 + 0.4 * static_cast<double>(row),
          dotEscaped(effectText(program_, graph_[id])));
    }
  }

  void node(EventId id, double x, double y) {
    const Event& event = graph_[id];
    const unsigned number = narration_.numberOf(id);
    const bool offends = id == finding_.witness.offender;
    const char* fill = offends ? "#fbe3de" : number != 0 ? "#fdf3d8" : "#ffffff";
    const char* border = offends ? "#d1432b" : number != 0 ? "#c9a227" : "#c4c8ce";
    const Span span = spanOf(program_, event.thread, event.pc);
    std::string detail = dotEscaped(effectText(program_, event));
    if (number != 0) detail = fmt::format("<b>({})</b>  {}", number, detail);
    if (span.known()) {
      detail +=
          fmt::format("  <font color=\"#8a8f98\">{}</font>", dotEscaped(placeText(event, span)));
    }
    out_ += fmt::format(
        "  e{} [pos=\"{:.2f},{:.2f}!\", label=<<table border=\"{}\" cellborder=\"0\" "
        "cellspacing=\"1\" cellpadding=\"2\" "
        "style=\"rounded\" color=\"{}\" bgcolor=\"{}\">"
        "<tr><td align=\"left\"><font face=\"monospace\">{}</font></td></tr>"
        "<tr><td align=\"left\">{}</td></tr></table>>];\n",
        raw(id), x, y, offends ? 2 : 1, border, fill,
        dotEscaped(statementText(program_, event.thread, event.pc)), detail);
  }

  // "line 12", "lock.h:12" if there are several files, and what the line calls.
  std::string placeText(const Event& event, const Span& span) const {
    const std::string path =
        span.file < program_.sources.size() ? program_.sources[span.file].path : "";
    std::string text = program_.sources.size() > 1
                           ? fmt::format("{}:{}", path.substr(path.rfind('/') + 1), span.line)
                           : fmt::format("line {}", span.line);
    const FrameId frame = frameOf(program_, event.thread, event.pc);
    if (frame != userFrame(program_, frame)) {
      text += fmt::format(", in {}", program_.frames[raw(frame)].function);
    }
    return text;
  }

  void thread(ThreadId id) {
    std::vector<EventId> events;
    std::vector<std::size_t> gaps;  // events left out before each
    std::size_t skipped = 0;
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
    const Column column = nextColumn(events, id);
    out_ += fmt::format(
        "  t{} [pos=\"{:.2f},0!\", shape=box, style=\"rounded,filled\", color=\"#e3e6ea\", "
        "fillcolor=\"#eef1f4\", fontname=\"Helvetica-Bold\", width={:.2f}, height=0.35, "
        "label={}];\n",
        raw(id), column.centre, column.width, dotQuoted("thread " + threadName(program_, id)));
    for (std::size_t i = 0; i < events.size(); ++i) {
      node(events[i], column.centre, -kRow * static_cast<double>(i + 1));
    }
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
    const bool thick = inCycle({from, to, CycleEdge::Kind::Po});
    const std::string label = skipped > 0
                                  ? fmt::format("style=dotted, label=\" po, {} more\"", skipped)
                                  : "label=\" po\"";
    const char* const colour = lookOf(CycleEdge::Kind::Po).colour;
    out_ += fmt::format("  e{} -> e{} [color=\"{}\", fontcolor=\"{}\", penwidth={}, {}];\n",
                        raw(from), raw(to), colour, colour, thick ? 2.4 : 0.8, label);
  }

  // To the right of all columns so far, as wide as its widest event.
  Column nextColumn(const std::vector<EventId>& events, ThreadId id) {
    std::size_t characters = columnsOf(threadName(program_, id)) + 7;
    for (const EventId event : events) {
      const std::size_t statement =
          columnsOf(statementText(program_, graph_[event].thread, graph_[event].pc));
      const Span span = spanOf(program_, graph_[event].thread, graph_[event].pc);
      const std::size_t place = span.known() ? columnsOf(placeText(graph_[event], span)) : 0;
      const std::size_t detail =
          columnsOf(effectText(program_, graph_[event])) + 7 + std::max<std::size_t>(place, 7);
      characters = std::max({characters, statement, detail});
    }
    Column column;
    column.width = 0.2 + kCharacter * static_cast<double>(characters);
    const double left =
        columns_.empty() ? 0 : columns_.back().centre + columns_.back().width / 2 + kBetween;
    column.centre = left + column.width / 2;
    columns_.push_back(column);
    return column;
  }

  void draw(const CycleEdge& edge) {
    if (!drawn(edge.from) || !drawn(edge.to)) return;
    const EdgeLook look = lookOf(edge.kind);
    out_ += fmt::format(
        "  e{} -> e{} [color=\"{}\", fontcolor=\"{}\", style={}, penwidth={}, label=\" {}\"];\n",
        raw(edge.from), raw(edge.to), look.colour, look.colour, look.style,
        inCycle(edge) ? 2.4 : 0.9, spelling(edge.kind));
  }

  void readsFrom(EventId reader) {
    const Event& event = graph_[reader];
    if (event.init || !reads(event) || isFence(event)) return;
    const CycleEdge edge{graph_.readsFrom[raw(reader)], reader, CycleEdge::Kind::Rf};
    if (!inCycle(edge)) draw(edge);
  }

  // Between neighbours only, and not from the initial write: the rest follows.
  void modifications(const std::vector<EventId>& order) {
    EventId previous = kNoEvent;
    for (const EventId id : order) {
      if (!drawn(id) || graph_[id].init || isFence(graph_[id])) continue;
      const CycleEdge edge{previous, id, CycleEdge::Kind::Mo};
      if (previous != kNoEvent && !inCycle(edge)) draw(edge);
      previous = id;
    }
  }

  const Program& program_;
  const Finding& finding_;
  const ExecutionGraph& graph_;
  const Narration& narration_;
  std::vector<bool> drawn_;
  std::vector<Column> columns_;
  std::string out_;
};

}  // namespace

Drawing drawingOf(const Program& program, const DrawingOptions& options, const Finding& finding) {
  const Narration narration = narrate(program, options.model, finding);
  return {{fmt::format("{}: {}", narration.kind, narration.headline)},
          Draughtsman(program, options, finding, narration).body()};
}

Drawing drawingOf(const Program& program, const DrawingOptions& options, const Finding& finding,
                  const Narration& narration, const std::optional<Finding>& departure) {
  Drawing drawing;
  drawing.lines = {fmt::format("{}: {}", narration.kind, narration.headline)};
  if (!departure) {
    drawing.body = Draughtsman(program, options, finding, narration).body();
    return drawing;
  }
  const Narration away = narrate(program, options.model, *departure);
  drawing.lines.push_back(fmt::format("the run leaves SC here: {} [{}]", away.headline, away.kind));
  // Events of the departure have the same numbers as in the whole execution.
  Finding shown = finding;
  shown.witness.cycle = departure->witness.cycle;
  shown.witness.offender = departure->witness.offender;
  shown.witness.missed = departure->witness.missed;
  drawing.body = Draughtsman(program, options, shown, away).body();
  return drawing;
}

std::string dotGraph(const std::string& title, const Drawing& drawing) {
  std::string out = fmt::format(
      "digraph {} {{\n"
      "  graph [layout=neato, splines=true, pad=0.3, fontname=\"Helvetica\",\n"
      "    fontsize=12, labelloc=t, labeljust=l, label=<<table border=\"0\" cellpadding=\"2\">\n"
      "    <tr><td align=\"left\"><b>{}</b></td></tr>\n",
      dotQuoted(title), dotEscaped(title));
  for (const std::string& line : drawing.lines) {
    out += fmt::format("    <tr><td align=\"left\">{}</td></tr>\n", dotEscaped(line));
  }
  return out + drawing.body;
}

}  // namespace robur

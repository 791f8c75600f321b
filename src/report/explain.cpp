// Events are named e0, e1, … as they are numbered in the graph; initial writes come first.
// Cells that have no access but their initial write are left out, and so is the reserved cell of
// the fences, whose order gets a line of its own.
#include "report/explain.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/words.h"

namespace robur {

namespace {

std::string nameOf(EventId id) {
  return fmt::format("e{}", raw(id));
}

std::string chain(const std::vector<EventId>& events, std::string_view between) {
  std::string out;
  for (const EventId id : events) {
    if (!out.empty()) out += between;
    out += nameOf(id);
  }
  return out;
}

std::vector<bool> touchedCells(const ExecutionGraph& graph) {
  std::vector<bool> touched(graph.modificationOrder.size(), false);
  for (const Event& event : graph.events) {
    if (!event.init && !isFence(event)) touched[raw(event.cell)] = true;
  }
  return touched;
}

struct Row {
  std::string cells[6];  // id, number, thread, line, event, reads from
};

}  // namespace

std::vector<std::string> graphTable(const Program& program, const Finding& finding,
                                    const Narration& narration, const Paint& paint) {
  const ExecutionGraph& graph = finding.witness.graph;
  const std::vector<bool> touched = touchedCells(graph);
  std::vector<Row> rows = {{{"event", "", "thread", "line", "what", "rf"}}};
  std::vector<std::vector<EventId>> po(program.threads.size());
  for (std::uint32_t i = 0; i < graph.size(); ++i) {
    const EventId id{i};
    const Event& event = graph[id];
    if (event.init && !touched[raw(event.cell)]) continue;
    Row row;
    row.cells[0] = nameOf(id);
    const unsigned number = narration.numberOf(id);
    if (number != 0) row.cells[1] = fmt::format("({})", number);
    row.cells[2] = event.init ? "initial" : threadName(program, event.thread);
    const Span span = event.init ? Span{} : spanOf(program, event.thread, event.pc);
    if (span.known()) row.cells[3] = std::to_string(span.line);
    row.cells[4] = eventText(program, event);
    if (reads(event) && !event.init && !isFence(event)) row.cells[5] = nameOf(graph.readsFrom[i]);
    rows.push_back(std::move(row));
    if (!event.init && raw(event.thread) < po.size()) po[raw(event.thread)].push_back(id);
  }
  std::size_t width[6] = {};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < 6; ++c) width[c] = std::max(width[c], columnsOf(row.cells[c]));
  }
  std::vector<std::string> table;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < 6; ++c) {
      if (width[c] > 0) line += padded(row.cells[c], width[c]) + "  ";
    }
    while (line.ends_with(' ')) line.pop_back();
    table.push_back(table.empty() ? paint(Tone::Aside, line) : line);
  }
  for (std::uint32_t t = 0; t < po.size(); ++t) {
    if (po[t].empty()) continue;
    table.push_back(fmt::format("po {}: {}", threadName(program, ThreadId{t}), chain(po[t], " ")));
  }
  for (std::uint32_t c = 0; c < graph.modificationOrder.size(); ++c) {
    if (c == program.cellCount() && graph.modificationOrder[c].size() > 2) {
      const std::vector<EventId> fences(graph.modificationOrder[c].begin() + 1,
                                        graph.modificationOrder[c].end());
      table.push_back(fmt::format("fences: {}", chain(fences, " < ")));
    }
    if (!touched[c]) continue;
    table.push_back(fmt::format("mo {}: {}", cellText(program, CellId{c}),
                                chain(graph.modificationOrder[c], " < ")));
  }
  return table;
}

}  // namespace robur

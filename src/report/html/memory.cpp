#include "report/html/memory.h"

#include <algorithm>

#include "report/words.h"

namespace robur::report_html {

Memory::Memory(const Program& program, const Witness& witness) : witness_(witness) {
  for (const EventId id : witness.run) {
    const Event& event = witness.graph[id];
    if (event.kind != Event::Kind::Fence && event.cell != fenceCell(program)) {
      cells_.push_back(event.cell);
    }
  }
  std::ranges::sort(cells_);
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  for (const CellId cell : cells_) {
    const EventId first = witness.graph.modificationOrder[raw(cell)].front();
    const std::int64_t value = witness.graph[first].written;
    held_[cell] = {value, value};
    newest_[cell] = executed_[cell] = first;
  }
}

std::optional<ReadValue> Memory::step(EventId id) {
  const Event& event = witness_.graph[id];
  if (event.kind == Event::Kind::Fence || !held_.contains(event.cell)) return std::nullopt;
  std::optional<ReadValue> read;
  Held& held = held_[event.cell];
  if (reads(event)) {
    read = {event.cell, event.read, held.sc,
            witness_.graph.readsFrom[raw(id)] == executed_[event.cell]};
  }
  if (writes(event)) {
    const std::vector<EventId>& order = witness_.graph.modificationOrder[raw(event.cell)];
    const auto position = [&](EventId write) { return std::ranges::find(order, write); };
    held.sc = event.written;
    executed_[event.cell] = id;
    if (position(newest_[event.cell]) < position(id)) {
      newest_[event.cell] = id;
      held.here = event.written;
    }
  }
  return read;
}

}  // namespace robur::report_html

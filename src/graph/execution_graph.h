// Execution graphs: events with program order, reads-from and modification order.
//
// The judge works on them. Nothing here is shared with the monitors, so that the two can disagree
// when one of them is wrong.
//
// An SC fence is an event of its own (ScFence::Event) or an atomic read-modify-write of one
// reserved cell, the fence cell, which follows the cells of the program (ScFence::Update); in RC20
// that event is also an acquire fence before and a release fence after the update. Every graph has
// the fence cell, so that graphs of all models have the same shape; fenceEvent() makes the model's
// event.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "program/model_name.h"
#include "program/program.h"

namespace robur {

enum class EventId : std::uint32_t {};
inline constexpr EventId kNoEvent{std::numeric_limits<std::uint32_t>::max()};

struct Event {
  enum class Kind : std::uint8_t { Read, Write, Update, Fence };

  Kind kind = Kind::Read;
  bool init = false;         // the write that gives a cell its initial value; of no thread
  bool locked = false;       // a failed CAS: a locked instruction where ModelInfo says so
  bool scFence = false;      // an SC fence that is an Update of the fence cell
  ThreadId thread{};         // unless init
  Pc pc = 0;                 // unless init
  CellId cell{};             // unless Fence
  Order order = Order::Rlx;  // of a Read with failure order: that one
  std::int64_t read = 0;     // Read, Update
  std::int64_t written = 0;  // Write, Update
};

constexpr bool reads(const Event& e) {
  return e.kind == Event::Kind::Read || e.kind == Event::Kind::Update;
}
constexpr bool writes(const Event& e) {
  return e.kind == Event::Kind::Write || e.kind == Event::Kind::Update;
}

// Events of one thread are in program order when listed by increasing id. The first
// cellCount() + 1 events are the initial writes, one per cell and one of the fence cell.
struct ExecutionGraph {
  std::vector<Event> events;
  std::vector<EventId> readsFrom;                       // per event; kNoEvent unless it reads
  std::vector<std::vector<EventId>> modificationOrder;  // per cell, initial write first

  static ExecutionGraph initial(const Program& program);

  const Event& operator[](EventId e) const { return events[raw(e)]; }
  std::size_t size() const { return events.size(); }
  EventId lastWrite(CellId cell) const { return modificationOrder[raw(cell)].back(); }

  // Appends an event at the end of its thread. For a read, `source` is the write it reads
  // from; for a write, the one it directly follows in modification order; for an update
  // both; ignored for a fence.
  EventId add(const Event& event, EventId source);
};

// The reserved cell that SC fences update in models with ScFence::Update.
CellId fenceCell(const Program& program);

// The event that a fence of this order is under the model.
Event fenceEvent(const Program& program, ModelName model, ThreadId thread, Pc pc, Order order);

// The source with which an SC machine adds the event: the last write to its cell.
EventId latestSource(const ExecutionGraph& graph, const Event& event);

// Is the graph well formed? Every write is in the modification order of its cell once,
// after the initial one; every read has a source on its cell and reads what that wrote.
bool wellFormed(const Program& program, const ExecutionGraph& graph);

}  // namespace robur

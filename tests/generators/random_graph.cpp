#include "generators/random_graph.h"

#include "generators/code_builder.h"

namespace robur::testing {

Program frameForGraphs(bool plain) {
  Program program;
  for (const char* name : {"x", "y", "z"}) {
    Location location;
    location.name = name;
    program.locations.push_back(location);
  }
  program.locations[0].atomic = !plain;
  program.codes.push_back(CodeBuilder().finish("t"));
  for (std::int64_t i = 0; i < 4; ++i) program.threads.push_back({"t", CodeId{0}, i});
  return program;
}

ExecutionGraph randomGraph(Rng& rng, const Program& frame, const RandomGraphOptions& options) {
  using Kind = Event::Kind;
  ExecutionGraph graph = ExecutionGraph::initial(frame);
  const std::size_t threads = 2 + rng.below(3);
  for (std::size_t i = 0; i < options.events; ++i) {
    const ThreadId thread{rng.below(threads)};
    Event event;
    event.kind = rng.pick({Kind::Read, Kind::Read, Kind::Read, Kind::Write, Kind::Write,
                           Kind::Write, Kind::Update, Kind::Fence});
    event.thread = thread;
    if (event.kind == Kind::Fence) {
      const bool sc = options.scFences && rng.chance(60);
      const Order order = sc ? Order::Sc : rng.pick({Order::Acq, Order::Rel, Order::AcqRel});
      event = fenceEvent(frame, options.model, thread, 0, order);
      graph.add(event, latestSource(graph, event));
      continue;
    }
    event.cell = CellId{rng.below(frame.cellCount())};
    const bool plain = !frame[frame.locationOf(event.cell)].atomic;
    if (plain && event.kind == Kind::Update) event.kind = Kind::Write;
    const Order strong = event.kind == Kind::Read    ? Order::Acq
                         : event.kind == Kind::Write ? Order::Rel
                                                     : Order::AcqRel;
    event.order = plain                                  ? Order::NonAtomic
                  : options.scAccesses && rng.chance(50) ? Order::Sc
                                                         : rng.pick({Order::Rlx, strong});
    event.locked = event.kind == Kind::Read && !plain && rng.chance(10);
    const std::vector<EventId>& order = graph.modificationOrder[raw(event.cell)];
    const EventId source =
        rng.chance(options.stale) ? order[rng.below(order.size())] : order.back();
    if (reads(event)) event.read = graph[source].written;
    if (writes(event)) event.written = static_cast<std::int64_t>(i) + 1;
    graph.add(event, source);
  }
  return graph;
}

}  // namespace robur::testing

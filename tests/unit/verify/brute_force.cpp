#include "unit/verify/brute_force.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "graph/axioms.h"
#include "oracle/sc_states.h"

namespace robur::testing {

namespace {

struct Node {
  ExecutionGraph graph;
  std::vector<LocalState> threads;
};

ThreadId threadId(std::size_t t) {
  return ThreadId{static_cast<std::uint32_t>(t)};
}

// Equal if the graphs are equal up to the order in which events were added.
std::string keyOf(const Node& node) {
  std::string key;
  const auto put = [&](std::int64_t v) { key += std::to_string(v) + ' '; };
  std::vector<std::int64_t> name(node.graph.size());
  std::vector<std::int64_t> length(node.threads.size(), 0);
  for (std::size_t i = 0; i < node.graph.size(); ++i) {
    const Event& e = node.graph.events[i];
    name[i] = e.init ? -1 - static_cast<std::int64_t>(raw(e.cell))
                     : length[raw(e.thread)]++ * 64 + static_cast<std::int64_t>(raw(e.thread));
  }
  for (std::size_t t = 0; t < node.threads.size(); ++t) {
    put(node.threads[t].stopped ? -1 : node.threads[t].pc);
    for (const std::int64_t v : node.threads[t].registers) put(v);
    for (std::size_t i = 0; i < node.graph.size(); ++i) {
      const Event& e = node.graph.events[i];
      if (e.init || e.thread != threadId(t)) continue;
      put(e.pc);
      put(e.written);
      if (reads(e)) put(name[raw(node.graph.readsFrom[i])]);
    }
    key += ';';
  }
  for (const auto& order : node.graph.modificationOrder) {
    for (const EventId id : order) put(name[raw(id)]);
    key += ';';
  }
  return key;
}

class BruteForce {
 public:
  BruteForce(ModelName model, const Program& program, std::size_t maxGraphs, std::size_t maxEvents)
      : model_(model),
        program_(program),
        maxGraphs_(maxGraphs),
        maxEvents_(maxEvents),
        interpreter_(program) {}

  Reached run() {
    std::vector<Node> starts = {{ExecutionGraph::initial(program_), {}}};
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      std::vector<Node> longer;
      for (const LocalState& local : interpreter_.start(threadId(t), out_.faults)) {
        for (Node node : starts) {
          node.threads.push_back(local);
          longer.push_back(std::move(node));
        }
      }
      starts = std::move(longer);
    }
    for (Node& node : starts) push(std::move(node));
    while (!stack_.empty() && out_.graphs <= maxGraphs_) {
      const Node node = std::move(stack_.back());
      stack_.pop_back();
      note(node);
      for (std::size_t t = 0; t < node.threads.size(); ++t) extend(node, threadId(t));
    }
    out_.complete = out_.complete && stack_.empty() && !interpreter_.gaveUp();
    return std::move(out_);
  }

 private:
  void note(const Node& node) {
    out_.states.insert(node.threads);
    out_.race = out_.race || aboutToRace(interpreter_, node.threads);
    const bool done = std::all_of(node.threads.begin(), node.threads.end(),
                                  [](const LocalState& s) { return s.stopped; });
    if (!done) return;
    std::vector<std::int64_t> memory;
    for (std::uint32_t c = 0; c < program_.cellCount(); ++c) {
      memory.push_back(node.graph[node.graph.lastWrite(CellId{c})].written);
    }
    out_.lastValues.insert(std::move(memory));
  }

  void push(Node node) {
    if (!seen_.insert(keyOf(node)).second) return;
    ++out_.graphs;
    stack_.push_back(std::move(node));
  }

  void extend(const Node& node, ThreadId thread) {
    const LocalState& local = node.threads[raw(thread)];
    if (local.stopped) return;
    std::size_t events = 0;
    for (const Event& e : node.graph.events) events += !e.init && e.thread == thread;
    if (events >= maxEvents_) {
      out_.complete = false;
      return;
    }
    const auto cell = interpreter_.cell(thread, local);
    if (!cell) {
      const auto fence = interpreter_.perform(thread, local, 0, model_, out_.faults);
      add(node, *fence, latestSource(node.graph, fence->event));
      return;
    }
    const EventId last = node.graph.lastWrite(*cell);
    for (const EventId source : node.graph.modificationOrder[raw(*cell)]) {
      const std::int64_t value = node.graph[source].written;
      Faults faults;
      const auto outcome = interpreter_.perform(thread, local, value, model_, faults);
      if (!outcome) continue;
      if (model_ == ModelName::Sra && writes(outcome->event) && source != last) continue;
      if (add(node, *outcome, source)) out_.faults.insert(faults.begin(), faults.end());
    }
  }

  bool add(const Node& node, const Interpreter::Outcome& outcome, EventId source) {
    Node next{node.graph, node.threads};
    next.graph.add(outcome.event, source);
    if (!allowed(next.graph)) return false;
    out_.writeRace = out_.writeRace || endsInWriteRace(next.graph);
    for (const LocalState& after : outcome.after) {
      next.threads[raw(outcome.event.thread)] = after;
      push(next);
    }
    return true;
  }

  // True if the last event is a write and some other write to its cell is not in its past.
  static bool endsInWriteRace(const ExecutionGraph& graph) {
    const std::size_t last = graph.size() - 1;
    if (!writes(graph.events[last])) return false;
    std::vector<bool> past(graph.size(), false);
    past[last] = true;
    for (std::size_t e = last + 1; e-- > 0;) {
      if (!past[e]) continue;
      if (graph.readsFrom[e] != kNoEvent) past[raw(graph.readsFrom[e])] = true;
      for (std::size_t before = 0; before < e; ++before) {
        const Event& b = graph.events[before];
        if (!b.init && !graph.events[e].init && b.thread == graph.events[e].thread) {
          past[before] = true;
        }
      }
    }
    const auto& order = graph.modificationOrder[raw(graph.events[last].cell)];
    return std::any_of(order.begin(), order.end(),
                       [&](EventId w) { return !graph[w].init && !past[raw(w)]; });
  }

  // For a program with a data race on plain memory only the race is compared; without one, plain
  // accesses behave like atomic ones.
  bool allowed(ExecutionGraph graph) const {
    for (Event& e : graph.events) {
      if (e.order == Order::NonAtomic) e.order = Order::Rlx;
    }
    return consistent(program_, graph, model_);
  }

  const ModelName model_;
  const Program& program_;
  const std::size_t maxGraphs_;
  const std::size_t maxEvents_;
  const Interpreter interpreter_;
  Reached out_;
  std::unordered_set<std::string> seen_;
  std::vector<Node> stack_;
};

}  // namespace

Reached reachedUnder(ModelName model, const Program& program, std::size_t maxGraphs,
                     std::size_t maxEventsPerThread) {
  return BruteForce(model, program, maxGraphs, maxEventsPerThread).run();
}

}  // namespace robur::testing

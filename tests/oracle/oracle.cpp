#include "oracle/oracle.h"

#include <string>
#include <unordered_set>

#include "oracle/interpreter.h"
#include "oracle/sc_states.h"
#include "program/model_info.h"

namespace robur::testing {

namespace {

struct Node {
  ExecutionGraph graph;
  std::vector<LocalState> threads;
};

// Two nodes are the same if their graphs are equal up to the order in which events were
// added, and their threads are at the same place. The key names events by thread and
// position in it.
std::string keyOf(const Node& node) {
  std::string key;
  const auto put = [&](std::int64_t v) {
    for (; v < -64 || v > 63; v >>= 7) key.push_back(static_cast<char>((v & 127) | 128));
    key.push_back(static_cast<char>(v & 127));
  };
  std::vector<std::uint32_t> position(node.graph.size());
  std::vector<std::vector<EventId>> byThread(node.threads.size());
  for (std::size_t i = 0; i < node.graph.size(); ++i) {
    const Event& e = node.graph.events[i];
    if (e.init) continue;
    position[i] = static_cast<std::uint32_t>(byThread[raw(e.thread)].size());
    byThread[raw(e.thread)].push_back(EventId{static_cast<std::uint32_t>(i)});
  }
  const auto putEvent = [&](EventId id) {
    const Event& e = node.graph[id];
    put(e.init ? -1 : raw(e.thread));
    put(e.init ? raw(e.cell) : position[raw(id)]);
  };
  for (std::size_t t = 0; t < node.threads.size(); ++t) {
    put(node.threads[t].stopped ? -1 : node.threads[t].pc);
    for (const std::int64_t v : node.threads[t].registers) put(v);
    put(static_cast<std::int64_t>(byThread[t].size()));
    for (const EventId id : byThread[t]) {
      const Event& e = node.graph[id];
      put(static_cast<std::int64_t>(e.kind));
      put(e.pc);
      put(raw(e.cell));
      put(e.written);
      if (reads(e)) putEvent(node.graph.readsFrom[raw(id)]);
    }
  }
  for (const std::vector<EventId>& order : node.graph.modificationOrder) {
    put(static_cast<std::int64_t>(order.size()));
    for (const EventId id : order) putEvent(id);
  }
  return key;
}

class Oracle {
 public:
  Oracle(const Program& program, ModelName model, const OracleOptions& options)
      : program_(program), model_(model), options_(options), interpreter_(program) {
    for (const Location& location : program.locations) hasPlain_ |= !location.atomic;
    knowsRaces_ = hasPlain_ && infoOf(model).races != DataRaces::None;
  }

  OracleResult run() {
    addStarts();
    while (!stack_.empty() && !done()) {
      const Node node = std::move(stack_.back());
      stack_.pop_back();
      if (races(node)) {
        found(result_.race, node.graph);
        if (!options_.everything) continue;
        addRaces(node);
      }
      if (options_.finals) addFinal(node);
      for (std::size_t t = 0; t < node.threads.size() && !done(); ++t) extend(node, threadId(t));
    }
    result_.tooBig |= interpreter_.gaveUp();
    return std::move(result_);
  }

 private:
  void addFinal(const Node& node) {
    for (const LocalState& thread : node.threads) {
      if (!thread.stopped) return;
    }
    std::vector<std::int64_t> memory;
    for (std::uint32_t c = 0; c < program_.cellCount(); ++c) {
      memory.push_back(node.graph[node.graph.lastWrite(CellId{c})].written);
    }
    result_.finals.insert(std::move(memory));
  }

  bool done() const {
    if (options_.finals || options_.everything) return result_.tooBig;
    return result_.tooBig || (options_.stopAtFirst && result_.notRobust()) ||
           (result_.stray && (result_.race || !knowsRaces_));
  }

  void addStarts() {
    std::vector<Node> starts = {{ExecutionGraph::initial(program_), {}}};
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      std::vector<Node> longer;
      for (const LocalState& local : interpreter_.start(threadId(t), ignored_)) {
        for (Node node : starts) {
          node.threads.push_back(local);
          longer.push_back(std::move(node));
        }
      }
      starts = std::move(longer);
    }
    for (Node& node : starts) push(std::move(node));
  }

  void push(Node node) {
    if (!seen_.insert(keyOf(node)).second) return;
    if (++result_.graphs > options_.maxGraphs) result_.tooBig = true;
    stack_.push_back(std::move(node));
  }

  void found(bool& what, const ExecutionGraph& graph) {
    what = true;
    if (!result_.witness || !result_.stray || &what == &result_.stray) result_.witness = graph;
  }

  // Under RA and SRA it is enough to look at what is about to happen; otherwise the event
  // added last may be unordered with one that happened long ago. What is before it raced
  // with nobody, or it would not have been added.
  bool races(const Node& node) const {
    if (!knowsRaces_) return false;
    const bool synchronised = infoOf(model_).races == DataRaces::Unordered;
    if (synchronised) return aboutToRace(interpreter_, node.threads);
    const bool plain = node.graph.events.back().order == Order::NonAtomic;
    return plain && dataRace(program_, node.graph, model_);
  }

  CodePlace placeOf(ThreadId thread, Pc pc) const { return {program_[thread].code, pc}; }
  void addRace(const CodePlace& a, const CodePlace& b) {
    result_.raceAt.insert({std::min(a, b), std::max(a, b)});
  }
  void addRaces(const Node& node) {
    if (infoOf(model_).races == DataRaces::Unordered) {
      for (std::size_t t = 0; t < node.threads.size(); ++t) {
        for (std::size_t u = 0; u < t; ++u) {
          std::vector<LocalState> two = node.threads;
          for (std::size_t v = 0; v < two.size(); ++v) two[v].stopped |= v != t && v != u;
          if (!aboutToRace(interpreter_, two)) continue;
          addRace(placeOf(threadId(t), two[t].pc), placeOf(threadId(u), two[u].pc));
        }
      }
      return;
    }
    const EventId last{static_cast<std::uint32_t>(node.graph.size() - 1)};
    for (const RacePair& pair : dataRacesOf(program_, node.graph, model_, last)) {
      const Event& a = node.graph[pair.first];
      const Event& b = node.graph[pair.second];
      addRace(placeOf(a.thread, a.pc), placeOf(b.thread, b.pc));
    }
  }

  // Every way in which the thread can go on.
  void extend(const Node& node, ThreadId thread) {
    const LocalState& local = node.threads[raw(thread)];
    if (local.stopped) return;
    std::size_t events = 0;
    for (const Event& e : node.graph.events) events += !e.init && e.thread == thread;
    if (events >= options_.maxEventsPerThread) {
      result_.bounded = true;
      return;
    }
    const auto cell = interpreter_.cell(thread, local);
    if (!cell) {
      // If the fence is an update of the fence cell, atomicity leaves it one place only.
      const auto fence = interpreter_.perform(thread, local, 0, model_, ignored_);
      add(node, *fence, latestSource(node.graph, fence->event));
      return;
    }
    for (const EventId source : node.graph.modificationOrder[raw(*cell)]) {
      const std::int64_t value = node.graph[source].written;
      const auto outcome = interpreter_.perform(thread, local, value, model_, ignored_);
      if (outcome) add(node, *outcome, source);
      if (done()) return;
    }
  }

  // All models allow every sequentially consistent graph (test_axioms checks that), so the
  // cheaper question comes first.
  void add(const Node& node, const Interpreter::Outcome& outcome, EventId source) {
    Node next{node.graph, node.threads};
    next.graph.add(outcome.event, source);
    if (!consistent(program_, next.graph, ModelName::Sc)) {
      if (!consistent(program_, next.graph, model_)) return;
      found(result_.stray, next.graph);
      if (options_.everything) {
        const CodePlace place = placeOf(outcome.event.thread, outcome.event.pc);
        result_.strayAt.insert(place);
        if (!writes(outcome.event)) result_.strayReadsAt.insert(place);
      }
      if (!options_.finals) return;
    }
    for (const LocalState& after : outcome.after) {
      next.threads[raw(outcome.event.thread)] = after;
      push(next);
    }
  }

  const Program& program_;
  const ModelName model_;
  const OracleOptions options_;
  const Interpreter interpreter_;
  bool hasPlain_ = false;
  bool knowsRaces_ = false;
  Faults ignored_;
  OracleResult result_;
  std::unordered_set<std::string> seen_;
  std::vector<Node> stack_;
};

}  // namespace

OracleResult askOracle(const Program& program, ModelName model, const OracleOptions& options) {
  return Oracle(program, model, options).run();
}

}  // namespace robur::testing

#include "oracle/all_executions.h"

#include <unordered_set>

#include "program/model_info.h"

namespace robur::testing {

namespace {

void put(std::string& key, std::int64_t v) {
  key += std::to_string(v);
  key += ',';
}

// A graph and where each thread is in it.
struct Partial {
  ExecutionGraph graph;
  std::vector<LocalState> threads;
};

class BruteForce {
 public:
  BruteForce(const Program& program, ModelName model, std::size_t maxGraphs)
      : program(program), model(model), maxGraphs(maxGraphs), interpreter(program) {}

  AllExecutions run() {
    addStarts();
    while (!stack.empty() && !out.tooBig) {
      const Partial partial = std::move(stack.back());
      stack.pop_back();
      if (dataRace(program, partial.graph, model)) {
        out.race = true;
        continue;
      }
      if (isFinal(partial)) addFinal(partial);
      for (std::size_t t = 0; t < partial.threads.size(); ++t) extend(partial, threadId(t));
    }
    out.tooBig |= interpreter.gaveUp();
    return std::move(out);
  }

 private:
  bool isFinal(const Partial& partial) const {
    for (std::size_t t = 0; t < partial.threads.size(); ++t) {
      if (partial.threads[t].stopped) continue;
      const Instr::Op op = interpreter.instr(threadId(t), partial.threads[t]).op;
      if (op != Instr::Op::Wait && op != Instr::Op::Bcas) return false;
    }
    return true;
  }

  void addFinal(const Partial& partial) {
    AllExecutions::Values values;
    AllExecutions::Values waiting;
    for (std::size_t t = 0; t < partial.threads.size(); ++t) {
      const LocalState& local = partial.threads[t];
      values.insert(values.end(), local.registers.begin(), local.registers.end());
      if (local.stopped) continue;
      if (canPass(partial, threadId(t))) return;
      waiting.push_back(static_cast<std::int64_t>(t));
      waiting.push_back(local.pc);
    }
    for (std::size_t c = 0; c < program.cellCount(); ++c) {
      values.push_back(partial.graph[partial.graph.modificationOrder[c].back()].written);
    }
    const std::string key = keyOf(partial.graph, restingIn(partial));
    out.finals.insert(key);
    AllExecutions::Group& group = waiting.empty() ? out.ends[values] : out.hangs[waiting];
    group.all.insert(key);
    if (consistent(program, partial.graph, ModelName::Sc)) group.sequential.insert(key);
  }

  // Does the last write end the wait of this thread?
  bool canPass(const Partial& partial, ThreadId thread) const {
    const LocalState& local = partial.threads[raw(thread)];
    const auto cell = interpreter.cell(thread, local);
    const EventId last = partial.graph.modificationOrder[raw(*cell)].back();
    Faults ignored;
    return interpreter.perform(thread, local, partial.graph[last].written, model, ignored)
        .has_value();
  }

  static std::vector<Resting> restingIn(const Partial& partial) {
    std::vector<Resting> out;
    for (const LocalState& thread : partial.threads) {
      out.push_back({thread.stopped, thread.stopped ? 0 : thread.pc});
    }
    return out;
  }

  void addStarts() {
    std::vector<Partial> starts = {{ExecutionGraph::initial(program), {}}};
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      std::vector<Partial> longer;
      for (const LocalState& local : interpreter.start(threadId(t), out.faults)) {
        for (Partial partial : starts) {
          partial.threads.push_back(local);
          longer.push_back(std::move(partial));
        }
      }
      starts = std::move(longer);
    }
    for (Partial& partial : starts) push(std::move(partial));
  }

  void push(Partial partial) {
    std::string key = keyOf(partial.graph, {});
    for (const LocalState& thread : partial.threads) {
      put(key, thread.stopped ? -1 : thread.pc);
      for (const std::int64_t v : thread.registers) put(key, v);
    }
    if (!seen.insert(std::move(key)).second) return;
    if (++out.graphs > maxGraphs) out.tooBig = true;
    stack.push_back(std::move(partial));
  }

  void extend(const Partial& partial, ThreadId thread) {
    const LocalState& local = partial.threads[raw(thread)];
    if (local.stopped) return;
    const auto cell = interpreter.cell(thread, local);
    if (!cell) {
      Faults faults;
      const auto fence = interpreter.perform(thread, local, 0, model, faults);
      return add(partial, *fence, latestSource(partial.graph, fence->event), faults);
    }
    for (const EventId source : partial.graph.modificationOrder[raw(*cell)]) {
      Faults faults;
      const std::int64_t value = partial.graph[source].written;
      const auto outcome = interpreter.perform(thread, local, value, model, faults);
      if (outcome) add(partial, *outcome, source, faults);
    }
  }

  void add(const Partial& partial, const Interpreter::Outcome& outcome, EventId source,
           const Faults& faults) {
    Partial next{partial.graph, partial.threads};
    next.graph.add(outcome.event, source);
    if (!consistent(program, next.graph, model)) return;
    if (!dataRace(program, next.graph, model)) out.faults.insert(faults.begin(), faults.end());
    for (const LocalState& after : outcome.after) {
      next.threads[raw(outcome.event.thread)] = after;
      push(next);
    }
  }

  const Program& program;
  const ModelName model;
  const std::size_t maxGraphs;
  const Interpreter interpreter;
  AllExecutions out;
  std::unordered_set<std::string> seen;
  std::vector<Partial> stack;
};

}  // namespace

std::string keyOf(const ExecutionGraph& graph, const std::vector<Resting>& threads) {
  std::string key;
  std::vector<std::uint32_t> position(graph.size());
  std::vector<std::vector<EventId>> byThread;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& e = graph.events[i];
    if (e.init) continue;
    if (byThread.size() <= raw(e.thread)) byThread.resize(raw(e.thread) + 1);
    position[i] = static_cast<std::uint32_t>(byThread[raw(e.thread)].size());
    byThread[raw(e.thread)].push_back(EventId{static_cast<std::uint32_t>(i)});
  }
  while (!byThread.empty() && byThread.back().empty()) byThread.pop_back();
  const auto putEvent = [&](EventId id) {
    const Event& e = graph[id];
    put(key, e.init ? -1 : raw(e.thread));
    put(key, e.init ? raw(e.cell) : position[raw(id)]);
  };
  for (const std::vector<EventId>& events : byThread) {
    key += ';';
    for (const EventId id : events) {
      const Event& e = graph[id];
      put(key, static_cast<std::int64_t>(e.kind));
      put(key, e.pc);
      put(key, e.kind == Event::Kind::Fence ? 0 : raw(e.cell));
      put(key, static_cast<std::int64_t>(e.order));
      put(key, writes(e) ? e.written : 0);
      if (reads(e)) putEvent(graph.readsFrom[raw(id)]);
    }
  }
  for (const std::vector<EventId>& order : graph.modificationOrder) {
    key += ';';
    for (const EventId id : order) putEvent(id);
  }
  for (const Resting& thread : threads) put(key, thread.stopped ? -1 : thread.pc);
  return key;
}

AllExecutions allExecutions(const Program& program, ModelName model, std::size_t maxGraphs) {
  return BruteForce(program, model, maxGraphs).run();
}

}  // namespace robur::testing

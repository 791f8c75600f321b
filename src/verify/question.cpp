#include "verify/question.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostMarks = 4096;

// Threads with the same code must have the same automaton, whatever the targets demand of each. So
// a state is marked with the demands on any of them, and the same states are merged in all.
std::vector<Marks> marksOf(const LocalGraphs& graphs, const std::vector<unsigned>& twins,
                           const std::vector<Target>& targets) {
  const std::vector<LocalState>& states = graphs.threads[twins[0]].states;
  std::vector<Marks> out(states.size());
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (TargetId i = 0; i < targets.size(); ++i) {
      for (const unsigned t : twins) {
        const auto& test = targets[i].threads[t];
        if (test && test(states[s])) {
          out[s].push_back(markOf(i, t, static_cast<std::uint32_t>(graphs.threads.size())));
        }
      }
    }
  }
  return out;
}

std::vector<unsigned> twinsOf(const LocalGraphs& graphs, unsigned thread, std::size_t targets) {
  std::vector<unsigned> out;
  for (unsigned t = 0; t < graphs.threads.size(); ++t) {
    if (graphs.threads[t] == graphs.threads[thread]) out.push_back(t);
  }
  if (out.size() * targets > kMostMarks) return {thread};
  return out;
}

ValueSet valuesThat(const std::vector<std::int64_t>& values,
                    const std::function<bool(std::int64_t)>& test) {
  ValueSet out = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (test(values[v])) out |= only(static_cast<ValueId>(v));
  }
  return out;
}

}  // namespace

std::optional<ThreadSystem> systemFor(const LocalGraphs& graphs,
                                      const std::vector<Target>& targets) {
  std::vector<Automaton> automata;
  for (unsigned t = 0; t < graphs.threads.size(); ++t) {
    const std::vector<unsigned> twins = twinsOf(graphs, t, targets.size());
    if (twins[0] < t) {
      automata.push_back(automata[twins[0]]);
      continue;
    }
    auto automaton = automatonOf(graphs.threads[t], marksOf(graphs, twins, targets), graphs,
                                 static_cast<MarkId>(targets.size() * graphs.threads.size()));
    if (!automaton) return std::nullopt;
    automata.push_back(std::move(*automaton));
  }
  return systemOf(std::move(automata), graphs.cells());
}

Answer ask(const LocalGraphs& graphs, const std::vector<Target>& targets,
           const SearchLimits& limits) {
  Answer answer;
  if (targets.empty()) {
    answer.coverage.end = Coverage::End::Unreachable;
    return answer;
  }
  const std::optional<ThreadSystem> system = systemFor(graphs, targets);
  if (!system) {
    answer.reason = "a thread has too many sequences of reads between two writes";
    return answer;
  }
  std::vector<Start> starts;
  std::vector<std::size_t> targetOf;
  for (TargetId i = 0; i < targets.size(); ++i) {
    Goal goal;
    goal.target = i;
    for (const auto& test : targets[i].threads) goal.mentioned.push_back(static_cast<bool>(test));
    for (const auto& [cell, test] : targets[i].cells) {
      goal.cells.emplace_back(cell, valuesThat(graphs.values[cell], test));
    }
    const auto some = startsOf(*system, goal);
    if (!some) {
      answer.reason = "the target state has too many cases";
      return answer;
    }
    starts.insert(starts.end(), some->begin(), some->end());
    targetOf.resize(starts.size(), i);
  }
  answer.coverage = cover(*system, starts, limits);
  if (answer.coverage.end == Coverage::End::Reachable) {
    answer.target = targetOf[answer.coverage.start];
  } else if (answer.coverage.end == Coverage::End::Stopped) {
    answer.reason = answer.coverage.limit;
  }
  return answer;
}

}  // namespace robur::verify

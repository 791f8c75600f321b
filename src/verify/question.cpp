#include "verify/question.h"

namespace robur::potentials {

namespace {

std::vector<Marks> marksOf(const LocalGraph& graph, unsigned thread,
                           const std::vector<Target>& targets) {
  std::vector<Marks> out(graph.states.size());
  for (std::size_t s = 0; s < graph.states.size(); ++s) {
    for (TargetId i = 0; i < targets.size(); ++i) {
      const auto& test = targets[i].threads[thread];
      if (test && test(graph.states[s])) out[s].push_back(i);
    }
  }
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

std::optional<Setting> settingFor(const Locals& locals, const std::vector<Target>& targets) {
  std::vector<Automaton> automata;
  for (unsigned t = 0; t < locals.threads.size(); ++t) {
    auto automaton = automatonOf(locals.threads[t], marksOf(locals.threads[t], t, targets), locals,
                                 static_cast<TargetId>(targets.size()));
    if (!automaton) return std::nullopt;
    automata.push_back(std::move(*automaton));
  }
  return settingOf(std::move(automata), locals.cells());
}

Answer ask(const Locals& locals, const std::vector<Target>& targets, const SearchLimits& limits) {
  Answer answer;
  if (targets.empty()) {
    answer.coverage.end = Coverage::End::Unreachable;
    return answer;
  }
  const std::optional<Setting> setting = settingFor(locals, targets);
  if (!setting) {
    answer.reason = "a thread can read in too many ways between two writes";
    return answer;
  }
  std::vector<Start> starts;
  std::vector<std::size_t> targetOf;
  for (TargetId i = 0; i < targets.size(); ++i) {
    Goal goal;
    goal.target = i;
    for (const auto& test : targets[i].threads) goal.mentioned.push_back(static_cast<bool>(test));
    for (const auto& [cell, test] : targets[i].cells) {
      goal.cells.emplace_back(cell, valuesThat(locals.values[cell], test));
    }
    const auto some = startsOf(*setting, {goal});
    if (!some) {
      answer.reason = "the question has too many cases";
      return answer;
    }
    starts.insert(starts.end(), some->begin(), some->end());
    targetOf.resize(starts.size(), i);
  }
  answer.coverage = cover(*setting, starts, limits);
  if (answer.coverage.end == Coverage::End::Reachable) {
    answer.target = targetOf[answer.coverage.start];
  } else if (answer.coverage.end == Coverage::End::Stopped) {
    answer.reason = answer.coverage.limit;
  }
  return answer;
}

}  // namespace robur::potentials

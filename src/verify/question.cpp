#include "verify/question.h"

namespace robur::verify {

namespace {

constexpr std::size_t kMostMarks = 4096;

// Threads that do the same shall have the same automaton, whatever is asked of each. So a state
// is marked with what is asked of any of them, and the same states are merged.
std::vector<Marks> marksOf(const Locals& locals, const std::vector<unsigned>& twins,
                           const std::vector<Target>& targets) {
  const std::vector<LocalState>& states = locals.threads[twins[0]].states;
  std::vector<Marks> out(states.size());
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (TargetId i = 0; i < targets.size(); ++i) {
      for (const unsigned t : twins) {
        const auto& test = targets[i].threads[t];
        if (test && test(states[s])) {
          out[s].push_back(markOf(i, t, static_cast<std::uint32_t>(locals.threads.size())));
        }
      }
    }
  }
  return out;
}

std::vector<unsigned> twinsOf(const Locals& locals, unsigned thread, std::size_t targets) {
  std::vector<unsigned> out;
  for (unsigned t = 0; t < locals.threads.size(); ++t) {
    if (locals.threads[t] == locals.threads[thread]) out.push_back(t);
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

std::optional<Setting> settingFor(const Locals& locals, const std::vector<Target>& targets) {
  std::vector<Automaton> automata;
  for (unsigned t = 0; t < locals.threads.size(); ++t) {
    const std::vector<unsigned> twins = twinsOf(locals, t, targets.size());
    if (twins[0] < t) {
      automata.push_back(automata[twins[0]]);
      continue;
    }
    auto automaton = automatonOf(locals.threads[t], marksOf(locals, twins, targets), locals,
                                 static_cast<MarkId>(targets.size() * locals.threads.size()));
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
    const auto some = startsOf(*setting, goal);
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

}  // namespace robur::verify

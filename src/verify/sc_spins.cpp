#include "verify/sc_spins.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/judge.h"
#include "check/waiting_words.h"
#include "executions/ends.h"
#include "program/analysis/liveness.h"
#include "program/internal_error.h"
#include "semantics/machine.h"
#include "support/hash.h"

namespace robur::verify {

namespace {

using Words = std::vector<std::int64_t>;

struct WordsHash {
  std::size_t operator()(const Words& words) const {
    std::uint64_t hash = kHashSeed;
    for (const std::int64_t word : words) hash = mixed(hash, static_cast<std::uint64_t>(word));
    return hash;
  }
};

// Local steps in a row, and alternatives of a choice, that are followed.
constexpr std::uint32_t kMostLocalSteps = 10'000;
constexpr std::uint64_t kMostChoices = 64;

class SpinSearch {
 public:
  SpinSearch(const Program& program, std::uint64_t mostStates, const std::function<bool()>& stop)
      : machine_(program), mostStates_(mostStates), stop_(stop) {
    for (unsigned t = 0; t < machine_.threadCount(); ++t) {
      live_.push_back(liveRegisters(program.codeOf(ThreadId{t})));
      mayEnd_.push_back(executions::reachingEnd(machine_.thread(t)));
    }
  }

  ScSpins run() {
    Words initial(machine_.stateSize());
    machine_.initial(initial.data());
    for (unsigned t = 0; t < machine_.threadCount(); ++t) settle(initial, t);
    add(std::move(initial), {});
    for (std::size_t node = 0; node < nodes_.size() && !tooMuch_; ++node) {
      if (const auto t = waitsForever(*nodes_[node].state)) return hangAt(node, *t);
      for (unsigned t = 0; t < machine_.threadCount(); ++t) step(node, t);
      tooMuch_ = tooMuch_ || nodes_.size() > mostStates_ || (node % 64 == 0 && stop_());
    }
    return {.answer = tooMuch_ ? ScSpins::Answer::Unknown : ScSpins::Answer::None,
            .states = nodes_.size()};
  }

 private:
  // Makes the local steps of the thread up to its next access or choice, and forgets registers that
  // are not live.
  void settle(Words& state, unsigned t) {
    for (std::uint32_t steps = 0; machine_.atLocal(state.data(), t); ++steps) {
      if (machine_.alternatives(state.data(), t) != 1) break;
      if (steps == kMostLocalSteps) tooMuch_ = true;
      if (tooMuch_) break;
      machine_.local(state.data(), t, 0);
    }
    forget(state, t);
  }
  void forget(Words& state, unsigned t) const {
    const CompiledThread& thread = machine_.thread(t);
    const Pc pc = machine_.pc(state.data(), t);
    for (std::uint32_t r = 0; r < thread.registerTypes.size(); ++r) {
      if (pc == thread.rest || !live_[t].at(pc, r)) state[thread.base + 1 + r] = 0;
    }
  }

  // The access that led to a state first, and the state before it. A choice has no action.
  struct Arrival {
    std::size_t from = 0;
    RunStep step;
  };
  struct Node {
    const Words* state = nullptr;  // in seen_
    Arrival arrival;
  };

  void add(Words state, Arrival arrival) {
    const auto [at, fresh] = seen_.insert(std::move(state));
    if (fresh) nodes_.push_back({&*at, std::move(arrival)});
  }

  void step(std::size_t node, unsigned t) {
    const Words& from = *nodes_[node].state;
    const Action action = machine_.pending(from.data(), t);
    if (!action.enabled) return;
    if (action.kind == Action::Kind::Local) {
      const std::uint64_t count = machine_.alternatives(from.data(), t);
      tooMuch_ = tooMuch_ || count > kMostChoices;
      for (std::uint64_t i = 0; i < count && !tooMuch_; ++i) {
        Words to = from;
        machine_.local(to.data(), t, i);
        settle(to, t);
        add(std::move(to), {node, {.thread = t, .action = action}});
      }
      return;
    }
    Words to = from;
    machine_.perform(to.data(), t, action);
    settle(to, t);
    add(std::move(to), {node, {.thread = t, .pc = sourceOf(from, t), .action = action}});
  }
  Pc sourceOf(const Words& state, unsigned t) const {
    return machine_.thread(t).instrs[machine_.pc(state.data(), t)].source;
  }

  // If all threads rest, one that waits.
  std::optional<unsigned> waitsForever(const Words& state) {
    std::optional<unsigned> out;
    for (unsigned t = 0; t < machine_.threadCount(); ++t) {
      const Rest rest = restOf(state, t);
      if (rest == Rest::None) return std::nullopt;
      if (rest == Rest::Waits && !out) out = t;
    }
    return out;
  }

  // Has the thread ended, is it blocked, or does it come back here, if no other goes on, without
  // changing memory? A choice on the way is no reason to rest, because the states after it are
  // tested too; nor is an assumption that fails, because runs that it excludes have no end.
  enum class Rest : std::uint8_t { None, Quiet, Waits };
  Rest restOf(Words state, unsigned t) {
    if (machine_.pc(state.data(), t) == machine_.thread(t).rest) return Rest::None;
    Action action = machine_.pending(state.data(), t);
    if (action.kind == Action::Kind::Stopped) return Rest::Quiet;
    if (!action.enabled) return Rest::Waits;
    const Words here = localsOf(state, t);
    const Rest rest = mayEnd_[t][machine_.pc(state.data(), t)] ? Rest::Waits : Rest::Quiet;
    std::unordered_set<Words, WordsHash> been;
    do {
      action = machine_.pending(state.data(), t);
      const bool silent = action.kind != Action::Kind::Local && !changes(state, action);
      if (!action.enabled || !silent) return Rest::None;
      machine_.perform(state.data(), t, action);
      settle(state, t);
      if (localsOf(state, t) == here) return rest;
    } while (!tooMuch_ && been.insert(localsOf(state, t)).second);
    return Rest::None;
  }
  static bool changes(const Words& state, const Action& action) {
    const bool writes = action.kind == Action::Kind::Write || action.kind == Action::Kind::Update;
    return writes && action.written != state[action.cell];
  }
  Words localsOf(const Words& state, unsigned t) const {
    const CompiledThread& thread = machine_.thread(t);
    const auto begin = state.begin() + static_cast<std::ptrdiff_t>(thread.base);
    return {begin, begin + static_cast<std::ptrdiff_t>(thread.registerTypes.size()) + 1};
  }

  ScSpins hangAt(std::size_t node, unsigned t) const {
    ScSpins out{.answer = ScSpins::Answer::Some, .states = nodes_.size()};
    const Words& state = *nodes_[node].state;
    const Action action = machine_.pending(state.data(), t);
    out.thread = ThreadId{t};
    out.pc = sourceOf(state, t);
    if (!action.enabled) out.cell = action.cell;
    for (; node != 0; node = nodes_[node].arrival.from) {
      const RunStep& step = nodes_[node].arrival.step;
      if (step.action.kind != Action::Kind::Local) out.run.push_back(step);
    }
    std::ranges::reverse(out.run);
    return out;
  }

  const Machine machine_;
  const std::uint64_t mostStates_;
  const std::function<bool()>& stop_;
  std::vector<BitMatrix> live_;
  std::vector<std::vector<bool>> mayEnd_;  // per thread and pc
  std::unordered_set<Words, WordsHash> seen_;
  std::vector<Node> nodes_;  // in the order of a breadth-first search
  bool tooMuch_ = false;
};

}  // namespace

ScSpins spinsUnderSc(const Program& program, std::uint64_t mostStates,
                     const std::function<bool()>& stop) {
  return SpinSearch(program, mostStates, stop).run();
}

Finding hangOf(const Program& program, ModelName model, const ScSpins& spins) {
  Finding out;
  out.property = Property::Hang;
  out.thread = spins.thread;
  out.pc = spins.pc;
  out.span = program.codeOf(spins.thread).instrs[spins.pc].span;
  out.witness = witnessOfRun(program, model, spins.run);
  const ExecutionGraph& graph = out.witness.graph;
  if (!consistent(program, graph, model)) {
    throw InternalError("the model's axioms reject the run that the search found");
  }
  out.message = spins.cell ? waitingWords(program, graph, CellId{*spins.cell}) : spinningWords();
  return out;
}

}  // namespace robur::verify

#include "verify/sc_spins.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "program/analysis/liveness.h"
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
    }
  }

  ScSpins run() {
    Words initial(machine_.stateSize());
    machine_.initial(initial.data());
    for (unsigned t = 0; t < machine_.threadCount(); ++t) settle(initial, t);
    add(std::move(initial));
    for (std::uint64_t visited = 0; !pending_.empty() && !tooMuch_; ++visited) {
      const Words state = std::move(pending_.back());
      pending_.pop_back();
      if (allStay(state)) return ScSpins::Some;
      for (unsigned t = 0; t < machine_.threadCount(); ++t) step(state, t);
      tooMuch_ = tooMuch_ || seen_.size() > mostStates_ || (visited % 64 == 0 && stop_());
    }
    return tooMuch_ ? ScSpins::Unknown : ScSpins::None;
  }

 private:
  bool ended(const Words& state, unsigned t) const {
    return machine_.pending(state.data(), t).kind == Action::Kind::Stopped;
  }

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

  void add(Words state) {
    if (seen_.insert(state).second) pending_.push_back(std::move(state));
  }

  void step(const Words& from, unsigned t) {
    const Action action = machine_.pending(from.data(), t);
    if (!action.enabled) return;
    if (action.kind == Action::Kind::Local) {
      const std::uint64_t count = machine_.alternatives(from.data(), t);
      tooMuch_ = tooMuch_ || count > kMostChoices;
      for (std::uint64_t i = 0; i < count && !tooMuch_; ++i) {
        Words to = from;
        machine_.local(to.data(), t, i);
        settle(to, t);
        add(std::move(to));
      }
      return;
    }
    Words to = from;
    machine_.perform(to.data(), t, action);
    settle(to, t);
    add(std::move(to));
  }

  bool allStay(const Words& state) {
    bool some = false;
    for (unsigned t = 0; t < machine_.threadCount(); ++t) {
      if (ended(state, t)) continue;
      if (!stays(state, t)) return false;
      some = true;
    }
    return some;
  }

  // Does the thread, if no other goes on, never end and never write? A choice on the way is no reason
  // to stay: the states after it are tested too.
  bool stays(Words state, unsigned t) {
    const CompiledThread& thread = machine_.thread(t);
    const auto begin = static_cast<std::ptrdiff_t>(thread.base);
    const auto size = static_cast<std::ptrdiff_t>(thread.registerTypes.size()) + 1;
    std::unordered_set<Words, WordsHash> been;
    while (!tooMuch_) {
      const Action action = machine_.pending(state.data(), t);
      if (!action.enabled) return action.kind != Action::Kind::Stopped;
      const bool silent = action.kind == Action::Kind::Read || action.kind == Action::Kind::Fence;
      if (!silent) return false;
      if (!been.emplace(state.begin() + begin, state.begin() + begin + size).second) return true;
      machine_.perform(state.data(), t, action);
      settle(state, t);
    }
    return false;
  }

  const Machine machine_;
  const std::uint64_t mostStates_;
  const std::function<bool()>& stop_;
  std::vector<BitMatrix> live_;
  std::unordered_set<Words, WordsHash> seen_;
  std::vector<Words> pending_;
  bool tooMuch_ = false;
};

}  // namespace

ScSpins spinsUnderSc(const Program& program, std::uint64_t mostStates,
                     const std::function<bool()>& stop) {
  return SpinSearch(program, mostStates, stop).run();
}

}  // namespace robur::verify

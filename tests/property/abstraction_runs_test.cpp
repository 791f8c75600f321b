// Why an abstraction can promise anything: every run of the program is one of the abstraction,
// event by event. Random runs are followed, by an interpreter that knows nothing of abstractions,
// in which the abstraction's threads are wherever they may be.
#include <gtest/gtest.h>

#include <set>

#include "generators/rng.h"
#include "oracle/interpreter.h"
#include "program/model_info.h"
#include "property/abstraction_samples.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kRunPrograms = 6000;
constexpr unsigned kRuns = 4;
constexpr unsigned kSteps = 24;

ThreadId threadId(std::size_t t) {
  return ThreadId{static_cast<std::uint32_t>(t)};
}

std::vector<std::int64_t> initialMemory(const Program& program) {
  std::vector<std::int64_t> memory;
  for (const Location& location : program.locations) {
    memory.insert(memory.end(), location.init.begin(), location.init.end());
  }
  return memory;
}

// The same but for values and for the instruction's place in the code.
bool alike(const Event& a, const Event& b) {
  return a.kind == b.kind && a.locked == b.locked && a.thread == b.thread && a.order == b.order &&
         (a.kind == Event::Kind::Fence || a.cell == b.cell);
}

// The abstraction on the way after a run, in every state in which it may be.
class Follower {
 public:
  explicit Follower(const Program& abstraction) : interpreter(abstraction) {
    State state{initialMemory(abstraction), {}};
    std::vector<State> starts = {state};
    for (std::size_t t = 0; t < abstraction.threads.size(); ++t) {
      std::vector<State> longer;
      for (const LocalState& local : interpreter.start(threadId(t), faults)) {
        for (State start : starts) {
          start.threads.push_back(local);
          longer.push_back(std::move(start));
        }
      }
      starts = std::move(longer);
    }
    maybe = {starts.begin(), starts.end()};
  }

  // False: it cannot do that.
  bool follow(const Event& event) {
    std::set<State> after;
    for (const State& state : maybe) {
      const LocalState& local = state.threads[raw(event.thread)];
      if (local.stopped) continue;
      const auto cell = interpreter.cell(event.thread, local);
      const std::int64_t seen = cell ? state.memory[raw(*cell)] : 0;
      const auto outcome = interpreter.perform(event.thread, local, seen, ModelName::Sc, faults);
      if (!outcome || !alike(outcome->event, event)) continue;
      State next = state;
      if (writes(event)) next.memory[raw(event.cell)] = outcome->event.written;
      for (const LocalState& there : outcome->after) {
        next.threads[raw(event.thread)] = there;
        after.insert(next);
      }
    }
    maybe = std::move(after);
    return !maybe.empty();
  }

 private:
  struct State {
    std::vector<std::int64_t> memory;
    std::vector<LocalState> threads;
    friend auto operator<=>(const State&, const State&) = default;
  };

  Interpreter interpreter;
  std::set<State> maybe;
  Faults faults;
};

// Any run of the program; the abstractions go along.
class Leader {
 public:
  Leader(const Program& program, Rng& rng)
      : interpreter(program), rng(rng), memory(initialMemory(program)) {
    for (std::size_t t = 0; t < program.threads.size(); ++t) {
      threads.push_back(any(interpreter.start(threadId(t), faults)));
    }
  }

  // One event, unless the thread that was drawn cannot go on.
  std::optional<Event> step() {
    const std::size_t t = rng.below(threads.size());
    if (threads[t].stopped) return std::nullopt;
    const auto cell = interpreter.cell(threadId(t), threads[t]);
    const std::int64_t seen = cell ? memory[raw(*cell)] : 0;
    const auto outcome = interpreter.perform(threadId(t), threads[t], seen, ModelName::Sc, faults);
    if (!outcome) return std::nullopt;
    if (writes(outcome->event)) memory[raw(outcome->event.cell)] = outcome->event.written;
    threads[t] = any(outcome->after);
    return outcome->event;
  }

 private:
  LocalState any(const std::vector<LocalState>& from) { return from[rng.below(from.size())]; }

  Interpreter interpreter;
  Rng& rng;
  std::vector<std::int64_t> memory;
  std::vector<LocalState> threads;
  Faults faults;
};

TEST(AbstractionRuns, FollowEveryRunOfTheProgram) {
  std::size_t events = 0;
  for (std::uint64_t seed = 1; seed <= kRunPrograms; ++seed) {
    const ModelName model = kAllModels[1 + seed % (std::size(kAllModels) - 1)];
    const Program program = sampleFor(model, seed);
    const std::vector<Program> abstractions = sampleAbstractions(program, seed);
    Rng rng(seed);
    for (unsigned run = 0; run < kRuns; ++run) {
      Leader leader(program, rng);
      std::vector<Follower> followers(abstractions.begin(), abstractions.end());
      for (unsigned i = 0; i < kSteps; ++i) {
        const std::optional<Event> event = leader.step();
        if (!event) continue;
        ++events;
        for (std::size_t o = 0; o < followers.size(); ++o) {
          ASSERT_TRUE(followers[o].follow(*event))
              << "model " << spelling(model) << ", seed " << seed << ", abstraction " << o;
        }
      }
    }
  }
  EXPECT_GT(events, 10 * kRunPrograms);
}

}  // namespace
}  // namespace robur::testing

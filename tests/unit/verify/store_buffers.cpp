#include "unit/verify/store_buffers.h"

#include <algorithm>

namespace robur::testing {

namespace {

struct Machine86 {
  std::vector<LocalState> threads;
  std::vector<std::int64_t> memory;
  std::vector<std::vector<std::pair<std::uint32_t, std::int64_t>>> buffers;  // oldest first

  friend auto operator<=>(const Machine86&, const Machine86&) = default;
};

class StoreBuffers {
 public:
  StoreBuffers(const Program& program, std::size_t maxStates, std::size_t maxBuffered)
      : program_(program),
        maxStates_(maxStates),
        maxBuffered_(maxBuffered),
        interpreter_(program) {}

  Reached run() {
    std::vector<Machine86> starts = {{}};
    for (const Location& location : program_.locations) {
      starts[0].memory.insert(starts[0].memory.end(), location.init.begin(), location.init.end());
    }
    starts[0].buffers.resize(program_.threads.size());
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      std::vector<Machine86> longer;
      for (const LocalState& local : interpreter_.start(threadId(t), out_.faults)) {
        for (Machine86 state : starts) {
          state.threads.push_back(local);
          longer.push_back(std::move(state));
        }
      }
      starts = std::move(longer);
    }
    for (Machine86& state : starts) push(std::move(state));
    for (std::size_t i = 0; i < queue_.size() && queue_.size() <= maxStates_; ++i) {
      const Machine86 state = *queue_[i];
      note(state);
      for (std::size_t t = 0; t < state.threads.size(); ++t) {
        flush(state, t);
        step(state, t);
      }
    }
    out_.graphs = queue_.size();
    out_.complete = out_.complete && queue_.size() <= maxStates_ && !interpreter_.gaveUp();
    return std::move(out_);
  }

 private:
  void push(Machine86 state) {
    const auto [at, isNew] = seen_.insert(std::move(state));
    if (isNew) queue_.push_back(&*at);
  }

  void note(const Machine86& state) {
    out_.states.insert(state.threads);
    const bool done =
        std::all_of(state.threads.begin(), state.threads.end(),
                    [](const LocalState& s) { return s.stopped; }) &&
        std::all_of(state.buffers.begin(), state.buffers.end(), [](auto& b) { return b.empty(); });
    if (done) out_.lastValues.insert(state.memory);
  }

  void flush(Machine86 state, std::size_t t) {
    auto& buffer = state.buffers[t];
    if (buffer.empty()) return;
    state.memory[buffer.front().first] = buffer.front().second;
    buffer.erase(buffer.begin());
    push(std::move(state));
  }

  void step(const Machine86& state, std::size_t t) {
    const LocalState& local = state.threads[t];
    if (local.stopped) return;
    const auto& buffer = state.buffers[t];
    const auto cell = interpreter_.cell(threadId(t), local);
    std::int64_t seen = cell ? state.memory[raw(*cell)] : 0;
    for (const auto& [where, value] : buffer) {
      if (cell && where == raw(*cell)) seen = value;
    }
    Faults faults;
    const auto outcome = interpreter_.perform(threadId(t), local, seen, ModelName::Tso, faults);
    if (!outcome) return;
    const Event& event = outcome->event;
    const bool drains = event.kind == Event::Kind::Update || event.locked ||
                        (event.kind == Event::Kind::Fence && event.order == Order::Sc);
    if (drains && !buffer.empty()) return;
    Machine86 next = state;
    if (event.kind == Event::Kind::Update) next.memory[raw(event.cell)] = event.written;
    if (event.kind == Event::Kind::Write) {
      if (buffer.size() == maxBuffered_) {
        out_.complete = false;
        return;
      }
      next.buffers[t].emplace_back(raw(event.cell), event.written);
    }
    out_.faults.insert(faults.begin(), faults.end());
    for (const LocalState& after : outcome->after) {
      next.threads[t] = after;
      push(next);
    }
  }

  const Program& program_;
  const std::size_t maxStates_;
  const std::size_t maxBuffered_;
  const Interpreter interpreter_;
  Reached out_;
  std::set<Machine86> seen_;
  std::vector<const Machine86*> queue_;
};

}  // namespace

Reached reachedWithStoreBuffers(const Program& program, std::size_t maxStates,
                                std::size_t maxBuffered) {
  return StoreBuffers(program, maxStates, maxBuffered).run();
}

}  // namespace robur::testing

#include "unit/runtime/toy.h"

#include <cstdlib>

#include "runtime/explore/bounded_walk.h"
#include "runtime/explore/explorer.h"

namespace robur::runtime::toy {

namespace {

constexpr Object kFences = 1'000'000;

// One run of a program.
class Machine {
 public:
  explicit Machine(const Program& program) : memory_(program.initial) {
    for (const auto& make : program.threads) threads_.push_back(make());
  }
  ~Machine() {
    for (Thread& t : threads_) t.handle.destroy();
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::size_t size() const { return threads_.size(); }
  bool isDone(std::size_t t) const { return threads_[t].handle.done(); }
  const Action& pending(std::size_t t) const { return threads_[t].handle.promise().request.action; }
  Value valueFor(std::size_t t) { return memory_[pending(t).object]; }
  bool isEnabled(std::size_t t) { return !isDone(t) && pending(t).enabledAt(valueFor(t)); }

  void step(std::size_t t) {
    auto& promise = threads_[t].handle.promise();
    const Action action = pending(t);
    Value& value = memory_[action.object];
    const Value before = value;
    const bool writes = action.writesAt(before);
    if (writes) value = promise.request.change(before);
    record(t, action, writes);
    promise.result = before;
    threads_[t].handle.resume();
  }

  // What each thread did, and for each event the write before it on its object.
  std::string trace() const {
    std::string all;
    for (const auto& [thread, text] : done_) all += std::to_string(thread) + ": " + text + "\n";
    return all;
  }

 private:
  void record(std::size_t t, const Action& action, bool writes) {
    std::string& text = done_[t];
    text += std::to_string(static_cast<int>(action.kind)) + "@" + std::to_string(action.object) +
            (writes ? "w" : "r") + lastWrite_[action.object] + " ";
    ++events_[t];
    if (writes) {
      lastWrite_[action.object] = "<" + std::to_string(t) + "." + std::to_string(events_[t]);
    }
  }

  std::map<Object, Value> memory_;
  std::vector<Thread> threads_;
  std::map<std::size_t, std::string> done_;
  std::map<std::size_t, int> events_;
  std::map<Object, std::string> lastWrite_;
};

ThreadSet enabledIn(Machine& machine) {
  ThreadSet enabled = 0;
  for (std::size_t t = 0; t < machine.size(); ++t) {
    if (machine.isEnabled(t)) enabled |= only(static_cast<int>(t));
  }
  return enabled;
}

// Runs a prefix again, and then every continuation.
void extend(const Program& program, std::vector<std::size_t>& prefix, std::uint64_t most,
            Explored& out) {
  if (out.executions >= most) {
    out.complete = false;
    return;
  }
  std::vector<std::size_t> enabled;
  {
    Machine machine(program);
    for (const std::size_t t : prefix) machine.step(t);
    bool waits = false;
    for (std::size_t t = 0; t < machine.size(); ++t) {
      if (machine.isEnabled(t)) enabled.push_back(t);
      waits |= !machine.isDone(t);
    }
    if (enabled.empty()) {
      ++out.executions;
      out.waiting += waits;
      out.traces.insert(machine.trace());
    }
  }
  for (const std::size_t t : enabled) {
    prefix.push_back(t);
    extend(program, prefix, most, out);
    prefix.pop_back();
  }
}

constexpr std::size_t kHeap = std::size_t{1} << 30;

}  // namespace

Access access(ActionKind kind, Object object, Value operand, std::function<Value(Value)> change) {
  return {{{kind, 0, object, operand}, std::move(change)}};
}
Access load(Object x) {
  return access(ActionKind::Load, x, 0, {});
}
Access store(Object x, Value v) {
  return access(ActionKind::Store, x, 0, [v](Value) { return v; });
}
Access add(Object x, Value v) {
  return access(ActionKind::Update, x, 0, [v](Value old) { return old + v; });
}
Access compareExchange(Object x, Value expected, Value desired) {
  return access(ActionKind::CompareExchange, x, expected, [desired](Value) { return desired; });
}
Access awaitEqual(Object x, Value v) {
  return access(ActionKind::AwaitEqual, x, v, {});
}
Access awaitOther(Object x, Value v) {
  return access(ActionKind::AwaitOther, x, v, {});
}
Access lock(Object m) {
  return access(ActionKind::Lock, m, 0, [](Value) { return kHeldByWriter; });
}
Access tryLock(Object m) {
  return access(ActionKind::TryLock, m, 0, [](Value) { return kHeldByWriter; });
}
Access unlock(Object m) {
  return access(ActionKind::Unlock, m, 0, [](Value) { return 0; });
}
Access lockShared(Object m) {
  return access(ActionKind::LockShared, m, 0, [](Value old) { return old + 1; });
}
Access tryLockShared(Object m) {
  return access(ActionKind::TryLockShared, m, 0, [](Value old) { return old + 1; });
}
Access unlockShared(Object m) {
  return access(ActionKind::Unlock, m, 0, [](Value old) { return old - 1; });
}
Access take(Object s) {
  return access(ActionKind::Take, s, 0, [](Value old) { return old - 1; });
}
Access tryTake(Object s) {
  return access(ActionKind::TryTake, s, 0, [](Value old) { return old - 1; });
}
Access give(Object s) {
  return add(s, 1);
}
Access fence() {
  return add(kFences, 0);
}

Explored explore(const Program& program, bool traces, std::uint64_t most) {
  SharedHeap* const heap = SharedHeap::make(kHeap, [] { std::abort(); });
  Explorer explorer(*heap);
  Explored out;
  for (bool more = true; more;) {
    if (out.executions >= most) {
      out.complete = false;
      break;
    }
    Machine machine(program);
    explorer.begin();
    for (int running = Explorer::kNobody;;) {
      const ThreadSet enabled = enabledIn(machine);
      running = explorer.choose(enabled, running);
      if (running == Explorer::kNobody) break;
      const auto t = static_cast<std::size_t>(running);
      if ((enabled & only(running)) == 0) {
        out.repeats = false;
        break;
      }
      out.repeats &= explorer.made(running, machine.pending(t), machine.valueFor(t));
      machine.step(t);
    }
    ThreadSet waiting = 0;
    Action pending[kMaxExplored];
    for (std::size_t t = 0; t < machine.size(); ++t) {
      if (machine.isDone(t)) continue;
      waiting |= only(static_cast<int>(t));
      pending[t] = machine.pending(t);
    }
    ++out.executions;
    out.waiting += waiting != 0;
    if (traces) out.traces.insert(machine.trace());
    more = explorer.end(waiting, pending);
  }
  out.redundant = explorer.redundant();
  SharedHeap::destroy(heap);
  return out;
}

Explored allSchedules(const Program& program, std::uint64_t most) {
  Explored out;
  std::vector<std::size_t> prefix;
  extend(program, prefix, most, out);
  return out;
}

Explored boundedSchedules(const Program& program, std::int64_t preemptions) {
  SharedHeap* const heap = SharedHeap::make(kHeap, [] { std::abort(); });
  BoundedWalk walk(*heap, preemptions);
  Explored out;
  do {
    Machine machine(program);
    walk.begin();
    for (int running = -1; (running = walk.choose(enabledIn(machine), running)) >= 0;) {
      machine.step(static_cast<std::size_t>(running));
    }
    ++out.executions;
    out.traces.insert(machine.trace());
  } while (walk.end());
  SharedHeap::destroy(heap);
  return out;
}

}  // namespace robur::runtime::toy

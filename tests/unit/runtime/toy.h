// Small programs whose threads are coroutines: `co_await load(x)` and so on. They are run by the
// explorer, and by a plain recursion over all schedules that shares no code with it.
#pragma once

#include <coroutine>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "runtime/explore/action.h"

namespace robur::runtime::toy {

using Value = std::uint64_t;
using Object = std::uint64_t;  // from 1

struct Request {
  Action action;
  std::function<Value(Value)> change;  // what is written, given what is there
};

struct Thread {
  struct promise_type {
    Request request;
    Value result = 0;
    Thread get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

struct Access {
  Request request;
  std::coroutine_handle<Thread::promise_type> handle{};
  bool await_ready() const { return false; }
  void await_suspend(std::coroutine_handle<Thread::promise_type> h) {
    handle = h;
    h.promise().request = request;
  }
  Value await_resume() const { return handle.promise().result; }
};

Access access(ActionKind kind, Object object, Value operand, std::function<Value(Value)> change);
Access load(Object x);
Access store(Object x, Value v);
Access add(Object x, Value v);
Access compareExchange(Object x, Value expected, Value desired);
Access awaitEqual(Object x, Value v);
Access awaitOther(Object x, Value v);
Access lock(Object m);
Access tryLock(Object m);  // yields 0 if it has taken the lock
Access unlock(Object m);
Access lockShared(Object m);
Access tryLockShared(Object m);  // yields kHeldByWriter if it has not
Access unlockShared(Object m);
Access take(Object s);
Access tryTake(Object s);  // yields the count before
Access give(Object s);
Access fence();

struct Program {
  std::vector<std::function<Thread()>> threads;
  std::map<Object, Value> initial = {};
};

struct Explored {
  std::uint64_t executions = 0;
  std::uint64_t waiting = 0;  // of these, with a thread that waits forever
  std::uint64_t redundant = 0;
  bool repeats = true;  // every execution began as the one before
  bool complete = true;
  std::set<std::string> traces;
};

// One execution of every trace. With `traces`, these are recorded.
Explored explore(const Program& program, bool traces, std::uint64_t most = ~std::uint64_t{0});
// Every schedule, or as many as `most`.
Explored allSchedules(const Program& program, std::uint64_t most);
// Every schedule with at most so many preemptions, by BoundedWalk.
Explored boundedSchedules(const Program& program, std::int64_t preemptions);

}  // namespace robur::runtime::toy

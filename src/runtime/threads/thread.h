// The threads of the program as the runtime sees them: clocks, place, and the slot they have.
#pragma once

#include <pthread.h>

#include <atomic>

#include "runtime/clocks/rules.h"
#include "runtime/threads/context.h"
#include "runtime/threads/loads.h"

namespace robur::runtime {

// What a thread in a controlled schedule waits for.
enum class Until : std::uint8_t { Now, Written, Unlocked, Ended };

// What a program says that it waits for (robur.h).
enum class WaitsFor : std::uint8_t { Nothing, Value, Condition, Swap };
// The last load of a thread, and whether its value has been noted as one to go round with.
struct LastLoad {
  const volatile void* address = nullptr;
  const void* pc = nullptr;
  std::uint64_t event = 0;
  std::uint64_t value = 0;
  bool noted = false;
};
struct PendingWait;
inline constexpr std::size_t kPendingWaitBytes = 512;

struct Thread {
  ThreadClocks clocks;
  CallStack stack;
  std::uint32_t number = 0;   // T0 is the first; never used again
  bool busy = false;          // inside the runtime: a signal handler must not come in
  std::uint32_t ignored = 0;  // __tsan_ignore_thread_begin
  pthread_t handle{};
  bool hasHandle = false;
  bool detached = false;
  std::atomic<bool> ended{false};      // it has had its last event
  bool gone = false;                   // and will not touch this any more
  bool waitedFor = false;              // somebody is joining it
  std::atomic<bool> scheduled{false};  // takes part in a controlled schedule
  Until blocked = Until::Now;          // there, until something changes
  bool eager = false;                  // what it waited for has ended, which is nobody's choice
  std::uint64_t priority = 0;
  Loads loads;
  std::uint64_t events = 0;  // so far
  WaitsFor waitsFor = WaitsFor::Nothing;
  std::uint64_t awaited = 0;  // the value
  LastLoad lastLoad;
  PendingWait* pendingWait = nullptr;
  Thread* next = nullptr;
};

// For reports; outlives the thread.
struct ThreadInfo {
  Site created = kNoSite;
  std::uint32_t creator = 0;
  bool attached = false;  // it was not created where the runtime could see it
  char name[16] = {};
  std::uint64_t stackBegin = 0;  // 0 if not known, as for the first thread
  std::uint64_t stackEnd = 0;
};
ThreadInfo& infoOf(std::uint32_t number);

// The current thread; one that nobody announced is taken in at its first event. Null when
// there is nothing to watch any more: the thread is gone, or the runtime has given up.
extern constinit thread_local Thread* self;
// The clocks of `self`; if there is none, some that are like nobody's.
extern constinit thread_local ThreadClocks* own;
extern std::atomic<bool> gaveUp;
Thread* newcomer();
inline Thread* currentThread() {
  Thread* const thread = self;
  if (thread == nullptr || gaveUp.load(std::memory_order_relaxed)) [[unlikely]]
    return newcomer();
  return thread;
}

// Holds the runtime for one event. Re-entry, from a signal handler or from memory management
// during an event, finds no thread and then does the plain operation only.
class Event {
 public:
  Event() : thread_(currentThread()) {
    if (thread_ != nullptr && thread_->busy) thread_ = nullptr;
    if (thread_ != nullptr) {
      thread_->busy = true;
      ++thread_->events;
    }
  }
  ~Event() {
    if (thread_ != nullptr) thread_->busy = false;
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  explicit operator bool() const { return thread_ != nullptr; }
  Thread& thread() { return *thread_; }
  Site site(const void* pc) const {
    return siteOf(thread_->stack.site(), reinterpret_cast<std::uint64_t>(pc));
  }

 private:
  Thread* thread_;
};

// Creation and joining, in the order in which they are called.
Thread* createThread(Thread* creator, Site site);  // by the creator
void abandonThread(Thread* thread);                // if there was no thread after all
void enterThread(Thread* thread);                  // by the new thread
// By the creator as well, who may join before the thread has begun; it may also be gone.
void nameThread(const Thread* thread, std::uint32_t number, pthread_t handle);
// By the thread, as its very last act; before it, whoever is told through `left`.
void leaveThread(void (*left)(Thread*));
Thread* findThread(pthread_t handle, bool join);  // not yet joined
void joinThread(Thread& joiner, Thread* joined);  // after it has ended
void detachThread(Thread* thread);
// With all threads kept as they are; `visit` must not ask for any.
void forEachThread(void (*visit)(Thread&, void*), void* context);
std::uint32_t threadsSoFar();
std::uint32_t numberOfSlot(Slot slot);  // who has it now, or had it last

// An index near its end: the thread moves to a fresh slot, which changes no verdict.
void renewIndex(Thread& t);
inline void keepIndexSmall(Thread& t) {
  if (t.clocks.index > 0xfff00000U) renewIndex(t);
}

// Stops watching for good and says why.
void giveUp(const char* why);

}  // namespace robur::runtime

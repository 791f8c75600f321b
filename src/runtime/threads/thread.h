// The threads of the program: clocks, call stack, and what the other modules keep per thread.
#pragma once

#include <pthread.h>

#include <atomic>

#include "runtime/clocks/rules.h"
#include "runtime/spin/repeated_loads.h"
#include "runtime/spin/spin_loops.h"
#include "runtime/threads/explored_thread.h"
#include "runtime/threads/sites.h"

namespace robur::runtime {

// What a thread under a controlled schedule is blocked on (schedule/schedule.h).
enum class BlockedOn : std::uint8_t { Nothing, Write, Unlock, ThreadEnd, Wake, Others };

struct HeldReport;  // report/held_report.h
inline constexpr std::size_t kHeldReportBytes = 512;

struct Thread {
  ThreadClocks clocks;
  CallStack stack;
  std::uint32_t number = 0;   // T0 is the first; never reused
  bool busy = false;          // inside the runtime, which a signal handler must not enter again
  std::uint32_t ignored = 0;  // depth of __tsan_ignore_thread_begin
  pthread_t handle{};
  bool hasHandle = false;
  bool detached = false;
  bool helper = false;             // its creation was not seen; never the first thread
  std::atomic<bool> ended{false};  // it has had its last event
  bool released = false;           // it does not use this structure any more
  bool joining = false;            // another thread is joining it
  std::uint64_t events = 0;        // so far

  // schedule
  std::atomic<bool> scheduled{false};  // takes part in a controlled schedule
  BlockedOn blockedOn = BlockedOn::Nothing;
  bool runsNext = false;       // the thread it was joining has ended, which is no choice
  std::uint64_t priority = 0;  // pct
  RepeatedLoads loads;
  ExploredThread explored;

  // spin, report
  SpinState spin;
  HeldReport* held = nullptr;  // allocated at first use

  Thread* next = nullptr;  // in the list of all threads
};

// For reports; outlives the thread.
struct ThreadInfo {
  Site created = kNoSite;
  std::uint32_t creator = 0;
  bool attached = false;  // its creation was not seen by the runtime
  char name[16] = {};
  std::uint64_t stackBegin = 0;  // 0 if unknown, as for the first thread
  std::uint64_t stackEnd = 0;
};
ThreadInfo& infoOf(std::uint32_t number);

// The current thread; a thread that the runtime has not seen being created is registered at its
// first event. Null if nothing is checked any more: the thread has ended, or the runtime has given
// up.
extern constinit thread_local Thread* self;
// The clocks of `self`, or a dummy whose epoch no thread reaches if there is none.
extern constinit thread_local ThreadClocks* selfClocks;
// From now on every plain access of this thread takes the slow path, also if nothing is new about
// it.
void seeEveryPlainAccess();
Thread* registerThread();
// What such a thread calls before its first event. Set once, by the module that knows who may have
// created it.
void whenAttached(void (*call)());
inline Thread* currentThread() {
  Thread* const thread = self;
  if (thread == nullptr || rt.gaveUp.load(std::memory_order_relaxed)) [[unlikely]]
    return registerThread();
  return thread;
}

// The scope of one event of the current thread. A nested event, in a signal handler or in memory
// management during an event, has no thread, and then only the plain operation is performed.
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
void abandonThread(Thread* thread);                // if the creation failed
void enterThread(Thread* thread);                  // by the new thread
// By the creator as well, which may join the thread before it has started. The thread may already
// have been released, so it is identified by its number, too.
void setHandle(const Thread* thread, std::uint32_t number, pthread_t handle);
// By the thread, as its last event; calls `onLeave` before the thread may be released.
void leaveThread(void (*onLeave)(Thread*));
Thread* findThread(pthread_t handle, bool join);  // that is not being joined
void joinThread(Thread& joiner, Thread* joined);  // after it has ended
void detachThread(Thread* thread);
// Calls `visit` with the list of threads locked; it must not call functions of this header.
void forEachThread(void (*visit)(Thread&, void*), void* context);
std::uint32_t threadsSoFar();
std::uint32_t numberOfThread(ThreadIndex thread);  // which has the index now, or had it last

// Gives the thread a fresh index when its epochs are nearly used up. This changes no verdict.
void renewThreadIndex(Thread& t);
inline void renewIndexIfNeeded(Thread& t) {
  if (t.clocks.epoch > 0xfff00000U) renewThreadIndex(t);
}

// Stops all checking and prints the reason.
void giveUp(const char* why);

}  // namespace robur::runtime

#include "runtime/threads/thread.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>

#include "runtime/base/kernel.h"

namespace robur::runtime {

constinit thread_local Thread* self = nullptr;

namespace {
constinit ThreadClocks noClocks = [] {
  ThreadClocks clocks;
  clocks.epoch = 0xffff'fff0;  // which no thread reaches
  return clocks;
}();
}
constinit thread_local ThreadClocks* selfClocks = &noClocks;

namespace {

// The index of a thread that has ended is given to a new one if the creator knows all epochs of the
// old thread: then no epoch of the old thread can be mistaken for one of the new thread. Beyond
// kReuseAlways indices, others are reused too, and the old thread's epochs count as known.
constexpr ThreadIndex kReuseAlways = 256;
constexpr std::uint32_t kThreadInfos = 1 << 20;

thread_local bool hasLeft = false;

// With the lock held.
ThreadIndex takeThreadIndex(const ThreadClocks* creator) {
  const auto& indices = tables.threadIndices;
  for (ThreadIndex i = 0; creator != nullptr && i < rt.threads.indicesUsed; ++i) {
    if (indices[i].free && creator->current().at(i) >= indices[i].last) return i;
  }
  if (rt.threads.indicesUsed >= kReuseAlways) {
    for (ThreadIndex i = 0; i < rt.threads.indicesUsed; ++i) {
      if (!indices[i].free) continue;
      tables.retired[i] = indices[i].last;
      return i;
    }
  }
  return rt.threads.indicesUsed < kMaxThreads ? rt.threads.indicesUsed++ : kNoThread;
}

// With the lock held.
void releaseThread(Thread* thread) {
  for (Thread** at = &rt.threads.first; *at != nullptr; at = &(*at)->next) {
    if (*at != thread) continue;
    *at = thread->next;
    break;
  }
  ThreadIndexState& index = tables.threadIndices[thread->clocks.thread];
  index.last = thread->clocks.epoch;
  index.free = !index.exhausted;
  thread->clocks.clocks.clear();
  release(thread->held, kHeldReportBytes);
  release(thread, sizeof(Thread));
}

}  // namespace

ThreadInfo& infoOf(std::uint32_t number) {
  ThreadInfo* now = rt.threads.infos.load(std::memory_order_acquire);
  if (now == nullptr) {
    auto* const fresh = static_cast<ThreadInfo*>(reserve(kThreadInfos * sizeof(ThreadInfo)));
    if (rt.threads.infos.compare_exchange_strong(now, fresh)) now = fresh;
  }
  return now[number % kThreadInfos];
}

Thread* createThread(Thread* creator, Site site) {
  const Locked hold(rt.threads.lock);
  const ThreadIndex index = takeThreadIndex(creator != nullptr ? &creator->clocks : nullptr);
  if (index == kNoThread) {
    giveUp("too many threads at once");
    return nullptr;
  }
  auto* const thread = new (allocate(sizeof(Thread))) Thread;
  thread->number = rt.threads.numbersUsed++;
  ThreadIndexState& state = tables.threadIndices[index];
  state.free = false;
  state.number = thread->number;
  startThread(thread->clocks, index, state.last, creator != nullptr ? &creator->clocks : nullptr);
  ThreadInfo& info = infoOf(thread->number);
  info.created = site;
  info.creator = creator != nullptr ? creator->number : 0;
  info.attached = creator == nullptr;
  thread->next = rt.threads.first;
  rt.threads.first = thread;
  return thread;
}

void abandonThread(Thread* thread) {
  if (thread == nullptr) return;
  const Locked hold(rt.threads.lock);
  releaseThread(thread);
}

void enterThread(Thread* thread) {
  self = thread;
  selfClocks = thread != nullptr ? &thread->clocks : &noClocks;
  if (thread == nullptr) {
    hasLeft = true;
    return;
  }
  const Locked hold(rt.threads.lock);
  thread->handle = ::pthread_self();
  thread->hasHandle = true;
}

void seeEveryPlainAccess() {
  selfClocks = &noClocks;
}

void setHandle(const Thread* thread, std::uint32_t number, pthread_t handle) {
  const Locked hold(rt.threads.lock);
  for (Thread* t = rt.threads.first; t != nullptr; t = t->next) {
    if (t != thread || t->number != number) continue;
    t->handle = handle;
    t->hasHandle = true;
  }
}

void leaveThread(void (*onLeave)(Thread*)) {
  Thread* const thread = self;
  if (thread == nullptr || hasLeft) return;
  tick(thread->clocks);
  hasLeft = true;
  self = nullptr;
  selfClocks = &noClocks;
  ThreadInfo& info = infoOf(thread->number);
  if (info.name[0] == 0) ::pthread_getname_np(::pthread_self(), info.name, sizeof info.name);
  // A thread without a name of its own has the name of the program.
  if (std::strncmp(info.name, ::program_invocation_short_name, sizeof info.name - 1) == 0) {
    info.name[0] = 0;
  }
  thread->ended = true;
  onLeave(thread);
  const Locked hold(rt.threads.lock);
  thread->released = true;
  if (thread->detached && !thread->joining) releaseThread(thread);
}

Thread* findThread(pthread_t handle, bool join) {
  const Locked hold(rt.threads.lock);
  for (Thread* t = rt.threads.first; t != nullptr; t = t->next) {
    if (!t->hasHandle || t->detached || t->joining || !::pthread_equal(t->handle, handle)) {
      continue;
    }
    t->joining = join;
    return t;
  }
  return nullptr;
}

void joinThread(Thread& joiner, Thread* joined) {
  if (!joined->ended) tick(joined->clocks);  // the runtime did not see its end
  join(joiner.clocks, joined->clocks);
  const Locked hold(rt.threads.lock);
  releaseThread(joined);
}

void detachThread(Thread* thread) {
  const Locked hold(rt.threads.lock);
  thread->detached = true;
  if (thread->released) releaseThread(thread);
}

void forEachThread(void (*visit)(Thread&, void*), void* context) {
  const Locked hold(rt.threads.lock);
  for (Thread* t = rt.threads.first; t != nullptr; t = t->next) visit(*t, context);
}

std::uint32_t threadsSoFar() {
  const Locked hold(rt.threads.lock);
  return rt.threads.numbersUsed;
}

std::uint32_t numberOfThread(ThreadIndex thread) {
  const Locked hold(rt.threads.lock);
  return tables.threadIndices[thread].number;
}

void renewThreadIndex(Thread& t) {
  const ThreadIndex old = t.clocks.thread;
  if (recording()) t.clocks.past.step(old, t.clocks.epoch);
  tick(t.clocks);
  const Epoch last = t.clocks.epoch;
  const Locked hold(rt.threads.lock);
  tables.threadIndices[old].exhausted = true;
  const ThreadIndex index = takeThreadIndex(&t.clocks);
  if (index == kNoThread) {
    giveUp("a thread has too many events");
    return;
  }
  ThreadIndexState& state = tables.threadIndices[index];
  state.free = false;
  state.number = t.number;
  t.clocks.clocks.widen(widthFor(index));
  t.clocks.thread = index;
  t.clocks.epoch = state.last;
  if (recording()) {
    t.clocks.past.after(PastKind::Start, index, t.clocks.epoch, t.clocks.past, old, last);
  }
  tick(t.clocks);
}

Thread* registerThread() {
  if (hasLeft || rt.gaveUp.load(std::memory_order_relaxed)) return nullptr;
  enterThread(createThread(nullptr, kNoSite));
  const auto onAttach = rt.threads.onAttach.load();
  if (self != nullptr && onAttach != nullptr) {
    self->helper = true;
    onAttach();
  }
  return self;
}

void whenAttached(void (*call)()) {
  rt.threads.onAttach.store(call);
}

void giveUp(const char* why) {
  if (rt.gaveUp.exchange(true)) return;
  const auto say = [](const char* text) {
    [[maybe_unused]] const auto written = kernelWrite(2, text, std::strlen(text));
  };
  say("robur: checking stops here: ");
  say(why);
  say("; earlier reports are valid, but nothing is reported from now on\n");
}

}  // namespace robur::runtime

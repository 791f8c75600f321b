#include "runtime/threads/thread.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>

#include "runtime/memory/spin_lock.h"

namespace robur::runtime {

std::atomic<bool> gaveUp{false};
constinit thread_local Thread* self = nullptr;

namespace {
constinit ThreadClocks nobody = [] {
  ThreadClocks clocks;
  clocks.index = 0xffff'fff0;  // which no thread comes to
  return clocks;
}();
}
constinit thread_local ThreadClocks* own = &nobody;

namespace {

// A dead thread's slot goes to a new one exactly if the creator knows all of it: then nothing
// of the old thread can be mistaken for the new one's. Beyond kPatience slots others are
// taken too, and what the old thread did counts as known.
constexpr Slot kPatience = 256;
constexpr std::uint32_t kThreads = 1 << 20;

struct SlotState {
  bool free;
  bool spent;  // its index has come to its end
  Index last;
  std::uint32_t number;
};

SpinLock threadsLock;
Thread* threads = nullptr;
SlotState slots[kMaxSlots];
Slot slotsUsed = 0;
std::uint32_t numbersUsed = 0;

thread_local bool gone = false;

Slot takeSlot(const ThreadClocks* creator) {
  for (Slot s = 0; creator != nullptr && s < slotsUsed; ++s) {
    if (slots[s].free && creator->current().at(s) >= slots[s].last) return s;
  }
  if (slotsUsed >= kPatience) {
    for (Slot s = 0; s < slotsUsed; ++s) {
      if (!slots[s].free) continue;
      retiredIndex[s] = slots[s].last;
      return s;
    }
  }
  return slotsUsed < kMaxSlots ? slotsUsed++ : kNobody;
}

void releaseThread(Thread* thread) {
  for (Thread** at = &threads; *at != nullptr; at = &(*at)->next) {
    if (*at != thread) continue;
    *at = thread->next;
    break;
  }
  SlotState& slot = slots[thread->clocks.slot];
  slot.last = thread->clocks.index;
  slot.free = !slot.spent;
  thread->clocks.clocks.clear();
  release(thread->pendingWait, kPendingWaitBytes);
  release(thread, sizeof(Thread));
}

}  // namespace

ThreadInfo& infoOf(std::uint32_t number) {
  static std::atomic<ThreadInfo*> table{nullptr};
  ThreadInfo* now = table.load(std::memory_order_acquire);
  if (now == nullptr) {
    auto* const fresh = static_cast<ThreadInfo*>(reserve(kThreads * sizeof(ThreadInfo)));
    if (table.compare_exchange_strong(now, fresh)) now = fresh;
  }
  return now[number % kThreads];
}

Thread* createThread(Thread* creator, Site site) {
  const Locked hold(threadsLock);
  const Slot slot = takeSlot(creator != nullptr ? &creator->clocks : nullptr);
  if (slot == kNobody) {
    giveUp("there are more threads at once than it can tell apart");
    return nullptr;
  }
  auto* const thread = new (allocate(sizeof(Thread))) Thread;
  thread->number = numbersUsed++;
  slots[slot].free = false;
  slots[slot].number = thread->number;
  startThread(thread->clocks, slot, slots[slot].last,
              creator != nullptr ? &creator->clocks : nullptr);
  ThreadInfo& info = infoOf(thread->number);
  info.created = site;
  info.creator = creator != nullptr ? creator->number : 0;
  info.attached = creator == nullptr;
  thread->next = threads;
  threads = thread;
  return thread;
}

void abandonThread(Thread* thread) {
  if (thread == nullptr) return;
  const Locked hold(threadsLock);
  releaseThread(thread);
}

void enterThread(Thread* thread) {
  self = thread;
  own = thread != nullptr ? &thread->clocks : &nobody;
  if (thread == nullptr) {
    gone = true;
    return;
  }
  const Locked hold(threadsLock);
  thread->handle = ::pthread_self();
  thread->hasHandle = true;
}

void nameThread(const Thread* thread, std::uint32_t number, pthread_t handle) {
  const Locked hold(threadsLock);
  for (Thread* t = threads; t != nullptr; t = t->next) {
    if (t != thread || t->number != number) continue;
    t->handle = handle;
    t->hasHandle = true;
  }
}

void leaveThread(void (*left)(Thread*)) {
  Thread* const thread = self;
  if (thread == nullptr || gone) return;
  tick(thread->clocks);
  gone = true;
  self = nullptr;
  own = &nobody;
  ThreadInfo& info = infoOf(thread->number);
  if (info.name[0] == 0) ::pthread_getname_np(::pthread_self(), info.name, sizeof info.name);
  // A thread that nobody has named has the name of the program.
  if (std::strncmp(info.name, ::program_invocation_short_name, sizeof info.name - 1) == 0) {
    info.name[0] = 0;
  }
  thread->ended = true;
  left(thread);
  const Locked hold(threadsLock);
  thread->gone = true;
  if (thread->detached && !thread->waitedFor) releaseThread(thread);
}

Thread* findThread(pthread_t handle, bool join) {
  const Locked hold(threadsLock);
  for (Thread* t = threads; t != nullptr; t = t->next) {
    if (!t->hasHandle || t->detached || t->waitedFor || !::pthread_equal(t->handle, handle)) {
      continue;
    }
    t->waitedFor = join;
    return t;
  }
  return nullptr;
}

void joinThread(Thread& joiner, Thread* joined) {
  if (!joined->ended) tick(joined->clocks);  // it ended without our noticing
  join(joiner.clocks, joined->clocks);
  const Locked hold(threadsLock);
  releaseThread(joined);
}

void detachThread(Thread* thread) {
  const Locked hold(threadsLock);
  thread->detached = true;
  if (thread->gone) releaseThread(thread);
}

void forEachThread(void (*visit)(Thread&, void*), void* context) {
  const Locked hold(threadsLock);
  for (Thread* t = threads; t != nullptr; t = t->next) visit(*t, context);
}

std::uint32_t threadsSoFar() {
  const Locked hold(threadsLock);
  return numbersUsed;
}

std::uint32_t numberOfSlot(Slot slot) {
  const Locked hold(threadsLock);
  return slots[slot].number;
}

void renewIndex(Thread& t) {
  tick(t.clocks);
  const Locked hold(threadsLock);
  slots[t.clocks.slot].spent = true;
  const Slot slot = takeSlot(&t.clocks);
  if (slot == kNobody) {
    giveUp("a thread has written too often to be numbered");
    return;
  }
  slots[slot].free = false;
  slots[slot].number = t.number;
  t.clocks.clocks.widen(widthFor(slot));
  t.clocks.slot = slot;
  t.clocks.index = slots[slot].last;
  tick(t.clocks);
}

Thread* newcomer() {
  if (gone || gaveUp.load(std::memory_order_relaxed)) return nullptr;
  enterThread(createThread(nullptr, kNoSite));
  return self;
}

void giveUp(const char* why) {
  if (gaveUp.exchange(true)) return;
  const auto say = [](const char* text) {
    [[maybe_unused]] const auto written = ::write(2, text, std::strlen(text));
  };
  say("robur: the runtime stops watching: ");
  say(why);
  say("; what it has reported so far stands, silence from here on means nothing\n");
}

}  // namespace robur::runtime

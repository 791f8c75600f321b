// Twins of ../clean/many_made_locks.cpp: locks that do not exclude or order enough.
#include <pthread.h>

#include <mutex>
#include <string>

#include "twin.h"

namespace {

void flagLock() {
  std::atomic_flag taken = ATOMIC_FLAG_INIT;
  int data = 0;
  const auto work = [&] {
    while (taken.test_and_set(kAcquire)) std::this_thread::yield();
    ++data;
    taken.clear(kRelaxed);
  };
  both(work, work);
}

void exchangeLock() {
  std::atomic<bool> taken{false};
  int data = 0;
  const auto work = [&] {
    while (taken.exchange(true, kRelaxed)) std::this_thread::yield();
    data += 2;
    taken.store(false, kRelease);
  };
  both(work, work);
}

void casLock() {
  std::atomic<int> owner{0};
  int data = 0;
  const auto work = [&](int self) {
    for (int free = 0; !owner.compare_exchange_strong(free, self, kRelease, kRelaxed); free = 0) {
      std::this_thread::yield();
    }
    ++data;
    owner.store(0, kRelease);
  };
  both([&] { work(1); }, [&] { work(2); });
}

void ticketLock() {
  std::atomic<unsigned> next{0}, serving{0};
  int data = 0;
  const auto work = [&] {
    const unsigned mine = next.fetch_add(1, kRelaxed);
    while (serving.load(kRelaxed) != mine) std::this_thread::yield();
    ++data;
    serving.store(mine + 1, kRelease);
  };
  both(work, work);
}

void petersonReleased() {
  std::atomic<bool> wants[2] = {false, false};
  std::atomic<int> turn{0};
  const auto work = [&](int self) {
    wants[self].store(true, kRelease);
    turn.store(1 - self, kRelease);
    while (wants[1 - self].load(kAcquire) && turn.load(kAcquire) == 1 - self) {
      std::this_thread::yield();
    }
    wants[self].store(false, kRelease);
  };
  both([&] { work(0); }, [&] { work(1); });
}

void stack() {
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> top{nullptr};
  Node nodes[2] = {};
  const auto push = [&](int v) {
    nodes[v] = {v, top.load(kRelaxed)};
    while (!top.compare_exchange_weak(nodes[v].next, &nodes[v], kAcquire, kRelaxed)) {
    }
  };
  both([&] { push(0); },
       [&] {
         push(1);
         for (Node* n = top.load(kAcquire); n != nullptr; n = n->next) ++n->value;
       });
}

void lazyPointer() {
  std::atomic<int*> made{nullptr};
  std::mutex lock;
  const auto get = [&] {
    int* p = made.load(kRelaxed);
    if (p != nullptr) return p;
    const std::lock_guard hold(lock);
    p = made.load(kRelaxed);
    if (p == nullptr) made.store(p = new int(5), kRelease);
    return p;
  };
  int seen = 0;
  std::thread first(get);
  std::thread second([&] {
    while (made.load(kRelaxed) == nullptr) std::this_thread::yield();
    seen = *get();
  });
  first.join();
  second.join();
  delete made.load(kAcquire);
}

void lazyStatic() {
  static bool done = false;
  static int value = 0;
  const auto get = [] {
    if (!done) value = 6, done = true;
  };
  both(get, get);
}

void callOnceEach() {
  std::once_flag once[2];
  int data = 0;
  both([&] { std::call_once(once[0], [&] { data = 9; }); },
       [&] { std::call_once(once[1], [&] { data = 9; }); });
}

void referenceCount() {
  struct Counted {
    std::atomic<int> users{2};
    std::string text = "kept";
  };
  auto* const object = new Counted;
  const auto use = [object] {
    object->text[0] = 'K';
    if (object->users.fetch_sub(1, kRelaxed) == 1) delete object;
  };
  both(use, use);
}

void posixSpinLockOnce() {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  int data = 0;
  both(
      [&] {
        pthread_spin_lock(&lock);
        ++data;
        pthread_spin_unlock(&lock);
      },
      [&] { ++data; });
  pthread_spin_destroy(&lock);
}

}  // namespace

int main(int count, char** arguments) {
  return runTwin(count, arguments,
                 {RACE(flagLock), RACE(exchangeLock), RACE(casLock), RACE(ticketLock),
                  VIOLATION(petersonReleased), RACE(stack), RACE(lazyPointer), RACE(lazyStatic),
                  RACE(callOnceEach), RACE(referenceCount), RACE(posixSpinLockOnce)});
}

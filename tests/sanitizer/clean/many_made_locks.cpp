// expect: clean
// Locks and data structures built from atomics.
#include <pthread.h>

#include <mutex>
#include <string>

#include "together.h"

namespace {

void flagLock() {
  std::atomic_flag taken = ATOMIC_FLAG_INIT;
  int data = 0;
  const auto work = [&] {
    while (taken.test_and_set(kAcquire)) std::this_thread::yield();
    ++data;
    taken.clear(kRelease);
  };
  both(work, work);
  check(data == 2);
}

void exchangeLock() {
  std::atomic<bool> taken{false};
  int data = 0;
  const auto work = [&] {
    while (taken.exchange(true, kAcquire)) std::this_thread::yield();
    data += 2;
    taken.store(false, kRelease);
  };
  both(work, work);
  check(data == 4);
}

void casLock() {
  std::atomic<int> owner{0};
  int data = 0;
  const auto work = [&](int self) {
    for (int free = 0; !owner.compare_exchange_strong(free, self); free = 0) {
      std::this_thread::yield();
    }
    ++data;
    owner.store(0);
  };
  both([&] { work(1); }, [&] { work(2); });
  check(data == 2);
}

void ticketLock() {
  std::atomic<unsigned> next{0}, serving{0};
  int data = 0;
  const auto work = [&] {
    const unsigned mine = next.fetch_add(1);
    while (serving.load() != mine) std::this_thread::yield();
    ++data;
    serving.store(mine + 1);
  };
  both(work, work);
  check(data == 2);
}

void petersonSeqCst() {
  std::atomic<bool> wants[2] = {false, false};
  std::atomic<int> turn{0};
  int data = 0;
  const auto work = [&](int self) {
    wants[self] = true;
    turn = 1 - self;
    while (wants[1 - self] && turn == 1 - self) std::this_thread::yield();
    ++data;
    wants[self] = false;
  };
  both([&] { work(0); }, [&] { work(1); });
  check(data == 2);
}

void stack() {
  struct Node {
    int value;
    Node* next;
  };
  std::atomic<Node*> top{nullptr};
  const auto push = [&](int v) {
    Node* const node = new Node{v, top.load()};
    while (!top.compare_exchange_weak(node->next, node)) {
    }
  };
  both([&] { push(1); }, [&] { push(2); });
  int sum = 0;
  for (Node* n = top.load(); n != nullptr;) {
    sum += n->value;
    Node* const next = n->next;
    delete n;
    n = next;
  }
  check(sum == 3);
}

void lazyPointer() {
  std::atomic<int*> made{nullptr};
  std::mutex lock;
  const auto get = [&] {
    int* p = made.load(kAcquire);
    if (p != nullptr) return p;
    const std::lock_guard hold(lock);
    p = made.load(kAcquire);
    if (p == nullptr) made.store(p = new int(5), kRelease);
    return p;
  };
  both([&] { check(*get() == 5); }, [&] { check(*get() == 5); });
  delete made.load(kAcquire);
}

int& functionStatic() {
  static int value = [] { return 6; }();
  return value;
}
void lazyStatic() {
  both([] { check(functionStatic() == 6); }, [] { check(functionStatic() == 6); });
}

void callOnce() {
  std::once_flag once;
  int data = 0;
  const auto use = [&] {
    std::call_once(once, [&] { data = 9; });
    check(data == 9);
  };
  both(use, use);
}

void referenceCount() {
  struct Counted {
    std::atomic<int> users{2};
    std::string text = "kept";
  };
  auto* const object = new Counted;
  const auto use = [object] {
    check(object->text == "kept");
    if (object->users.fetch_sub(1, kAcqRel) == 1) delete object;
  };
  both(use, use);
}

void posixSpinLock() {
  pthread_spinlock_t lock;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  int data = 0;
  const auto work = [&] {
    pthread_spin_lock(&lock);
    ++data;
    pthread_spin_unlock(&lock);
  };
  both(work, work);
  pthread_spin_destroy(&lock);
  check(data == 2);
}

}  // namespace

int main() {
  allOf({flagLock, exchangeLock, casLock, ticketLock, petersonSeqCst, stack, lazyPointer,
         lazyStatic, callOnce, referenceCount, posixSpinLock});
}

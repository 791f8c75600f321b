// expect: clean
// Many small programs in one: each is robust and free of races, and comes to the right result.
// Locks, hand-overs, fences, counters, lazy initialisation, and what the library offers.
#include <pthread.h>
#include <semaphore.h>

#include <any>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

void check(bool right) {
  if (!right) std::abort();
}

void both(const std::function<void()>& a, const std::function<void()>& b) {
  std::thread first(a), second(b);
  first.join();
  second.join();
}

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;

void handOver() {
  int data = 0;
  std::atomic<bool> ready{false};
  both([&] { data = 1, ready.store(true, kRelease); },
       [&] {
         while (!ready.load(kAcquire)) std::this_thread::yield();
         check(data == 1);
       });
}

void handOverPointer() {
  std::atomic<std::string*> box{nullptr};
  both([&] { box.store(new std::string("text"), kRelease); },
       [&] {
         std::string* text = nullptr;
         while ((text = box.load(kAcquire)) == nullptr) std::this_thread::yield();
         check(*text == "text");
         delete text;
       });
}

void handOverByExchange() {
  std::atomic<std::vector<int>*> box{nullptr};
  both([&] { box.exchange(new std::vector<int>(3, 7), kAcqRel); },
       [&] {
         std::vector<int>* taken = nullptr;
         while ((taken = box.exchange(nullptr, kAcqRel)) == nullptr) std::this_thread::yield();
         check(taken->size() == 3);
         delete taken;
       });
}

void handOverTwice() {
  int data = 0;
  std::atomic<int> stage{0};
  both(
      [&] {
        data = 1;
        stage.store(1, kRelease);
        while (stage.load(kAcquire) != 2) std::this_thread::yield();
        check(data == 2);
      },
      [&] {
        while (stage.load(kAcquire) != 1) std::this_thread::yield();
        data = 2;
        stage.store(2, kRelease);
      });
}

void chain() {
  int data = 0;
  std::atomic<bool> a{false}, b{false};
  std::thread last([&] {
    while (!b.load(kAcquire)) std::this_thread::yield();
    check(data == 1);
  });
  both([&] { data = 1, a.store(true, kRelease); },
       [&] {
         while (!a.load(kAcquire)) std::this_thread::yield();
         b.store(true, kRelease);
       });
  last.join();
}

void fencesAround() {
  int data = 0;
  std::atomic<bool> ready{false};
  both(
      [&] {
        data = 1;
        std::atomic_thread_fence(kRelease);
        ready.store(true, kRelaxed);
      },
      [&] {
        while (!ready.load(kRelaxed)) std::this_thread::yield();
        std::atomic_thread_fence(kAcquire);
        check(data == 1);
      });
}

void storeBufferingFenced() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  both(
      [&] {
        x.store(1, kRelaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        a = y.load(kRelaxed);
      },
      [&] {
        y.store(1, kRelaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        b = x.load(kRelaxed);
      });
  check(a + b > 0);
}

void storeBufferingSeqCst() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  both([&] { x = 1, a = y; }, [&] { y = 1, b = x; });
  check(a + b > 0);
}

void storeBufferingByUpdates() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  both([&] { x.fetch_add(1), a = y.fetch_add(0); }, [&] { y.fetch_add(1), b = x.fetch_add(0); });
  check(a + b > 0);
}

void counterRelaxed() {
  std::atomic<int> count{0};
  both([&] { count.fetch_add(1, kRelaxed); }, [&] { count.fetch_add(2, kRelaxed); });
  check(count.load(kRelaxed) == 3);
}

void counterByCas() {
  std::atomic<int> count{0};
  const auto add = [&] {
    int seen = count.load();
    while (!count.compare_exchange_weak(seen, seen + 1)) {
    }
  };
  both(add, add);
  check(count.load() == 2);
}

void maximum() {
  std::atomic<int> most{0};
  const auto offer = [&](int v) {
    int seen = most.load();
    while (seen < v && !most.compare_exchange_strong(seen, v)) {
    }
  };
  both([&] { offer(3); }, [&] { offer(5); });
  check(most.load() == 5);
}

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

void mutexes() {
  std::mutex a, b;
  int first = 0, second = 0;
  const auto work = [&] {
    const std::scoped_lock hold(a, b);
    ++first, --second;
  };
  both(work, work);
  check(first == 2 && second == -2);
}

void recursiveMutex() {
  std::recursive_mutex lock;
  int data = 0;
  const auto work = [&] {
    const std::lock_guard outer(lock);
    const std::lock_guard inner(lock);
    ++data;
  };
  both(work, work);
  check(data == 2);
}

void timedMutex() {
  std::timed_mutex lock;
  int data = 0;
  const auto work = [&] {
    while (!lock.try_lock_for(std::chrono::seconds(5))) {
    }
    ++data;
    lock.unlock();
  };
  both(work, work);
  check(data == 2);
}

void tryLock() {
  std::mutex lock;
  int data = 0;
  const auto work = [&] {
    while (!lock.try_lock()) std::this_thread::yield();
    ++data;
    lock.unlock();
  };
  both(work, work);
  check(data == 2);
}

void sharedMutex() {
  std::shared_mutex lock;
  std::map<int, int> table;
  both(
      [&] {
        const std::unique_lock hold(lock);
        table[1] = 2;
      },
      [&] {
        const std::shared_lock hold(lock);
        check(table.size() <= 1);
      });
}

void condition() {
  std::mutex lock;
  std::condition_variable changed;
  std::deque<int> queue;
  both(
      [&] {
        for (int i = 0; i < 3; ++i) {
          const std::lock_guard hold(lock);
          queue.push_back(i);
          changed.notify_one();
        }
      },
      [&] {
        for (int i = 0; i < 3; ++i) {
          std::unique_lock hold(lock);
          changed.wait(hold, [&] { return !queue.empty(); });
          check(queue.front() == i);
          queue.pop_front();
        }
      });
}

void conditionAny() {
  std::shared_mutex lock;
  std::condition_variable_any changed;
  bool ready = false;
  both(
      [&] {
        const std::unique_lock hold(lock);
        ready = true;
        changed.notify_all();
      },
      [&] {
        std::shared_lock hold(lock);
        changed.wait(hold, [&] { return ready; });
      });
}

void promise() {
  std::promise<std::string> said;
  std::future<std::string> heard = said.get_future();
  both([&] { said.set_value("yes"); }, [&] { check(heard.get() == "yes"); });
}

void asyncResult() {
  std::future<int> a = std::async(std::launch::async, [] { return 2; });
  std::future<int> b = std::async(std::launch::async, [] { return 3; });
  check(a.get() * b.get() == 6);
}

void packagedTask() {
  std::packaged_task<int(int)> task([](int v) { return v + 1; });
  std::future<int> result = task.get_future();
  std::thread worker(std::move(task), 4);
  check(result.get() == 5);
  worker.join();
}

void sharedPointer() {
  auto data = std::make_shared<std::vector<int>>(4, 1);
  const auto use = [copy = data] { check(copy->size() == 4); };
  std::thread a(use), b(use);
  data.reset();
  a.join();
  b.join();
}

void weakPointer() {
  auto data = std::make_shared<int>(1);
  const std::weak_ptr<int> weak = data;
  std::thread reader([weak] {
    if (const auto strong = weak.lock()) check(*strong == 1);
  });
  data.reset();
  reader.join();
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

void semaphore() {
  sem_t filled;
  sem_init(&filled, 0, 0);
  int data = 0;
  both([&] { data = 1, sem_post(&filled); }, [&] { sem_wait(&filled), check(data == 1); });
  sem_destroy(&filled);
}

void posixBarrier() {
  pthread_barrier_t meet;
  pthread_barrier_init(&meet, nullptr, 2);
  int left = 0, right = 0;
  both([&] { left = 1, pthread_barrier_wait(&meet), check(right == 1); },
       [&] { right = 1, pthread_barrier_wait(&meet), check(left == 1); });
  pthread_barrier_destroy(&meet);
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

void ownParts() {
  std::vector<int> parts(8);
  both(
      [&] {
        for (int i = 0; i < 4; ++i) parts[i] = i;
      },
      [&] {
        for (int i = 4; i < 8; ++i) parts[i] = i;
      });
  check(std::accumulate(parts.begin(), parts.end(), 0) == 28);
}

void adjacentBytes() {
  struct {
    char a = 0, b = 0;
    std::atomic<char> c{0};
    char d = 0;
  } bytes;
  both([&] { bytes.a = 1, bytes.c.store(1, kRelaxed); }, [&] { bytes.b = 2, bytes.d = 3; });
  check(bytes.a + bytes.b + bytes.c + bytes.d == 7);
}

void readOnly() {
  const std::list<int> shared = {1, 2, 3};
  const auto sum = [&] { check(std::accumulate(shared.begin(), shared.end(), 0) == 6); };
  both(sum, sum);
}

void nestedThreads() {
  int data = 0;
  std::thread outer([&] {
    std::thread inner([&] { data = 1; });
    inner.join();
    check(data == 1);
  });
  outer.join();
}

void stopToken() {
  std::atomic<int> rounds{0};
  std::jthread worker([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      rounds.fetch_add(1, kRelaxed);
      std::this_thread::yield();
    }
  });
}

void threadLocals() {
  thread_local std::string own;
  const auto work = [](const char* text) { own = text, check(own == text); };
  both([&] { work("one"); }, [&] { work("two"); });
}

void reusedMemory() {
  for (int i = 0; i < 3; ++i) {
    const std::unique_ptr<std::atomic<int>> cell(new std::atomic<int>(i));
    both([&] { cell->fetch_add(1, kAcqRel); }, [&] { cell->fetch_add(1, kAcqRel); });
    check(cell->load(kAcquire) == i + 2);
  }
}

}  // namespace

int main() {
  for (void (*const program)() : {handOver,
                                  handOverPointer,
                                  handOverByExchange,
                                  handOverTwice,
                                  chain,
                                  fencesAround,
                                  storeBufferingFenced,
                                  storeBufferingSeqCst,
                                  counterRelaxed,
                                  counterByCas,
                                  maximum,
                                  storeBufferingByUpdates,
                                  flagLock,
                                  exchangeLock,
                                  casLock,
                                  ticketLock,
                                  petersonSeqCst,
                                  stack,
                                  lazyPointer,
                                  lazyStatic,
                                  callOnce,
                                  mutexes,
                                  recursiveMutex,
                                  timedMutex,
                                  tryLock,
                                  sharedMutex,
                                  condition,
                                  conditionAny,
                                  promise,
                                  asyncResult,
                                  packagedTask,
                                  sharedPointer,
                                  weakPointer,
                                  referenceCount,
                                  semaphore,
                                  posixBarrier,
                                  posixSpinLock,
                                  ownParts,
                                  adjacentBytes,
                                  readOnly,
                                  nestedThreads,
                                  stopToken,
                                  threadLocals,
                                  reusedMemory}) {
    program();
  }
}

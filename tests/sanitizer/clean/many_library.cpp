// expect: clean
// The standard library: locks, conditions, futures, shared pointers.
#include <pthread.h>
#include <semaphore.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "together.h"

namespace {

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

}  // namespace

int main() {
  allOf({mutexes, recursiveMutex, timedMutex, tryLock, sharedMutex, condition, conditionAny,
         promise, asyncResult, packagedTask, sharedPointer, weakPointer, semaphore, posixBarrier});
}

// Twins of ../clean/many_library.cpp: the library's synchronisation is used, but not by all
// threads, not for long enough, or too late.
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
#include <vector>

#include "twin.h"

namespace {

void differentMutexes() {
  std::mutex a, b;
  int data = 0;
  const auto work = [&](std::mutex& lock) {
    const std::scoped_lock hold(lock);
    ++data;
  };
  both([&] { work(a); }, [&] { work(b); });
}

void recursiveMutexOnce() {
  std::recursive_mutex lock;
  int data = 0;
  both(
      [&] {
        lock.lock();
        ++data;
        lock.unlock();
      },
      [&] { ++data; });
}

void timedMutexTooShort() {
  std::timed_mutex lock;
  int data = 0;
  const auto work = [&] {
    while (!lock.try_lock_for(std::chrono::seconds(5))) {
    }
    lock.unlock();
    ++data;
  };
  both(work, work);
}

void tryLockIgnored() {
  std::mutex lock;
  int data = 0;
  const auto work = [&] {
    const bool mine = lock.try_lock();
    breathe();
    ++data;
    breathe();
    if (mine) lock.unlock();
  };
  both(work, work);
}

void sharedMutexForWriting() {
  std::shared_mutex lock;
  int data = 0;
  const auto work = [&] {
    const std::shared_lock hold(lock);
    ++data;
  };
  both(work, work);
}

void conditionWithoutMutex() {
  std::mutex lock;
  std::condition_variable changed;
  int data = 0;
  bool ready = false;
  both(
      [&] {
        {
          const std::lock_guard hold(lock);
          ready = true;
        }
        data = 1;
        changed.notify_one();
      },
      [&] {
        std::unique_lock hold(lock);
        changed.wait(hold, [&] { return ready; });
        ++data;
      });
}

void conditionAnySharedByWriter() {
  std::shared_mutex lock;
  std::condition_variable_any changed;
  std::atomic<bool> ready{false};
  int data = 0;
  both(
      [&] {
        {
          const std::shared_lock hold(lock);
          data = 1;
        }
        const std::unique_lock hold(lock);
        ready.store(true);
        changed.notify_all();
      },
      [&] {
        {
          const std::shared_lock hold(lock);
          ++data;
        }
        std::shared_lock hold(lock);
        changed.wait(hold, [&] { return ready.load(); });
      });
}

void promiseTooEarly() {
  std::promise<void> said;
  std::future<void> heard = said.get_future();
  int data = 0;
  both([&] { said.set_value(), data = 1; }, [&] { heard.get(), ++data; });
}

void asyncOnTheSame() {
  int data = 0;
  std::future<void> a = std::async(std::launch::async, [&] { ++data; });
  std::future<void> b = std::async(std::launch::async, [&] { ++data; });
  a.get();
  b.get();
}

void packagedTaskGoesOn() {
  std::packaged_task<int(int)> task([](int v) { return v + 1; });
  std::future<int> result = task.get_future();
  int late = 0;
  std::thread worker([&] { task(4), late = 1; });
  result.get();
  late += 1;
  worker.join();
}

void sharedPointerItself() {
  static std::shared_ptr<int> data;
  data = std::make_shared<int>(1);
  std::thread reader([] { const auto copy = data; });
  data.reset();
  reader.join();
}

void sharedPointersTarget() {
  auto data = std::make_shared<int>(1);
  const auto change = [copy = data] { ++*copy; };
  both(change, change);
}

void weakPointerTooLate() {
  auto data = std::make_shared<int>(1);
  int* const raw = data.get();
  std::thread reader([raw] { *raw = 2; });
  data.reset();
  reader.join();
}

void semaphoreTooEarly() {
  sem_t filled;
  sem_init(&filled, 0, 0);
  int data = 0;
  both([&] { sem_post(&filled), data = 1; }, [&] { sem_wait(&filled), ++data; });
  sem_destroy(&filled);
}

void posixBarrierTooEarly() {
  pthread_barrier_t meet;
  pthread_barrier_init(&meet, nullptr, 2);
  int left = 0, right = 0;
  both([&] { left = 1, right += 1, pthread_barrier_wait(&meet); },
       [&] { right = 1, pthread_barrier_wait(&meet), left += 1; });
  pthread_barrier_destroy(&meet);
}

void poolWithPlainCount() {
  std::mutex lock;
  std::deque<int> tasks = {1, 2, 3, 4, 5, 6};
  int done = 0;
  const auto serve = [&] {
    for (;;) {
      {
        const std::lock_guard hold(lock);
        if (tasks.empty()) return;
        tasks.pop_front();
      }
      ++done;
    }
  };
  both(serve, serve);
}

}  // namespace

int main(int count, char** arguments) {
  return runTwin(count, arguments,
                 {RACE(differentMutexes), RACE(recursiveMutexOnce), RACE(timedMutexTooShort),
                  RACE(tryLockIgnored), RACE(sharedMutexForWriting), RACE(conditionWithoutMutex),
                  RACE(conditionAnySharedByWriter), RACE(promiseTooEarly), RACE(asyncOnTheSame),
                  RACE(packagedTaskGoesOn), RACE(sharedPointerItself), RACE(sharedPointersTarget),
                  RACE(weakPointerTooLate), RACE(semaphoreTooEarly), RACE(posixBarrierTooEarly),
                  RACE(poolWithPlainCount)});
}

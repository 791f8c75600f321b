// programs NAME: runs one of these small programs, which explore_test.sh explores. What the program
// has computed is appended to the file that OUTCOMES names, so that the test can compare the
// outcomes of the executions explored with those of all schedules.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;

std::atomic<int> x{0}, y{0}, cells[128];
int seen[16];

void outcome(const std::string& text) {
  const char* const path = std::getenv("OUTCOMES");
  if (path == nullptr) return;
  const int file = ::open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  const std::string line = text + "\n";
  if (::write(file, line.data(), line.size()) < 0) std::abort();
  ::close(file);
}
std::string seenText(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(seen[i]) + " ";
  return text;
}

// Runs `count` threads, body(I) each.
void threads(int count, const std::function<void(int)>& body) {
  std::vector<std::thread> all;
  for (int i = 0; i < count; ++i) all.emplace_back([&body, i] { body(i); });
  for (std::thread& t : all) t.join();
}

void storeBuffering() {
  threads(2, [](int i) {
    (i == 0 ? x : y).store(1, kRelease);
    seen[i] = (i == 0 ? y : x).load(kAcquire);
  });
  outcome(seenText(2));
}

void storeBufferingFenced() {
  threads(2, [](int i) {
    (i == 0 ? x : y).store(1, kRelaxed);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    seen[i] = (i == 0 ? y : x).load(kRelaxed);
  });
  outcome(seenText(2));
}

void messagePassing() {
  threads(2, [](int i) {
    if (i == 0) {
      x.store(1, kRelease);
      y.store(1, kRelease);
    } else {
      seen[0] = y.load(kAcquire);
      seen[1] = x.load(kAcquire);
    }
  });
  outcome(seenText(2));
}

void independentReads() {
  threads(4, [](int i) {
    if (i < 2) return (i == 0 ? x : y).store(1, kRelease);
    seen[2 * i - 4] = (i == 2 ? x : y).load(kAcquire);
    seen[2 * i - 3] = (i == 2 ? y : x).load(kAcquire);
  });
  outcome(seenText(4));
}

void writers() {
  threads(5, [](int i) { x.store(i + 1, kRelease); });
  outcome(std::to_string(x.load(kRelaxed)));
}

void readers() {
  threads(7, [](int i) {
    if (i == 0) return x.store(1, kRelease);
    seen[i] = x.load(kAcquire);
  });
  outcome(seenText(7));
}

void lastZero() {
  threads(6, [](int i) {
    if (i == 0) {
      seen[0] = 5;
      while (cells[seen[0]].load(kAcquire) != 0) --seen[0];
    } else {
      cells[i].store(cells[i - 1].load(kAcquire) + 1, kRelease);
    }
  });
  outcome(seenText(1));
}

void fileSystem() {
  static std::mutex inodes[32], blocks[26];
  static int inode[32];
  static bool busy[26];
  threads(14, [](int i) {
    const std::lock_guard<std::mutex> hold(inodes[i % 32]);
    if (inode[i % 32] != 0) return;
    for (int b = i * 2 % 26;; b = (b + 1) % 26) {
      const std::lock_guard<std::mutex> holdBlock(blocks[b]);
      if (busy[b]) continue;
      busy[b] = true;
      inode[i % 32] = b + 1;
      return;
    }
  });
  outcome(std::to_string(inode[0]) + " " + std::to_string(inode[13]));
}

void indexer() {
  threads(12, [](int i) {
    for (int m = 1; m <= 4; ++m) {
      const int message = m * 11 + i;
      int hash = message * 7 % 128;
      for (int free = 0; !cells[hash].compare_exchange_strong(free, message, kAcqRel); free = 0) {
        hash = (hash + 1) % 128;
      }
    }
  });
  std::string text;
  for (const auto& cell : cells) text += std::to_string(cell.load(kRelaxed)) + " ";
  outcome(text);
}

void updates() {
  threads(3, [](int i) {
    seen[2 * i] = x.fetch_add(1, kAcqRel);
    seen[2 * i + 1] = x.fetch_add(1, kAcqRel);
  });
  outcome(seenText(6));
}

void fibonacci() {
  x.store(1, kRelaxed);
  y.store(1, kRelaxed);
  threads(2, [](int i) {
    std::atomic<int>&mine = i == 0 ? x : y, &other = i == 0 ? y : x;
    for (int k = 0; k < 3; ++k) {
      const int a = mine.load(kAcquire);
      mine.store(a + other.load(kAcquire), kRelease);
    }
  });
  outcome(std::to_string(x.load(kRelaxed)) + " " + std::to_string(y.load(kRelaxed)));
}

void firstOfFive() {
  threads(5, [](int i) {
    int free = 0;
    x.compare_exchange_strong(free, i + 1, kAcqRel);
  });
  outcome(std::to_string(x.load(kRelaxed)));
}

void mutexes() {
  static std::mutex m;
  static int order = 0;
  threads(4, [](int i) {
    const std::lock_guard<std::mutex> hold(m);
    order = order * 10 + i;
  });
  outcome(std::to_string(order));
}

void tryLocks() {
  static std::mutex m;
  threads(3, [](int i) {
    seen[i] = m.try_lock();
    if (seen[i] != 0) m.unlock();
  });
  outcome(seenText(3));
}

void recursiveLocks() {
  static std::recursive_mutex m;
  static int order = 0;
  threads(3, [](int i) {
    const std::lock_guard<std::recursive_mutex> outer(m);
    const std::lock_guard<std::recursive_mutex> inner(m);
    order = order * 10 + i;
  });
  outcome(std::to_string(order));
}

void readersAndWriter() {
  static std::shared_mutex m;
  static int value = 0;
  threads(3, [](int i) {
    if (i == 0) {
      const std::unique_lock<std::shared_mutex> hold(m);
      value = 1;
    } else {
      const std::shared_lock<std::shared_mutex> hold(m);
      seen[i] = value;
    }
  });
  outcome(seenText(3));
}

// Each waits until it is its turn.
void ticketLock() {
  threads(3, [](int i) {
    const int mine = x.fetch_add(1, kAcqRel);
    while (y.load(kAcquire) != mine) {
    }
    seen[mine] = i;
    y.store(mine + 1, kRelease);
  });
  outcome(seenText(3));
}

// A loop of two loads, and an exchange that may change nothing.
void spinLock() {
  threads(3, [](int i) {
    while (x.exchange(1, kAcquire) != 0) {
      while (x.load(kRelaxed) != 0) {
      }
    }
    seen[i] = ++seen[15];
    x.store(0, kRelease);
  });
  outcome(seenText(3));
}

void condition() {
  static std::mutex m;
  static std::condition_variable changed;
  static int ready = 0;
  threads(3, [](int i) {
    std::unique_lock<std::mutex> hold(m);
    if (i == 0) {
      ready = 1;
      changed.notify_all();
    } else {
      changed.wait(hold, [] { return ready != 0; });
      seen[i] = ++seen[15];
    }
  });
  outcome(seenText(3));
}

void semaphores() {
  static sem_t free;
  sem_init(&free, 0, 1);
  threads(3, [](int i) {
    sem_wait(&free);
    seen[i] = ++seen[15];
    sem_post(&free);
  });
  outcome(seenText(3));
}

void barrier() {
  static pthread_barrier_t all;
  pthread_barrier_init(&all, nullptr, 3);
  threads(3, [](int i) {
    seen[i] = 1;
    const int last = pthread_barrier_wait(&all);
    if (last == PTHREAD_BARRIER_SERIAL_THREAD) seen[3] = seen[0] + seen[1] + seen[2] + 10 * i;
  });
  outcome(seenText(4));
}

void callOnce() {
  static std::once_flag once;
  static int value = 0;
  threads(3, [](int i) {
    std::call_once(once, [i] { value = i + 1; });
    seen[i] = value;
  });
  outcome(seenText(3));
}

int initial(int i) {
  return i + 1;
}
void staticVariable() {
  threads(2, [](int i) {
    static const int value = initial(i);
    seen[i] = value;
  });
  outcome(seenText(2));
}

// A thread creates others; blocks go from one thread to another.
void family() {
  static std::atomic<int*> shared{nullptr};
  threads(2, [](int i) {
    int* const mine = new int(i + 1);
    std::thread child([=] {
      int* const old = shared.exchange(mine, kAcqRel);
      if (old != nullptr) {
        seen[i] = *old;
        delete old;
      }
    });
    child.join();
  });
  delete shared.load(kAcquire);
  outcome(seenText(2));
}

// The runtime of a thread that nobody joins is explored to its end.
void detached() {
  static std::atomic<int> done{0};
  std::thread([] { done.store(1, kRelease); }).detach();
  seen[0] = done.load(kAcquire);
  outcome(seenText(1));
}

// Michael and Scott's queue: two producers and a consumer.
struct Node {
  int value = 0;
  std::atomic<Node*> next{nullptr};
};
void queue() {
  static std::atomic<Node*> head{new Node}, tail{head.load()};
  const auto push = [](int value) {
    auto* const fresh = new Node;
    fresh->value = value;
    for (;;) {
      Node* last = tail.load(kAcquire);
      Node* next = last->next.load(kAcquire);
      if (last != tail.load(kAcquire)) continue;
      if (next != nullptr) {
        tail.compare_exchange_strong(last, next, kAcqRel, kAcquire);
      } else if (last->next.compare_exchange_strong(next, fresh, kAcqRel, kAcquire)) {
        tail.compare_exchange_strong(last, fresh, kAcqRel, kAcquire);
        return;
      }
    }
  };
  const auto pop = []() -> int {
    for (;;) {
      Node* first = head.load(kAcquire);
      Node* last = tail.load(kAcquire);
      Node* next = first->next.load(kAcquire);
      if (first != head.load(kAcquire)) continue;
      if (first != last) {
        const int value = next->value;
        if (head.compare_exchange_strong(first, next, kAcqRel, kAcquire)) return value;
      } else if (next == nullptr) {
        return 0;
      } else {
        tail.compare_exchange_strong(last, next, kAcqRel, kAcquire);
      }
    }
  };
  threads(3, [&](int i) {
    if (i < 2) {
      push(i + 1);
    } else {
      seen[0] = pop();
    }
  });
  seen[1] = pop();
  seen[2] = pop();
  outcome(seenText(3));
}

// Each takes what the other one has.
void deadlock() {
  static std::mutex m, n;
  threads(2, [](int i) {
    const std::lock_guard<std::mutex> first(i == 0 ? m : n);
    const std::lock_guard<std::mutex> second(i == 0 ? n : m);
  });
  outcome("no deadlock");
}

// The consumer can look before the producer has notified, and nobody notifies again.
void lostWakeUp() {
  static std::mutex m;
  static std::condition_variable changed;
  threads(2, [](int i) {
    if (i == 0) return changed.notify_one();
    std::unique_lock<std::mutex> hold(m);
    changed.wait(hold);
  });
  outcome("woken");
}

void race() {
  static int shared = 0;
  threads(2, [](int i) { shared += i; });
  outcome("done");
}

// Only the order in which x is written before y is read ends with a failure.
void assertion() {
  threads(2, [](int i) {
    if (i == 0) {
      x.store(1, kRelease);
      y.store(1, kRelease);
    } else if (y.load(kAcquire) == 1 && x.load(kAcquire) == 1) {
      std::_Exit(3);
    }
  });
  outcome("passed");
}

void weakExchange() {
  threads(2, [](int) {
    int free = 0;
    x.compare_exchange_weak(free, 1, kAcqRel);
  });
  outcome(std::to_string(x.load(kRelaxed)));
}

void allSeqCst() {
  threads(2, [](int i) {
    (i == 0 ? x : y) = 1;
    seen[i] = i == 0 ? y : x;
  });
  outcome(seenText(2));
}

// seq_cst but for one store: not robust under RC11.
void seqCstButOne() {
  threads(2, [](int i) {
    if (i == 0) {
      x.store(1, kRelease);
    } else {
      y.store(1);
    }
    seen[i] = (i == 0 ? y : x).load();
  });
  outcome(seenText(2));
}

void independentSeqCst(std::memory_order first) {
  threads(4, [first](int i) {
    if (i < 2) return (i == 0 ? x : y).store(1);
    seen[2 * i] = (i == 2 ? x : y).load(first);
    seen[2 * i + 1] = (i == 2 ? y : x).load();
  });
  outcome(seenText(8));
}

// What decides the last load lies behind 384 other events.
void longPast() {
  threads(2, [](int i) {
    if (i == 0) {
      x.store(1);
      seen[0] = y.fetch_add(1);
    } else {
      y.fetch_add(2, kRelaxed);
      for (int k = 0; k < 3; ++k) {
        for (auto& cell : cells) cell.store(k);
      }
      seen[1] = x.load();
    }
  });
  outcome(seenText(2));
}

// A cancelled thread that waits for a condition.
void cancelled() {
  static std::mutex m;
  static std::condition_variable never;
  pthread_t thread;
  const auto wait = [](void*) -> void* {
    std::unique_lock<std::mutex> hold(m);
    for (;;) never.wait(hold);
  };
  ::pthread_create(&thread, nullptr, wait, nullptr);
  ::pthread_cancel(thread);
  ::pthread_join(thread, nullptr);
  outcome("done");
}

// One thread waits for what another one writes to a pipe.
void throughPipe() {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  threads(2, [&ends](int i) {
    char byte = 'a';
    const auto count = i == 0 ? ::write(ends[1], &byte, 1) : ::read(ends[0], &byte, 1);
    if (count != 1) std::abort();
  });
  outcome("done");
}

void manyWrites() {
  threads(2, [](int i) {
    if (i == 0) return (void)x.load(kAcquire);
    for (int k = 0; k < 9; ++k) y.store(k, kRelease);
  });
  outcome("done");
}

// The threads do something else in every second execution: a file has grown.
void growingFile() {
  outcome("done");
  struct stat status {};
  if (::stat(std::getenv("OUTCOMES"), &status) != 0) std::abort();
  const bool even = status.st_size / 5 % 2 == 0;
  threads(2, [even](int i) {
    (even ? x : y).store(i + 1, kRelease);
    (even ? y : x).store(i + 1, kRelease);
  });
}

const std::map<std::string, void (*)()> kPrograms = {
    {"store-buffering", storeBuffering},
    {"store-buffering-fenced", storeBufferingFenced},
    {"message-passing", messagePassing},
    {"independent-reads", independentReads},
    {"writers", writers},
    {"readers", readers},
    {"last-zero", lastZero},
    {"file-system", fileSystem},
    {"indexer", indexer},
    {"updates", updates},
    {"fibonacci", fibonacci},
    {"first-of-five", firstOfFive},
    {"mutexes", mutexes},
    {"try-locks", tryLocks},
    {"recursive-locks", recursiveLocks},
    {"readers-and-writer", readersAndWriter},
    {"ticket-lock", ticketLock},
    {"spin-lock", spinLock},
    {"condition", condition},
    {"semaphores", semaphores},
    {"barrier", barrier},
    {"call-once", callOnce},
    {"static-variable", staticVariable},
    {"family", family},
    {"detached", detached},
    {"queue", queue},
    {"deadlock", deadlock},
    {"lost-wake-up", lostWakeUp},
    {"race", race},
    {"assertion", assertion},
    {"weak-exchange", weakExchange},
    {"all-seq-cst", allSeqCst},
    {"seq-cst-but-one", seqCstButOne},
    {"independent-seq-cst", [] { independentSeqCst(std::memory_order_seq_cst); }},
    {"independent-acquire", [] { independentSeqCst(kAcquire); }},
    {"long-past", longPast},
    {"cancelled", cancelled},
    {"through-pipe", throughPipe},
    {"many-writes", manyWrites},
    {"growing-file", growingFile},
};

}  // namespace

int main(int, char** arguments) {
  kPrograms.at(arguments[1])();
}

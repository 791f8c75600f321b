// Twins of ../clean/many_memory.cpp, and of sizes, many_threads and fork beside it: memory that
// does not belong to the thread, or not yet, or no longer.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <list>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include "twin.h"

namespace {

void overlappingParts() {
  std::vector<int> parts(8);
  both(
      [&] {
        for (int i = 0; i < 5; ++i) parts[i] = i;
      },
      [&] {
        for (int i = 4; i < 8; ++i) parts[i] = i;
      });
}

void sharedByte() {
  struct {
    unsigned char low : 4, high : 4;
  } byte = {0, 0};
  both([&] { byte.low = 1; }, [&] { byte.high = 2; });
}

void overlappingSizes() {
  std::uint64_t whole = 0;
  both([&] { whole = 1; }, [&] { reinterpret_cast<volatile unsigned char*>(&whole)[6] = 1; });
}

void readAndChanged() {
  std::list<int> shared = {1, 2, 3};
  both([&] { shared.front() = 4; },
       [&] {
         if (std::accumulate(shared.begin(), shared.end(), 0) == 0) breathe();
       });
}

void nestedThreadsUnjoined() {
  int data = 0;
  std::thread inner;
  std::thread outer([&] { inner = std::thread([&] { data = 1; }); });
  outer.join();
  data += 1;
  inner.join();
}

void stopTokenTooLate() {
  int rounds = 0;
  std::jthread worker([&](const std::stop_token& stop) {
    do {
      ++rounds;
      std::this_thread::yield();
    } while (!stop.stop_requested());
  });
  worker.request_stop();
  rounds += 1;
}

void staticInsteadOfThreadLocal() {
  static std::string own;
  both([] { own = "one"; }, [] { own = "two"; });
}

void usedAfterRelease() {
  auto* const block = new int(0);
  both([block] { *block = 1; }, [block] { delete block; });
}

template <class T>
void storeBuffering() {
  alignas(16) static T x = 0, y = 0;
  both(
      [] {
        __atomic_store_n(&x, T(1), __ATOMIC_RELEASE), (void)__atomic_load_n(&y, __ATOMIC_ACQUIRE);
      },
      [] {
        __atomic_store_n(&y, T(1), __ATOMIC_RELEASE), (void)__atomic_load_n(&x, __ATOMIC_ACQUIRE);
      });
}
__extension__ typedef unsigned __int128 Wide;

void manyThreads() {
  static int plain = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 40; ++i) threads.emplace_back([] { ++plain; });
  for (std::thread& t : threads) t.join();
}

void forked() {
  int plain = 0;
  both(
      [&] {
        const pid_t child = fork();
        if (child == 0) _exit(0);
        waitpid(child, nullptr, 0);
        ++plain;
      },
      [&] { ++plain; });
}

}  // namespace

int main(int count, char** arguments) {
  return runTwin(
      count, arguments,
      {RACE(overlappingParts), RACE(sharedByte), RACE(overlappingSizes), RACE(readAndChanged),
       RACE(nestedThreadsUnjoined), RACE(stopTokenTooLate), RACE(staticInsteadOfThreadLocal),
       RACE(usedAfterRelease), VIOLATION(storeBuffering<std::uint8_t>),
       VIOLATION(storeBuffering<std::uint16_t>), VIOLATION(storeBuffering<std::uint32_t>),
       VIOLATION(storeBuffering<std::uint64_t>), VIOLATION(storeBuffering<Wide>), RACE(manyThreads),
       RACE(forked)});
}

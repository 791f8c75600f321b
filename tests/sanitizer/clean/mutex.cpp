// expect: clean
// A counter under a mutex, by several threads.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
long counter;

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 50; ++i) {
        const std::lock_guard<std::mutex> hold(mutex);
        ++counter;
      }
    });
  }
  for (std::thread& t : threads) t.join();
  if (counter != 200) std::abort();
}

// expect: race at 15 16
// One thread counts without the mutex.
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
        ++counter;
      }
    });
  }
  for (std::thread& t : threads) t.join();
}

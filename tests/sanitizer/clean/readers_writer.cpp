// expect: clean
// Readers and a writer.
#include <cstdlib>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <vector>

std::shared_mutex mutex;
std::map<int, int> squares;

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 20; ++i) {
        const std::shared_lock<std::shared_mutex> hold(mutex);
        for (const auto& [n, square] : squares) {
          if (n * n != square) std::abort();
        }
      }
    });
  }
  threads.emplace_back([] {
    for (int i = 0; i < 20; ++i) {
      const std::unique_lock<std::shared_mutex> hold(mutex);
      squares[i] = i * i;
    }
  });
  for (std::thread& t : threads) t.join();
}

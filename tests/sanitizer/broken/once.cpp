// expect: race at 13 15 16 18
// Lazy initialisation that reads a plain flag first.
#include <cstdlib>
#include <mutex>
#include <thread>

std::mutex mutex;
bool made = false;
int value = 0;

int main() {
  const auto use = [] {
    if (!made) {
      const std::lock_guard<std::mutex> hold(mutex);
      if (!made) value = 1;
      made = true;
    }
    if (value != 1) std::abort();
  };
  std::thread a(use), b(use);
  a.join();
  b.join();
}

// A race that the sanitizer finds in every run.
#include <robur.h>
#include <atomic>
#include <thread>

namespace {
std::atomic<int> ready{0};
int data;
}  // namespace

int main() {
  std::thread writer([] {
    data = 1;
    ready.store(1, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed)) {
  }
  const int seen = data;
  writer.join();
  return seen - 1;
}

// expect: race at 12 18
// A writer that takes the lock as a reader.
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int data = 0;

int main() {
  std::thread writer([] {
    const std::shared_lock<std::shared_mutex> hold(mutex);
    data = 1;
  });
  int seen = 0;
  std::thread reader([&] {
    const std::shared_lock<std::shared_mutex> hold(mutex);
    // The lock is no help against the other.
    seen = data;
  });
  writer.join();
  reader.join();
  return seen > 1;
}

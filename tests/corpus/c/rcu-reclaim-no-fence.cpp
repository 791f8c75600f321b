//! rc20: not-robust
//! source: an old version is freed while its reader may still look
#include <atomic>
#include <thread>

struct Data {
  int value;
};

std::atomic<Data*> current{nullptr};
std::atomic<int> reading{0};

void reader() {
  reading.store(1, std::memory_order_relaxed);
  Data* seen = current.load(std::memory_order_acquire);
  int value = seen->value;
  (void)value;
  reading.store(0, std::memory_order_release);
}

void updater() {
  Data* old = current.load(std::memory_order_relaxed);
  current.store(new Data{2}, std::memory_order_release);
  while (reading.load(std::memory_order_acquire) != 0) {
  }
  delete old;
}

int main() {
  current.store(new Data{1});
  std::thread a(reader), b(updater);
  a.join();
  b.join();
}

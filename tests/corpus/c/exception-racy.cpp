//! rc20: not-robust
//! race rc20: yes
//! source: a handler that touches plain data although nothing orders it after the other thread
#include <atomic>
#include <thread>

std::atomic<int> state{0};
int log_entry;

void step() {
  if (state.load(std::memory_order_relaxed) == 1) throw 1;
}

int main() {
  std::thread a([] {
    try {
      step();
    } catch (int code) {
      log_entry = code;
    }
  });
  std::thread b([] {
    log_entry = 2;
    state.store(1, std::memory_order_relaxed);
  });
  a.join();
  b.join();
}

// expect: clean
// Peterson's lock, all seq_cst.
#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> wants[2], turn{0};
int entered;

void work(int me) {
  for (int i = 0; i < 5; ++i) {
    wants[me].store(1);
    turn.store(1 - me);
    while (wants[1 - me].load() == 1 && turn.load() == 1 - me) std::this_thread::yield();
    ++entered;
    wants[me].store(0);
  }
}

int main() {
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  if (entered != 10) std::abort();
}

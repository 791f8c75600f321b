//! rc11: robust
//! verify rc11: safe
//! source: folly Latch.h, count_down after d8ed9cd28 (2022)

// Counting down acquires and releases, so the last thread knows what all have done.
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> count{2};
sem_t reached;
bool done[2];

void countDown(int me) {
  done[me] = true;
  if (count.fetch_sub(1, std::memory_order_acq_rel) == 1) sem_post(&reached);
}

int main() {
  sem_init(&reached, 0, 0);
  std::thread one(countDown, 0);
  std::thread two(countDown, 1);
  sem_wait(&reached);
  assert(done[0] && done[1]);
  one.join();
  two.join();
}

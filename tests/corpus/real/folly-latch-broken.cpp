//! rc11: not-robust
//! race rc11: yes
//! verify rc11: unsafe
//! source: folly Latch.h, count_down before d8ed9cd28 (2022)

// The last thread that counts down wakes whoever waits, with release and acquire. What the other
// threads did before they counted down is not passed on to the last one: the counter is relaxed.
#include <semaphore.h>

#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> count{2};
sem_t reached;
bool done[2];

void countDown(int me) {
  done[me] = true;
  if (count.fetch_sub(1, std::memory_order_relaxed) == 1) sem_post(&reached);
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

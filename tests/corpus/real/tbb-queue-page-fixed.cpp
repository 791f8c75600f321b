//! rc11: robust
//! hangs
//! verify rc11: safe
//! source: oneTBB _concurrent_queue_base.h, push after eac946505 (2022)

// Without the shortcut every thread acquires its turn. Then the page may be read relaxed.
#include <atomic>
#include <thread>

struct Page {
  int items[2];
} page;

std::atomic<unsigned> tickets, turn;
std::atomic<Page*> lastPage;

void push() {
  unsigned ticket = tickets.fetch_add(1);
  while (turn.load(std::memory_order_acquire) != ticket) {
  }
  if (ticket % 2 == 0) lastPage.store(&page, std::memory_order_relaxed);
  lastPage.load(std::memory_order_relaxed)->items[ticket % 2] = 1;
  turn.store(ticket + 1, std::memory_order_release);
}

int main() {
  std::thread one(push);
  std::thread two(push);
  one.join();
  two.join();
}

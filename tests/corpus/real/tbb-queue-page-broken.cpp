//! rc11: not-robust
//! consequence rc11: harmful fault
//! hangs
//! verify rc11: unsafe
//! source: oneTBB _concurrent_queue_base.h, push before eac946505 (2022)

// The thread with the first ticket of a page allocates it, the others wait for their turn and write
// into the page that is the last then. If it is their turn already, the counter is read once,
// relaxed: the page can be one of before. Here there was none, and the thread follows a null
// pointer.
#include <atomic>
#include <thread>

struct Page {
  int items[2];
} page;

std::atomic<unsigned> tickets, turn;
std::atomic<Page*> lastPage;

void push() {
  unsigned ticket = tickets.fetch_add(1);
  if (turn.load(std::memory_order_relaxed) != ticket) {
    while (turn.load(std::memory_order_acquire) != ticket) {
    }
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

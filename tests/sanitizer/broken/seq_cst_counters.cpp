// expect: race at 14 18
// Each thread counts with its own seq_cst counter. That orders the counters, but nothing else:
// neither reads from the other.
#include <atomic>
#include <thread>

std::atomic<long> requests{0}, errors{0};
int data;

int main() {
  int seen = 0;
  {
    std::thread worker([] {
      data = 1;
      requests++;
    });
    errors++;
    seen = data;
    worker.join();
  }
  return seen > 1;
}

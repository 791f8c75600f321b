// expect: clean
// The reader has seen the counter, so the seq_cst update synchronises with its load.
#include <atomic>
#include <thread>

std::atomic<long> requests{0}, errors{0};
int data;

int main() {
  std::thread worker([] {
    data = 1;
    requests++;
  });
  errors++;
  const int seen = requests.load() == 1 ? data : 1;
  worker.join();
  return seen != 1;
}

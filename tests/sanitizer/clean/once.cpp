// expect: clean
// call_once and a static variable that is initialised at its first use.
#include <cstdlib>
#include <mutex>
#include <thread>
#include <vector>

std::once_flag flag;
int* data;

const std::vector<int>& table() {
  static const std::vector<int> values(100, 3);
  return values;
}

int main() {
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([] {
      std::call_once(flag, [] { data = new int(5); });
      if (*data != 5 || table()[50] != 3) std::abort();
    });
  }
  for (std::thread& t : threads) t.join();
  delete data;
}

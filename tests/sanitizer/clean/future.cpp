// expect: clean
// Futures and promises.
#include <cstdlib>
#include <future>
#include <string>
#include <thread>

int main() {
  std::promise<std::string> promise;
  std::future<std::string> future = promise.get_future();
  std::thread worker([&promise] { promise.set_value("a string that does not fit into itself"); });
  if (future.get().size() != 38) std::abort();
  worker.join();
  auto sum = std::async(std::launch::async, [] { return 1 + 2; });
  if (sum.get() != 3) std::abort();
}

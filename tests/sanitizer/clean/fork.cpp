// expect: clean
// A fork while other threads use the runtime.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

std::atomic<int> counter{0};

int main() {
  const auto count = [] {
    for (int i = 0; i < 40; ++i) counter.fetch_add(1, std::memory_order_relaxed);
  };
  std::thread a(count), b(count);
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      counter.fetch_add(1, std::memory_order_relaxed);
      _exit(7);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) std::abort();
  }
  a.join();
  b.join();
  if (counter.load(std::memory_order_relaxed) != 80) std::abort();
}

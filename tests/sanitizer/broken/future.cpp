// expect: race at 8 9
// The result is read before get() is called.
#include <cstdlib>
#include <future>

int main() {
  int result = 0;
  std::future<void> made = std::async(std::launch::async, [&] { result = 1; });
  const int early = result;
  made.get();
  if (early > result) std::abort();
}

// expect: race at 9
// A counter that is not atomic.
#include <thread>

int counter = 0;

int main() {
  const auto work = [] {
    for (int i = 0; i < 3; ++i) ++counter;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}

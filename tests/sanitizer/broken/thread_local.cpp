// expect: race at 9
// What should be each thread's own is everybody's.
#include <thread>

static int mine = 0;

int main() {
  const auto work = [] {
    for (int i = 0; i < 3; ++i) mine += i;
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
}

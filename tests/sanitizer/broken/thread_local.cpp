// expect: race at 9
// A variable that should be thread_local is shared.
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

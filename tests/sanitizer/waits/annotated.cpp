// The same in C++: a flag that is passed on, and a lock of two values.
#include <robur.h>

#include <thread>

std::atomic<bool> ready{false};
std::atomic<unsigned char> locked{0};
int data = 0;

int main() {
  std::thread first([] {
    data = 1;
    ready.store(true, std::memory_order_release);
  });
  const auto work = [] {
    robur_wait(&ready, true);
    robur_bcas(&locked, 0, 255);
    ++data;
    locked.store(0, std::memory_order_release);
  };
  std::thread second(work), third(work);
  first.join();
  second.join();
  third.join();
  return data != 3;
}

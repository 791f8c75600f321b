// expect: clean
// std::barrier as a program uses it; violations inside the library are not reported.
#include <barrier>
#include <cstdlib>
#include <thread>
#include <vector>

int seats[4];

int main() {
  std::barrier meet(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 3; ++round) {
        seats[i] = round;
        meet.arrive_and_wait();
        if (seats[(i + 1) % 4] != round) std::abort();
        meet.arrive_and_wait();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

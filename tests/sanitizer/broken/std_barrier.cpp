// expect: robustness at 21 23
// options: library=1
// libstdc++'s barrier keeps its promise, but is not robust: a thread that looks for its seat in
// the tree may find a ticket half taken which, by the interleaving so far, is already taken in
// full. It then tries once more and goes on. The program cannot fix that, which is why such
// reports are counted and not shown unless asked for.
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

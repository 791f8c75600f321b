// expect: robustness at 21 23
// options: library=1
// libstdc++'s barrier is correct but not robust: a thread that looks for its place in the tree may
// read a ticket as half taken although, in the interleaving so far, it is already taken in full.
// It then tries once more and continues. The program cannot fix that, so such violations are only
// counted unless library=1 is set.
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

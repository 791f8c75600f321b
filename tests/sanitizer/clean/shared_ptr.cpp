// expect: clean
// Shared ownership: the last owner deletes.
#include <memory>
#include <thread>
#include <vector>

int main() {
  for (int round = 0; round < 5; ++round) {
    auto shared = std::make_shared<std::vector<int>>(10, 7);
    std::thread a([shared] { (void)shared->at(3); });
    std::thread b([shared] { (void)shared->at(4); });
    shared.reset();
    a.join();
    b.join();
  }
}

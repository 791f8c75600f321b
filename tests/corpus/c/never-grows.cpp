//! rc11, rc20, tso: robust
//! source: an array that never has to grow
#include <atomic>
#include <thread>
std::atomic<int> n{0};
std::atomic<int>* volatile buf;
int main() {
  std::thread t([] { n.store(1); });
  int k = n.load();
  if (k > 1) new std::atomic<int>[k]();                  // never reached: riften::Deque::resize, log paths
  t.join();
}

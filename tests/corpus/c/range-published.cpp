//! rc11, rc20, tso: robust
//! source: a range of pointers that is published with its array
#include <atomic>
#include <thread>
struct V { int *b, *e; };
std::atomic<V*> p{nullptr};
int main() {
  std::thread t([] { int* a = new int[2]{1, 2}; p.store(new V{a, a + 2}, std::memory_order_release); });
  if (V* v = p.load(std::memory_order_acquire)) { int s = 0; for (int* i = v->b; i != v->e; ++i) s += *i; }
  t.join();
}

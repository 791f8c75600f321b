//! ra, rc20: robust
//! source: std::call_once
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag flag;
int value;

void use() {
  std::call_once(flag, [] { value = 3; });
  assert(value == 3);
}

int main() {
  std::thread a(use), b(use);
  a.join();
  b.join();
}

//! rc20: not-robust
//! race rc20: yes
//! assert: fails
//! source: one thread frees what the other still uses
#include <atomic>
#include <thread>

int main() {
  int* data = new int(1);
  std::thread user([=] { *data = 2; });
  std::thread owner([=] { delete data; });
  user.join();
  owner.join();
}

//! ra, rc20: robust
//! tso: robust
//! source: a lock guard whose destructor runs when an exception leaves its scope
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex m;
int balance = 1, refused;

void withdraw() {
  std::lock_guard<std::mutex> guard(m);
  if (balance == 0) throw std::runtime_error("no money");
  balance--;
}

void customer() {
  try {
    withdraw();
  } catch (const std::exception&) {
    std::lock_guard<std::mutex> guard(m);
    refused++;
  }
}

int main() {
  std::thread a(customer), b(customer);
  a.join();
  b.join();
  assert(balance == 0 && refused == 1);
}

// expect: clean
// Disjoint memory: parts of an array, adjacent bytes, read-only data, reused memory.
#include <list>
#include <memory>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include "together.h"

namespace {

void ownParts() {
  std::vector<int> parts(8);
  both(
      [&] {
        for (int i = 0; i < 4; ++i) parts[i] = i;
      },
      [&] {
        for (int i = 4; i < 8; ++i) parts[i] = i;
      });
  check(std::accumulate(parts.begin(), parts.end(), 0) == 28);
}

void adjacentBytes() {
  struct {
    char a = 0, b = 0;
    std::atomic<char> c{0};
    char d = 0;
  } bytes;
  both([&] { bytes.a = 1, bytes.c.store(1, kRelaxed); }, [&] { bytes.b = 2, bytes.d = 3; });
  check(bytes.a + bytes.b + bytes.c + bytes.d == 7);
}

void readOnly() {
  const std::list<int> shared = {1, 2, 3};
  const auto sum = [&] { check(std::accumulate(shared.begin(), shared.end(), 0) == 6); };
  both(sum, sum);
}

void nestedThreads() {
  int data = 0;
  std::thread outer([&] {
    std::thread inner([&] { data = 1; });
    inner.join();
    check(data == 1);
  });
  outer.join();
}

void stopToken() {
  std::atomic<int> rounds{0};
  std::jthread worker([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      rounds.fetch_add(1, kRelaxed);
      std::this_thread::yield();
    }
  });
}

void threadLocals() {
  thread_local std::string own;
  const auto work = [](const char* text) { own = text, check(own == text); };
  both([&] { work("one"); }, [&] { work("two"); });
}

void reusedMemory() {
  for (int i = 0; i < 3; ++i) {
    const std::unique_ptr<std::atomic<int>> cell(new std::atomic<int>(i));
    both([&] { cell->fetch_add(1, kAcqRel); }, [&] { cell->fetch_add(1, kAcqRel); });
    check(cell->load(kAcquire) == i + 2);
  }
}

}  // namespace

int main() {
  allOf({ownParts, adjacentBytes, readOnly, nestedThreads, stopToken, threadLocals, reusedMemory});
}

//! rc20: not-robust
//! race rc20: yes
//! source: reference counting, relaxed decrement
#include <atomic>
#include <thread>

struct Object {
  std::atomic<int> references{2};
  int value = 1;
};

void release(Object* object) {
  if (object->references.fetch_sub(1, std::memory_order_relaxed) == 1) {
    delete object;
  }
}

int main() {
  Object* shared = new Object;
  std::thread a([shared] {
    int seen = shared->value;
    (void)seen;
    release(shared);
  });
  std::thread b([shared] {
    int seen = shared->value;
    (void)seen;
    release(shared);
  });
  a.join();
  b.join();
}

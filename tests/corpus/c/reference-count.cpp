//! rc20: robust
//! source: reference counting: release to decrement, acquire before freeing
#include <atomic>
#include <thread>

struct Object {
  std::atomic<int> references{2};
  int value = 1;
};

void release(Object* object) {
  if (object->references.fetch_sub(1, std::memory_order_release) == 1) {
    std::atomic_thread_fence(std::memory_order_acquire);
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

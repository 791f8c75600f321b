// Twins of ../clean/many_hand_overs.cpp: data is read before it is published.
#include <string>
#include <vector>

#include "twin.h"

namespace {

template <class T>
T* taken(std::atomic<T*>& box, std::memory_order order) {
  T* there = nullptr;
  while ((there = box.load(order)) == nullptr) std::this_thread::yield();
  return there;
}

void handOver() {
  int data = 0;
  std::atomic<bool> ready{false};
  both([&] { data = 1, ready.store(true, kRelaxed); },
       [&] {
         while (!ready.load(kAcquire)) std::this_thread::yield();
         data += 1;
       });
}

void handOverPointer() {
  std::atomic<std::string*> box{nullptr};
  both([&] { box.store(new std::string("text"), kRelease); }, [&] { delete taken(box, kRelaxed); });
}

void handOverByExchange() {
  std::atomic<std::vector<int>*> box{nullptr};
  both([&] { box.exchange(new std::vector<int>(3, 7), kAcquire); },
       [&] { delete taken(box, kAcquire); });
}

void handOverTwice() {
  int data = 0;
  std::atomic<int> stage{0};
  both(
      [&] {
        data = 1;
        stage.store(1, kRelease);
        while (stage.load(kAcquire) != 2) std::this_thread::yield();
        data += 1;
      },
      [&] {
        while (stage.load(kAcquire) != 1) std::this_thread::yield();
        data = 2;
        stage.store(2, kRelaxed);
      });
}

void chain() {
  int data = 0;
  std::atomic<bool> a{false}, b{false};
  std::thread last([&] {
    while (!b.load(kAcquire)) std::this_thread::yield();
    data += 1;
  });
  both([&] { data = 1, a.store(true, kRelease); },
       [&] {
         while (!a.load(kRelaxed)) std::this_thread::yield();
         b.store(true, kRelease);
       });
  last.join();
}

void withoutReleaseFence() {
  int data = 0;
  std::atomic<bool> ready{false};
  both([&] { data = 1, ready.store(true, kRelaxed); },
       [&] {
         while (!ready.load(kRelaxed)) std::this_thread::yield();
         std::atomic_thread_fence(kAcquire);
         data += 1;
       });
}

void withoutAcquireFence() {
  int data = 0;
  std::atomic<bool> ready{false};
  both(
      [&] {
        data = 1;
        std::atomic_thread_fence(kRelease);
        ready.store(true, kRelaxed);
      },
      [&] {
        while (!ready.load(kRelaxed)) std::this_thread::yield();
        data += 1;
      });
}

void storeBufferingHalfFenced() {
  std::atomic<int> x{0}, y{0};
  both(
      [&] {
        x.store(1, kRelaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        (void)y.load(kRelaxed);
      },
      [&] {
        y.store(1, kRelaxed);
        (void)x.load(kRelaxed);
      });
}

void storeBufferingReleased() {
  std::atomic<int> x{0}, y{0};
  both([&] { x.store(1, kRelease), (void)y.load(kAcquire); },
       [&] { y.store(1, kRelease), (void)x.load(kAcquire); });
}

void storeBufferingByHalfUpdates() {
  std::atomic<int> x{0}, y{0};
  both([&] { x.fetch_add(1, kAcqRel), (void)y.load(kAcquire); },
       [&] { y.fetch_add(1, kAcqRel), (void)x.load(kAcquire); });
}

void counterPlain() {
  int count = 0;
  both([&] { count += 1; }, [&] { count += 2; });
}

// One side counts with an atomic operation, the other without.
void counterHalfAtomic() {
  int count = 0;
  both([&] { std::atomic_ref(count).fetch_add(1); }, [&] { count += 1; });
}

void maximumHalfAtomic() {
  int most = 0;
  both(
      [&] {
        const std::atomic_ref shared(most);
        int seen = shared.load();
        while (seen < 3 && !shared.compare_exchange_strong(seen, 3)) {
        }
      },
      [&] {
        if (most < 5) most = 5;
      });
}

}  // namespace

int main(int count, char** arguments) {
  return runTwin(count, arguments,
                 {RACE(handOver), RACE(handOverPointer), RACE(handOverByExchange),
                  RACE(handOverTwice), RACE(chain), RACE(withoutReleaseFence),
                  RACE(withoutAcquireFence), VIOLATION(storeBufferingHalfFenced),
                  VIOLATION(storeBufferingReleased), VIOLATION(storeBufferingByHalfUpdates),
                  RACE(counterPlain), RACE(counterHalfAtomic), RACE(maximumHalfAtomic)});
}

// expect: clean
// One thread publishes data to another, by every kind of synchronisation, fences included.
#include <string>
#include <vector>

#include "together.h"

namespace {

void handOver() {
  int data = 0;
  std::atomic<bool> ready{false};
  both([&] { data = 1, ready.store(true, kRelease); },
       [&] {
         while (!ready.load(kAcquire)) std::this_thread::yield();
         check(data == 1);
       });
}

void handOverPointer() {
  std::atomic<std::string*> box{nullptr};
  both([&] { box.store(new std::string("text"), kRelease); },
       [&] {
         std::string* text = nullptr;
         while ((text = box.load(kAcquire)) == nullptr) std::this_thread::yield();
         check(*text == "text");
         delete text;
       });
}

void handOverByExchange() {
  std::atomic<std::vector<int>*> box{nullptr};
  both([&] { box.exchange(new std::vector<int>(3, 7), kAcqRel); },
       [&] {
         std::vector<int>* taken = nullptr;
         while ((taken = box.exchange(nullptr, kAcqRel)) == nullptr) std::this_thread::yield();
         check(taken->size() == 3);
         delete taken;
       });
}

void handOverTwice() {
  int data = 0;
  std::atomic<int> stage{0};
  both(
      [&] {
        data = 1;
        stage.store(1, kRelease);
        while (stage.load(kAcquire) != 2) std::this_thread::yield();
        check(data == 2);
      },
      [&] {
        while (stage.load(kAcquire) != 1) std::this_thread::yield();
        data = 2;
        stage.store(2, kRelease);
      });
}

void chain() {
  int data = 0;
  std::atomic<bool> a{false}, b{false};
  std::thread last([&] {
    while (!b.load(kAcquire)) std::this_thread::yield();
    check(data == 1);
  });
  both([&] { data = 1, a.store(true, kRelease); },
       [&] {
         while (!a.load(kAcquire)) std::this_thread::yield();
         b.store(true, kRelease);
       });
  last.join();
}

void fencesAround() {
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
        std::atomic_thread_fence(kAcquire);
        check(data == 1);
      });
}

void storeBufferingFenced() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  both(
      [&] {
        x.store(1, kRelaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        a = y.load(kRelaxed);
      },
      [&] {
        y.store(1, kRelaxed);
        std::atomic_thread_fence(std::memory_order_seq_cst);
        b = x.load(kRelaxed);
      });
  check(a + b > 0);
}

void storeBufferingSeqCst() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  both([&] { x = 1, a = y; }, [&] { y = 1, b = x; });
  check(a + b > 0);
}

void storeBufferingByUpdates() {
  std::atomic<int> x{0}, y{0};
  int a = 0, b = 0;
  both([&] { x.fetch_add(1), a = y.fetch_add(0); }, [&] { y.fetch_add(1), b = x.fetch_add(0); });
  check(a + b > 0);
}

void counterRelaxed() {
  std::atomic<int> count{0};
  both([&] { count.fetch_add(1, kRelaxed); }, [&] { count.fetch_add(2, kRelaxed); });
  check(count.load(kRelaxed) == 3);
}

void counterByCas() {
  std::atomic<int> count{0};
  const auto add = [&] {
    int seen = count.load();
    while (!count.compare_exchange_weak(seen, seen + 1)) {
    }
  };
  both(add, add);
  check(count.load() == 2);
}

void maximum() {
  std::atomic<int> most{0};
  const auto offer = [&](int v) {
    int seen = most.load();
    while (seen < v && !most.compare_exchange_strong(seen, v)) {
    }
  };
  both([&] { offer(3); }, [&] { offer(5); });
  check(most.load() == 5);
}

}  // namespace

int main() {
  allOf({handOver, handOverPointer, handOverByExchange, handOverTwice, chain, fencesAround,
         storeBufferingFenced, storeBufferingSeqCst, storeBufferingByUpdates, counterRelaxed,
         counterByCas, maximum});
}

// Twins of ../clean/many_entry_points.cpp: a race through every entry point for plain memory, and
// every kind of annotated synchronisation, omitted on one side.
#include <pthread.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "../clean/annotations.h"
#include "twin.h"

namespace {

struct Large {
  std::uint64_t words[9];
};
Large left, right;
struct __attribute__((packed)) Crooked {
  char one;
  std::uint64_t word;
};
Crooked crooked;
volatile int loud;
__extension__ typedef unsigned __int128 Wide;
Wide wide;

void structCopy() {
  both([] { left = right; }, [] { left.words[8] = 1; });
}
void memoryCopied() {
  both([] { std::memcpy(&left, &right, std::strlen("seventy-two bytes") + 50); },
       [] { left.words[7] = 1; });
}
void memoryMoved() {
  both([] { std::memmove(left.words, left.words + 1, std::strlen("seven") * 8); },
       [] { left.words[3] = 1; });
}
void memorySet() {
  both([] { std::memset(&left, 1, std::strlen("bytes") * 8); }, [] { left.words[4] = 1; });
}
void unaligned() {
  both([] { ++crooked.word; }, [] { reinterpret_cast<volatile char*>(&crooked)[8] = 1; });
}
void volatiles() {
  both([] { loud = 1; }, [] { loud = 2; });
}
void sixteenBytes() {
  both([] { wide += 1; }, [] { wide += 2; });
}

// The vtable pointer of an object, which the destructor changes.
struct Base {
  virtual ~Base() { breathe(); }
  virtual int number() const { return 1; }
};
struct Derived : Base {
  int number() const override { return 2; }
  ~Derived() override { breathe(); }
};
__attribute__((noinline)) int numberOf(const Base& object) {
  return object.number();
}
void functionsOfAnObject() {
  alignas(Derived) static char place[sizeof(Derived)];
  auto* const object = new (place) Derived;
  both([object] { object->~Derived(); },
       [object] {
         if (numberOf(*object) == 0) breathe();
       });
}

void mappedMemory() {
  auto* const page = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  both([page] { page[5] = 1; }, [page] { page[5] = 2; });
  munmap(page, 4096);
}

void* counted(void* data) {
  ++*static_cast<int*>(data);
  return nullptr;
}
void keyDestructors() {
  static int ended = 0;
  pthread_key_t key;
  pthread_key_create(&key, [](void*) { ++ended; });
  const auto use = [&] { pthread_setspecific(key, &key); };
  both(use, use);
  pthread_key_delete(key);
}
void threadExits() {
  int data = 0;
  pthread_t thread;
  pthread_create(
      &thread, nullptr,
      [](void* place) -> void* {
        counted(place);
        pthread_exit(nullptr);
      },
      &data);
  ++data;
  pthread_join(thread, nullptr);
}

void happensBeforeOnly() {
  int data = 0;
  std::atomic<bool> ready{false};
  both(
      [&] {
        data = 1;
        AnnotateHappensBefore(__FILE__, __LINE__, &data);
        ready.store(true, kRelaxed);
      },
      [&] {
        while (!ready.load(kRelaxed)) std::this_thread::yield();
        ++data;
      });
}
void otherObjectReleased() {
  int data = 0;
  std::atomic<bool> ready{false};
  both(
      [&] {
        data = 1;
        __tsan_release(&ready);
        ready.store(true, kRelaxed);
      },
      [&] {
        while (!ready.load(kRelaxed)) std::this_thread::yield();
        __tsan_acquire(&data);
        ++data;
      });
}
// Two readers of a lock are not ordered.
void readersOfAnAnnotatedLock() {
  int data = 0, lock = 0;
  const auto work = [&] {
    AnnotateRWLockAcquired(__FILE__, __LINE__, &lock, 0);
    ++data;
    AnnotateRWLockReleased(__FILE__, __LINE__, &lock, 0);
  };
  both(work, work);
}
void annotatedMutexNotTaken() {
  int data = 0, lock = 0;
  const auto work = [&] {
    __tsan_mutex_pre_lock(&lock, 1 << 4);
    __tsan_mutex_post_lock(&lock, 1 << 4 | 1 << 5, 0);  // a failed try-lock
    ++data;
  };
  both(work, work);
}
void ignoredTooShort() {
  int data = 0;
  both(
      [&] {
        __tsan_ignore_thread_begin();
        __tsan_ignore_thread_end();
        ++data;
      },
      [&] { ++data; });
}
void otherBytesBenign() {
  int data[2] = {0, 0};
  int* const second = &data[1];
  AnnotateBenignRaceSized(__FILE__, __LINE__, data, sizeof(int), "the first only");
  both([second] { ++*second; }, [second] { ++*second; });
}

}  // namespace

int main(int count, char** arguments) {
  return runTwin(
      count, arguments,
      {RACE(structCopy), RACE(memoryCopied), RACE(memoryMoved), RACE(memorySet), RACE(unaligned),
       RACE(volatiles), RACE(sixteenBytes), RACE(functionsOfAnObject), RACE(mappedMemory),
       RACE(keyDestructors), RACE(threadExits), RACE(happensBeforeOnly), RACE(otherObjectReleased),
       RACE(readersOfAnAnnotatedLock), RACE(annotatedMutexNotTaken), RACE(ignoredTooShort),
       RACE(otherBytesBenign)});
}

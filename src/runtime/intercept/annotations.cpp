// Annotations in existing programs: ThreadSanitizer's interface and the older Annotate functions,
// which code behind `__SANITIZE_THREAD__` or `__has_feature(thread_sanitizer)` calls.
//
//   happens-before     releaseShared, acquireCount
//   mutex              as the library's, between the calls before and after; while it is being
//                      locked or unlocked, nothing inside it is reported
//   ignore             neither races nor violations of the thread are reported
//   benign race        races on these bytes are not reported
//   new memory         the state of these bytes is reset
//
// Functions for fibers and custom allocators are not defined: a program that uses them does not
// link, which is better than wrong results.
#include <cstring>

#include "runtime/intercept/intercept.h"
#include "runtime/report/benign.h"
#include "runtime/schedule/doubts.h"

using namespace robur::runtime;

namespace {

// Flags of __tsan_mutex_*.
constexpr unsigned kReadLock = 1 << 3;
constexpr unsigned kTryLockFailed = 1 << 5;

void beginIgnoring() {
  if (Thread* const t = currentThread()) ++t->ignored;
}
void endIgnoring() {
  Thread* const t = currentThread();
  if (t != nullptr && t->ignored > 0) --t->ignored;
}

}  // namespace

extern "C" {

void __tsan_acquire(void* object) {
  noteDoubt(Doubt::Annotations);
  acquireCount(object);
}
void __tsan_release(void* object) {
  noteDoubt(Doubt::Annotations);
  releaseShared(object);
}
void AnnotateHappensBefore(const char*, int, const volatile void* object) {
  noteDoubt(Doubt::Annotations);
  releaseShared(object);
}
void AnnotateHappensAfter(const char*, int, const volatile void* object) {
  noteDoubt(Doubt::Annotations);
  acquireCount(object);
}

void __tsan_mutex_create(void*, unsigned) {}
void __tsan_mutex_destroy(void* mutex, unsigned) {
  resetSync(mutex);
}
void __tsan_mutex_pre_lock(void*, unsigned) {
  beginIgnoring();
}
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int) {
  noteDoubt(Doubt::Annotations);
  endIgnoring();
  if ((flags & kTryLockFailed) != 0) return;
  (flags & kReadLock) != 0 ? acquireShared(mutex) : acquireOwned(mutex);
}
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  (flags & kReadLock) != 0 ? releaseShared(mutex) : releaseOwned(mutex);
  beginIgnoring();
  return 0;
}
void __tsan_mutex_post_unlock(void*, unsigned) {
  endIgnoring();
}
// Waking a thread orders nothing. Between the divert calls the program runs its own code again.
void __tsan_mutex_pre_signal(void*, unsigned) {
  beginIgnoring();
}
void __tsan_mutex_post_signal(void*, unsigned) {
  endIgnoring();
}
void __tsan_mutex_pre_divert(void*, unsigned) {
  endIgnoring();
}
void __tsan_mutex_post_divert(void*, unsigned) {
  beginIgnoring();
}
void AnnotateRWLockCreate(const char*, int, const volatile void*) {}
void AnnotateRWLockCreateStatic(const char*, int, const volatile void*) {}
void AnnotateRWLockDestroy(const char*, int, const volatile void* lock) {
  resetSync(lock);
}
void AnnotateRWLockAcquired(const char*, int, const volatile void* lock, long writer) {
  noteDoubt(Doubt::Annotations);
  writer != 0 ? acquireOwned(lock) : acquireShared(lock);
}
void AnnotateRWLockReleased(const char*, int, const volatile void* lock, long writer) {
  writer != 0 ? releaseOwned(lock) : releaseShared(lock);
}

void __tsan_ignore_thread_begin() {
  beginIgnoring();
}
void __tsan_ignore_thread_end() {
  endIgnoring();
}
void AnnotateIgnoreReadsBegin(const char*, int) {
  beginIgnoring();
}
void AnnotateIgnoreReadsEnd(const char*, int) {
  endIgnoring();
}
void AnnotateIgnoreWritesBegin(const char*, int) {
  beginIgnoring();
}
void AnnotateIgnoreWritesEnd(const char*, int) {
  endIgnoring();
}

void AnnotateBenignRaceSized(const char*, int, const volatile void* address, std::size_t size,
                             const char*) {
  expectRaces(reinterpret_cast<std::uint64_t>(address), size);
}
void AnnotateBenignRace(const char*, int, const volatile void* address, const char*) {
  expectRaces(reinterpret_cast<std::uint64_t>(address), 1);
}
void AnnotateNewMemory(const char*, int, const volatile void* address, std::size_t size) {
  Event event;
  if (!event) return;
  clearMetas(reinterpret_cast<std::uint64_t>(address), size);
  clearCells(reinterpret_cast<std::uint64_t>(address), size);
}
void AnnotateThreadName(const char*, int, const char* name) {
  Thread* const t = currentThread();
  if (t != nullptr) std::strncpy(infoOf(t->number).name, name, sizeof(ThreadInfo::name) - 1);
}
int RunningOnValgrind() {
  return 0;
}

}  // extern "C"

// Functions of the C library that the runtime stands in for.
//
// Ours have the same name and are weak: they come before the library's in the search of the
// dynamic linker, and give way to the program's own. The function behind is found with
// dlsym, which is asked only once for each.
//
// A static program has no such search. There the linker is told to turn every use of a name
// into one of `__wrap_name`, which is ours, and `__real_name` into the function behind
// (ROBUR_STATIC; the options of the linker are made from the names in the archive).
#pragma once

#include <dlfcn.h>

#include <atomic>

#include "runtime/abi/access.h"
#include "runtime/threads/thread.h"

// Declared under another name in C++, so that the headers' declarations do not matter.
#ifdef ROBUR_STATIC
#define ROBUR_STAND_IN(RESULT, NAME, ...)                                    \
  extern "C" __attribute__((visibility("default")))                          \
  RESULT robur_##NAME(__VA_ARGS__) __asm__("__wrap_" #NAME);                 \
  extern "C" RESULT robur_real_##NAME(__VA_ARGS__) __asm__("__real_" #NAME); \
  RESULT robur_##NAME(__VA_ARGS__)

#define ROBUR_BEHIND(NAME) robur_real_##NAME
#else
#define ROBUR_STAND_IN(RESULT, NAME, ...)                 \
  extern "C" __attribute__((weak, visibility("default"))) \
  RESULT robur_##NAME(__VA_ARGS__) __asm__(#NAME);        \
  RESULT robur_##NAME(__VA_ARGS__)

#define ROBUR_BEHIND(NAME)                                                 \
  (reinterpret_cast<decltype(&robur_##NAME)>([] {                          \
    static std::atomic<void*> behind{nullptr};                             \
    void* there = behind.load(std::memory_order_relaxed);                  \
    if (there == nullptr) behind.store(there = ::dlsym(RTLD_NEXT, #NAME)); \
    return there;                                                          \
  }()))
#endif

#define ROBUR_PC __builtin_return_address(0)

namespace robur::runtime {

// Synchronisation objects, by their address.
void acquireOwned(const volatile void* object);   // a mutex was taken, by its writer
void releaseOwned(const volatile void* object);   // before it is given back
void acquireShared(const volatile void* object);  // a reader came in
void releaseShared(const volatile void* object);  // a reader goes
void acquireCount(const volatile void* object);   // a semaphore was waited for
void forget(const volatile void* object);         // it is destroyed or made anew

// Objects that are initialised once. In a controlled schedule whoever comes while that is
// going on lets the others run, instead of keeping its turn while it waits.
void awaitInitialised(const volatile void* object);
void setInitialising(const volatile void* object, bool now);

}  // namespace robur::runtime

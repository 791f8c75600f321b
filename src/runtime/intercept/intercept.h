// Functions of the C library that the runtime replaces.
//
// The replacements have the same name and are weak: the dynamic linker finds them before the
// library's, and a definition in the program takes precedence. The original function is found with
// dlsym, once for each.
//
// A static program has no dynamic linker. There the static linker turns every use of a name into
// `__wrap_name`, which is the replacement, and `__real_name` into the original (ROBUR_STATIC; the
// options for the linker are derived from the names in the archive).
#pragma once

#include <dlfcn.h>

#include <atomic>

#include "runtime/abi/access.h"
#include "runtime/threads/thread.h"

// Declared under another name in C++, so that declarations in system headers do not conflict.
#ifdef ROBUR_STATIC
#define ROBUR_REPLACE(RESULT, NAME, ...)                                     \
  extern "C" __attribute__((visibility("default")))                          \
  RESULT robur_##NAME(__VA_ARGS__) __asm__("__wrap_" #NAME);                 \
  extern "C" RESULT robur_real_##NAME(__VA_ARGS__) __asm__("__real_" #NAME); \
  RESULT robur_##NAME(__VA_ARGS__)

#define ROBUR_ORIGINAL(NAME) robur_real_##NAME
#else
#define ROBUR_REPLACE(RESULT, NAME, ...)                  \
  extern "C" __attribute__((weak, visibility("default"))) \
  RESULT robur_##NAME(__VA_ARGS__) __asm__(#NAME);        \
  RESULT robur_##NAME(__VA_ARGS__)

#define ROBUR_ORIGINAL(NAME)                                                 \
  (reinterpret_cast<decltype(&robur_##NAME)>([] {                            \
    static std::atomic<void*> original{nullptr};                             \
    void* there = original.load(std::memory_order_relaxed);                  \
    if (there == nullptr) original.store(there = ::dlsym(RTLD_NEXT, #NAME)); \
    return there;                                                            \
  }()))
#endif

#define ROBUR_PC __builtin_return_address(0)

namespace robur::runtime {

// Synchronisation objects, by their address.
void acquireOwned(const volatile void* object);   // after a mutex or writer lock was taken
void releaseOwned(const volatile void* object);   // before it is released
void acquireShared(const volatile void* object);  // after a reader lock was taken
void releaseShared(const volatile void* object);  // before it is released
void acquireCount(const volatile void* object);   // after waiting for a semaphore
void resetSync(const volatile void* object);      // the object is destroyed or initialised

// Objects that are initialised once. Under a controlled schedule a thread that arrives during the
// initialisation lets others run instead of keeping its turn while it waits.
void awaitInitialised(const volatile void* object);
void setInitialising(const volatile void* object, bool now);
// The schedule point of schedule=exhaust before the initialiser counts as done, or as given up.
void pointAfterInitialising(const volatile void* object, bool done);

}  // namespace robur::runtime

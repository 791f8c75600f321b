/* Declares to Robur's sanitizer that a loop only waits; see docs/sanitizer.md.
 *
 *   robur_wait(&x, v)              until x is v, acquire
 *   robur_wait_until(condition)    until a condition on one atomic load is true
 *   robur_bcas(&x, v, w)           until x is v, and sets it to w in the same step, acquire and release
 *
 * A loop that waits iterates once more if it misses a store. That is not reported as a violation of
 * robustness, unless it could read an old value that ends the loop. x is an atomic object of C or C++.
 * In programs without the sanitizer these are plain loops. */
#ifndef ROBUR_H
#define ROBUR_H

#ifdef __cplusplus
#include <atomic>
#include <cstdint>
#include <cstring>
extern "C" {
#else
#include <stdatomic.h>
#include <stdint.h>
#endif

__attribute__((weak)) void __robur_wait_for(uint64_t value);
__attribute__((weak)) void __robur_wait_until(void);
__attribute__((weak)) void __robur_wait_swap(void);
__attribute__((weak)) void __robur_wait_end(void);

#ifdef __cplusplus
}  // extern "C"
#endif

#define ROBUR_CALL_(function, ...) (function ? function(__VA_ARGS__) : (void)0)

#define robur_wait_until(condition) \
  do {                              \
    ROBUR_CALL_(__robur_wait_until); \
    while (!(condition)) {          \
    }                               \
    ROBUR_CALL_(__robur_wait_end);   \
  } while (0)

#ifdef __cplusplus

/* The bits of a value as the runtime sees them. */
template <class T>
inline std::uint64_t robur_bits_(T value) {
  static_assert(sizeof(T) <= 8, "atomics of up to eight bytes can be waited for");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class T>
inline void robur_wait(const std::atomic<T>* x, typename std::atomic<T>::value_type value) {
  ROBUR_CALL_(__robur_wait_for, robur_bits_(value));
  while (x->load(std::memory_order_acquire) != value) {
  }
  ROBUR_CALL_(__robur_wait_end);
}

template <class T>
inline void robur_bcas(std::atomic<T>* x, typename std::atomic<T>::value_type value,
                       typename std::atomic<T>::value_type desired) {
  ROBUR_CALL_(__robur_wait_swap);
  for (T found = value; !x->compare_exchange_strong(found, desired, std::memory_order_acq_rel,
                                                    std::memory_order_acquire);
       found = value) {
  }
  ROBUR_CALL_(__robur_wait_end);
}

#else

/* The value in the type of the object, then in as many bits, unsigned. */
#define ROBUR_BITS_(x, value) \
  ((uint64_t)(value) &        \
   (sizeof *(x) < 8 ? ((uint64_t)1 << (8 * sizeof *(x)) % 64) - 1 : ~(uint64_t)0))

#define robur_wait(x, v)                                           \
  do {                                                             \
    ROBUR_CALL_(__robur_wait_for, ROBUR_BITS_(x, v));               \
    while (atomic_load_explicit(x, memory_order_acquire) != (v)) { \
    }                                                              \
    ROBUR_CALL_(__robur_wait_end);                                  \
  } while (0)

#define robur_bcas(x, v, w)                                                                  \
  do {                                                                                       \
    ROBUR_CALL_(__robur_wait_swap);                                                           \
    for (;;) {                                                                               \
      __typeof__(atomic_load_explicit(x, memory_order_relaxed)) robur_found_ = (v);          \
      if (atomic_compare_exchange_strong_explicit(x, &robur_found_, w, memory_order_acq_rel, \
                                                  memory_order_acquire))                     \
        break;                                                                               \
    }                                                                                        \
    ROBUR_CALL_(__robur_wait_end);                                                            \
  } while (0)

#endif

#endif

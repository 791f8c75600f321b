// Operations that C and C++ do not have: blocking waits, assumptions, nondeterministic choice. With
// other compilers they are approximated: a wait is a loop, a choice calls rand().
#ifndef ROBUR_H
#define ROBUR_H

#ifdef __ROBUR__

#ifdef __cplusplus
extern "C" {
#endif
void __robur_wait(const void*, int, int);
void __robur_bcas8(void*, char, char, int);
void __robur_bcas32(void*, int, int, int);
void __robur_bcas64(void*, long, long, int);
void __robur_assume(int);
int __robur_nondet(int, int);
void __robur_thread_name(const char*);
#ifdef __cplusplus
}
#endif

// Block until the atomic int holds the value; order as in __ATOMIC_ACQUIRE.
#define robur_wait(pointer, value, order) __robur_wait((pointer), (value), (order))
// Block until the atomic int holds `expected`, and replace it in the same step.
#define robur_bcas(pointer, expected, desired, order) \
  __robur_bcas32((void*)(pointer), (expected), (desired), (order))
// Only runs in which the condition holds are considered.
#define robur_assume(condition) __robur_assume((condition) ? 1 : 0)
// Any value from lo to hi.
#define robur_nondet(lo, hi) __robur_nondet((lo), (hi))
// The name of the calling thread in reports.
#define robur_thread_name(name) __robur_thread_name(name)

#else

#include <stdlib.h>

#define robur_wait(pointer, value, order) \
  do {                                    \
  } while (__atomic_load_n((volatile int*)(pointer), (order)) != (value))
#define robur_bcas(pointer, expected, desired, order)                                         \
  do {                                                                                        \
    int robur_expected_ = (expected);                                                         \
    if (__atomic_compare_exchange_n((volatile int*)(pointer), &robur_expected_, (desired), 0, \
                                    (order), __ATOMIC_RELAXED))                               \
      break;                                                                                  \
  } while (1)
#define robur_assume(condition) \
  do {                          \
    if (!(condition)) exit(0);  \
  } while (0)
#define robur_nondet(lo, hi) ((lo) + rand() % ((hi) - (lo) + 1))
#define robur_thread_name(name) ((void)(name))

#endif

#endif

// Waiting with a time limit, with the interface of libstdc++. Time is nondeterministic: the wait ends
// when the condition holds, or at any other moment.
#line 4 "/usr/include/robur/bits/atomic_timed_wait.h"
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1

#include <bits/atomic_wait.h>

#if __cpp_lib_atomic_wait
#include <bits/chrono.h>
#include <bits/functional_hash.h>
#include <bits/this_thread_sleep.h>

extern "C" int __robur_nondet(int, int);

namespace std {

template <typename Condition, typename Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t*, Condition holds,
                                      const Time&) noexcept {
  if (__robur_nondet(0, 1)) return holds();
  while (!holds()) {
  }
  return true;
}
template <typename Condition, typename Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t* address, Condition holds,
                                    const Time& time) noexcept {
  return __atomic_wait_address_until_bare(address, holds, time);
}

}  // namespace std

#endif
#endif

// Waiting for an atomic to change, with the functions of the libstdc++ header of this name: reads
// until the value is another one. The library's own version keeps lists of waiting threads, whose
// updates would order threads that the program leaves unordered. A waiting thread may wake up at any
// time, so notifying does nothing.
#line 7 "/usr/include/robur/bits/atomic_wait.h"
#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1

#include <bits/c++config.h>

#if defined _GLIBCXX_HAS_GTHREADS || defined _GLIBCXX_HAVE_LINUX_FUTEX
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>
#include <type_traits>

#define __cpp_lib_atomic_wait 201907L

namespace std {

namespace __detail {
using __platform_wait_t = int;
inline constexpr size_t __platform_wait_alignment = 4;

inline void __thread_relax() noexcept {}
inline void __thread_yield() noexcept {}
struct __default_spin_policy {};
template <typename Condition, typename Policy = __default_spin_policy>
bool __atomic_spin(Condition& holds, Policy = {}) noexcept {
  return holds();
}

// Values are equal if their bytes are, as in a compare-exchange.
template <typename Value>
bool __same_bytes(const Value& a, const Value& b) {
  if constexpr (is_scalar_v<Value>) {
    return a == b;
  } else {
    return __builtin_memcmp(&a, &b, sizeof(Value)) == 0;
  }
}
}  // namespace __detail

template <typename Value, typename Read>
void __atomic_wait_address_v(const Value*, Value old, Read read) noexcept {
  while (__detail::__same_bytes(read(), old)) {
  }
}
template <typename Value, typename Condition>
void __atomic_wait_address(const Value*, Condition holds) noexcept {
  while (!holds()) {
  }
}
template <typename Condition>
void __atomic_wait_address_bare(const __detail::__platform_wait_t*, Condition holds) noexcept {
  while (!holds()) {
  }
}
template <typename Value>
void __atomic_notify_address(const Value*, bool) noexcept {}
inline void __atomic_notify_address_bare(const __detail::__platform_wait_t*, bool) noexcept {}

}  // namespace std

#endif
#endif

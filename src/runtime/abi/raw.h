// The atomic operations themselves, of 1 to 16 bytes.
#pragma once

#include <cstdint>

#include "runtime/base/order.h"

namespace robur::runtime {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long;
__extension__ using u128 = unsigned __int128;

// Compilers pass the numbers of C's memory_order, with hints about lock elision in higher bits.
inline Order orderOf(int mo) {
  const int order = mo & 0x7fff;
  return order <= 5 ? static_cast<Order>(order) : Order::SeqCst;
}

template <class T>
T rawCas(volatile T* a, T expected, T desired) {
  return __sync_val_compare_and_swap(a, expected, desired);
}
template <class T>
T rawLoad(const volatile T* a) {
  if constexpr (sizeof(T) == 16) {
    return rawCas(const_cast<volatile T*>(a), T{0}, T{0});
  } else {
    return __atomic_load_n(a, __ATOMIC_SEQ_CST);
  }
}
template <class T, class F>
T rawUpdate(volatile T* a, const F& f) {
  for (T old = rawLoad(a);;) {
    const T there = rawCas(a, old, static_cast<T>(f(old)));
    if (there == old) return old;
    old = there;
  }
}

template <class T>
void rawStore(volatile T* a, T value, Order order) {
  if constexpr (sizeof(T) == 16) {
    rawUpdate(a, [&](T) { return value; });
  } else if (order == Order::SeqCst) {
    __atomic_store_n(a, value, __ATOMIC_SEQ_CST);
  } else {
    // Still an SC run: the lock of the location has been taken before, and the next access of this
    // thread takes another, because after a write no load can do without the lock.
    __atomic_store_n(a, value, __ATOMIC_RELEASE);
  }
}

template <class T>
std::uint64_t valueOf(T v) {
  if constexpr (sizeof(T) == 16) {
    return static_cast<std::uint64_t>(v) ^ static_cast<std::uint64_t>(v >> 64) * 0x9e3779b97f4a7c15;
  } else {
    return v;
  }
}

}  // namespace robur::runtime

// An atomic variable without a constructor, for large tables that start as zero.
//
// std::atomic has a constructor, and for a table of eight million of them compilers refuse to
// evaluate it at compile time; then the table would be initialised, and all its pages touched, at
// run time.
#pragma once

#include <atomic>

namespace robur::runtime {

template <class T>
struct ZeroAtomic {
  T value;

  T load(std::memory_order order) const { return __atomic_load_n(&value, static_cast<int>(order)); }
  void store(T desired, std::memory_order order) {
    __atomic_store_n(&value, desired, static_cast<int>(order));
  }
  // On failure `expected` becomes the current value.
  bool compareExchange(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value, &expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  }
};

}  // namespace robur::runtime

// expect: clean
// Atomics of all sizes compute the right values.
#include <atomic>
#include <cstdint>
#include <cstdlib>

template <class T>
void check() {
  std::atomic<T> a{T(5)};
  bool good = a.fetch_add(3) == T(5) && a.fetch_sub(1) == T(8) && a.fetch_or(8) == T(7);
  good = good && a.fetch_and(12) == T(15) && a.fetch_xor(5) == T(12) && a.exchange(2) == T(9);
  T expected = 3;
  good = good && !a.compare_exchange_strong(expected, 4) && expected == T(2);
  good = good && a.compare_exchange_strong(expected, 4) && a.load() == T(4);
  while (!a.compare_exchange_weak(expected, 6)) {
  }
  a.store(T(a.load() - 7));
  if (!good || a.load() != T(-1)) std::abort();
}

struct Pair {
  long a, b;
};

int main() {
  check<std::uint8_t>();
  check<std::int8_t>();
  check<std::uint16_t>();
  check<std::int16_t>();
  check<std::uint32_t>();
  check<std::int32_t>();
  check<std::uint64_t>();
  check<std::int64_t>();
  __extension__ typedef unsigned __int128 Wide;
  static Wide wide = 7;
  const Wide big = Wide(3) << 100;
  __atomic_store_n(&wide, big, __ATOMIC_RELEASE);
  if (__atomic_fetch_add(&wide, Wide(1), __ATOMIC_ACQ_REL) != big) std::abort();
  if (__atomic_load_n(&wide, __ATOMIC_ACQUIRE) != big + 1) std::abort();
}

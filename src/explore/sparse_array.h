// An array with room for everything there can be, of which only what is written takes memory: pages
// of zeros that the system gives when they are touched. Not calloc, which has to clear what was
// freed before.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace robur {

// All zero must be a T.
template <class T>
class SparseArray {
 public:
  explicit SparseArray(std::size_t count)
      : bytes(count * sizeof(T)),
        first(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (first == MAP_FAILED) throw std::bad_alloc();
  }
  ~SparseArray() { ::munmap(first, bytes); }
  SparseArray(const SparseArray&) = delete;
  SparseArray& operator=(const SparseArray&) = delete;

  T& operator[](std::size_t i) const { return static_cast<T*>(first)[i]; }

 private:
  std::size_t bytes;
  void* first;
};

}  // namespace robur

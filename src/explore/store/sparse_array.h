// An array with room for all elements that there can be, of which only those that are written take
// memory: the system provides pages of zeros when they are touched. Not calloc, which has to clear
// memory that was freed before.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

namespace robur {

// All bits zero must be a valid T.
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

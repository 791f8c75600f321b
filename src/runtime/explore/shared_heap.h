// Memory that processes share after a fork: what is known of the executions explored so far
// outlives the process of each execution, also if that crashes.
//
// Blocks are powers of two, with a free list for each size. The region is address space that takes
// memory only where it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

namespace robur::runtime {

class SharedHeap {
 public:
  // In a new region of this many bytes; null if there is none. `exhausted` is called when no memory
  // is left and must not return.
  static SharedHeap* make(std::size_t bytes, void (*exhausted)());
  static void destroy(SharedHeap* heap);

  void* allocate(std::size_t bytes);
  void release(void* block, std::size_t bytes);
  std::size_t used() const { return static_cast<std::size_t>(next_ - begin()); }

 private:
  static constexpr int kClasses = 48;
  struct Free {
    Free* next;
  };
  const char* begin() const { return reinterpret_cast<const char*>(this); }

  Free* free_[kClasses] = {};
  char* next_ = nullptr;
  char* end_ = nullptr;
  void (*exhausted_)() = nullptr;
};

// An array that grows. Its elements are copied as bytes, and their destructors are not called.
template <class T>
class SharedVector {
 public:
  explicit SharedVector(SharedHeap& heap) : heap_(&heap) {}

  T& push(const T& value) {
    if (size_ == capacity_) grow();
    return *new (&data_[size_++]) T(value);
  }
  void pop() { --size_; }
  void clear() { size_ = 0; }
  void removeAt(std::uint32_t at) {
    for (--size_; at < size_; ++at) data_[at] = data_[at + 1];
  }

  std::uint32_t size() const { return size_; }
  T& operator[](std::uint32_t i) { return data_[i]; }
  const T& operator[](std::uint32_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  void grow() {
    const std::uint32_t wanted = capacity_ == 0 ? 4 : 2 * capacity_;
    T* const fresh = static_cast<T*>(heap_->allocate(wanted * sizeof(T)));
    for (std::uint32_t i = 0; i < size_; ++i) new (&fresh[i]) T(data_[i]);
    if (capacity_ > 0) heap_->release(data_, capacity_ * sizeof(T));
    data_ = fresh;
    capacity_ = wanted;
  }

  SharedHeap* heap_;
  T* data_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

}  // namespace robur::runtime

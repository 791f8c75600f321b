// An array that several workers extend at the same time. Elements lie in chunks that never move,
// and a chunk is allocated when one of its elements is needed for the first time.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "explore/store/sparse_array.h"

namespace robur {

// All bits zero must be a valid T, and its value at first.
template <class T, unsigned kChunkBits>
class ChunkedArray {
 public:
  // Each element is `width` adjacent values.
  explicit ChunkedArray(std::size_t width = 1) : width(width) {}

  // An element that exists.
  T* operator[](std::uint32_t i) const { return in(chunkOf(i), i); }
  // Any element; null if nothing near it exists.
  T* find(std::uint32_t i) const {
    T* const chunk = chunkOf(i);
    return chunk == nullptr ? nullptr : in(chunk, i);
  }
  // Any element, which exists from now on.
  T* make(std::uint32_t i) {
    T* const chunk = chunkOf(i);
    return in(chunk != nullptr ? chunk : addChunk(i), i);
  }

  std::uint64_t bytes() const { return owned.size() * width * sizeof(T) << kChunkBits; }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };

  T* chunkOf(std::uint32_t i) const {
    return chunks[i >> kChunkBits].load(std::memory_order_acquire);
  }
  T* in(T* chunk, std::uint32_t i) const { return chunk + (i & ((1u << kChunkBits) - 1)) * width; }
  [[gnu::noinline]] T* addChunk(std::uint32_t i) {
    const std::lock_guard lock(growing);
    if (T* known = chunkOf(i)) return known;
    auto* fresh = static_cast<T*>(std::calloc(width << kChunkBits, sizeof(T)));
    if (fresh == nullptr) throw std::bad_alloc();
    owned.emplace_back(fresh);
    chunks[i >> kChunkBits].store(fresh, std::memory_order_release);
    return fresh;
  }

  const std::size_t width;
  SparseArray<std::atomic<T*>> chunks{std::size_t{1} << (32 - kChunkBits)};
  std::mutex growing;
  std::vector<std::unique_ptr<T[], Free>> owned;
};

}  // namespace robur

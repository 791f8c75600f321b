// From addresses of the program to what is known about them.
//
// Two tables over the whole address space, made of pieces that come into being where they are
// touched: the shadow cells of plain memory (races), and the clocks of atomics and
// synchronisation objects. The latter are found by their exact address, because two small
// atomics taken for one would synchronise where the program does not.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/clocks/rules.h"
#include "runtime/memory/spin_lock.h"

namespace robur::runtime {

// Everything about one address. Never given back, only cleared, so that a late access of freed
// memory finds something whole.
struct Meta {
  Meta* next = nullptr;
  std::uint64_t address = 0;
  SpinLock lock;
  LocationClocks location;
  SyncClocks owned;   // a mutex; even rounds of a barrier
  SyncClocks shared;  // readers, semaphores; odd rounds of a barrier
  std::uint32_t parties = 0;
  std::uint32_t arrived = 0;
  std::atomic<bool> initialising{false};  // a once object whose function is running

  void clear();
};

// The shadow of eight bytes: the last accesses to them. See race.cpp.
struct Cell {
  static constexpr int kWords = 4;
  std::atomic<std::uint64_t> word[kWords];
  std::atomic<Site> site[kWords];
};

Meta& metaOf(const volatile void* address);
Meta* findMeta(const volatile void* address);  // null if there is none
Cell& cellOf(std::uint64_t address);

// All clocks and shadow cells of a range as new.
void clearMetas(std::uint64_t begin, std::uint64_t size);
void clearCells(std::uint64_t begin, std::uint64_t size);

}  // namespace robur::runtime

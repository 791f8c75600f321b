#include "runtime/report/benign.h"

#include <atomic>

#include "runtime/memory/arena.h"

namespace robur::runtime {

namespace {

// A list, since it is asked only when there is something to report.
struct Bytes {
  std::uint64_t begin;
  std::uint64_t end;
  Bytes* next;
};
std::atomic<Bytes*> first{nullptr};

}  // namespace

bool racesExpected(std::uint64_t address, std::size_t size) {
  for (const Bytes* b = first.load(std::memory_order_acquire); b != nullptr; b = b->next) {
    if (address < b->end && address + size > b->begin) return true;
  }
  return false;
}

void expectRaces(std::uint64_t address, std::size_t size) {
  for (const Bytes* b = first.load(std::memory_order_acquire); b != nullptr; b = b->next) {
    if (b->begin <= address && address + size <= b->end) return;  // said before
  }
  auto* const bytes = static_cast<Bytes*>(allocate(sizeof(Bytes)));
  *bytes = {address, address + size, first.load(std::memory_order_relaxed)};
  while (!first.compare_exchange_weak(bytes->next, bytes, std::memory_order_acq_rel)) {
  }
}

}  // namespace robur::runtime

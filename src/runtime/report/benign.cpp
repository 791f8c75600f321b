#include "runtime/report/benign.h"

#include <atomic>

#include "runtime/memory/arena.h"

namespace robur::runtime {

// A list, since it is searched only when there is something to report.
struct BenignRange {
  std::uint64_t begin;
  std::uint64_t end;
  BenignRange* next;
};

bool racesExpected(std::uint64_t address, std::size_t size) {
  for (const BenignRange* b = rt.report.benign.load(std::memory_order_acquire); b != nullptr;
       b = b->next) {
    if (address < b->end && address + size > b->begin) return true;
  }
  return false;
}

void expectRaces(std::uint64_t address, std::size_t size) {
  for (const BenignRange* b = rt.report.benign.load(std::memory_order_acquire); b != nullptr;
       b = b->next) {
    if (b->begin <= address && address + size <= b->end) return;  // declared before
  }
  auto* const range = static_cast<BenignRange*>(allocate(sizeof(BenignRange)));
  *range = {address, address + size, rt.report.benign.load(std::memory_order_relaxed)};
  while (!rt.report.benign.compare_exchange_weak(range->next, range, std::memory_order_acq_rel)) {
  }
}

}  // namespace robur::runtime

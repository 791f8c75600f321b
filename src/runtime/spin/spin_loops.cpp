#include "runtime/spin/spin_loops.h"

namespace robur::runtime {

namespace {

// The entry of a program counter; null if there is none and it is not to be made, or if the table
// is full. Then violations are reported that might be harmless.
SpinLoop* loopAt(const void* pc, bool make) {
  const auto bits = reinterpret_cast<std::uintptr_t>(pc);
  for (std::size_t probe = 0; probe < 16; ++probe) {
    const std::size_t at = (bits * 0x9e3779b97f4a7c15 >> 40) + probe;
    SpinLoop& loop = tables.spinLoops[at % RuntimeTables::kSpinLoops];
    const void* there = loop.pc.load();
    if (there == pc) return &loop;
    if (there != nullptr) continue;
    if (!make) return nullptr;
    loop.pc.store(pc);
    return &loop;
  }
  return nullptr;
}

bool iteratesOn(const SpinLoop& loop, std::uint64_t value) {
  for (std::uint32_t i = 0; i < loop.count.load(); ++i) {
    if (loop.values[i].load() == value) return true;
  }
  return false;
}

}  // namespace

void recordIteration(const void* pc, std::uint64_t value) {
  const Locked hold(rt.spinLoopsLock);
  SpinLoop* const loop = loopAt(pc, true);
  if (loop == nullptr || iteratesOn(*loop, value)) return;
  const std::uint32_t count = loop->count.load();
  if (count == SpinLoop::kMaxValues) return;
  loop->values[count].store(value);
  loop->count.store(count + 1);
}

bool iteratesOnAll(const void* pc, const std::uint64_t* values, std::uint32_t count) {
  const SpinLoop* const loop = loopAt(pc, false);
  if (loop == nullptr) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!iteratesOn(*loop, values[i])) return false;
  }
  return true;
}

}  // namespace robur::runtime

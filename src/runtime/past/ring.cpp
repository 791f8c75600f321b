#include "runtime/past/ring.h"

#include <new>

#include "runtime/memory/arena.h"

namespace robur::runtime {

std::size_t Ring::bytes() {
  return sizeof(Ring) + rt.rules.past * sizeof(Packed);
}

Ring& Ring::of(ThreadIndex thread) {
  std::atomic_ref<Ring*> entry(tables.rings[thread]);
  if (Ring* const there = entry.load(std::memory_order_acquire)) return *there;
  auto* const fresh = static_cast<Ring*>(reserve(bytes()));  // all zero, as needed
  fresh->thread_ = thread;
  entry.store(fresh, std::memory_order_release);
  return *fresh;
}

const Ring* Ring::existing(ThreadIndex thread) {
  return std::atomic_ref<Ring*>(tables.rings[thread]).load(std::memory_order_acquire);
}

Ring::Packed& Ring::at(std::uint64_t number) const {
  auto* const events = reinterpret_cast<Packed*>(const_cast<Ring*>(this) + 1);
  return events[number & (rt.rules.past - 1)];
}

void Ring::append(const PastEvent& e) {
  const std::uint64_t number = end_.load(std::memory_order_relaxed);
  if (number == 0) firstEpoch_.store(e.epoch, std::memory_order_relaxed);
  // A reader that sees a new word also sees the end that came before it.
  std::atomic_thread_fence(std::memory_order_release);
  Packed& packed = at(number);
  packed.word[0].store(std::uint64_t{e.object} << 32 | e.number, std::memory_order_relaxed);
  packed.word[1].store(std::uint64_t{e.epoch} << 32 | static_cast<unsigned>(e.kind) << 8U |
                           static_cast<unsigned>(e.order),
                       std::memory_order_relaxed);
  packed.word[2].store(e.time, std::memory_order_relaxed);
  end_.store(number + 1, std::memory_order_release);
}

// One less than there is room for: the next one may be half written.
std::uint64_t Ring::oldest(std::uint64_t end) const {
  return end < rt.rules.past ? 0 : end - rt.rules.past + 1;
}

bool Ring::read(std::uint64_t number, PastEvent& e) const {
  const Packed& packed = at(number);
  const std::uint64_t name = packed.word[0].load(std::memory_order_relaxed);
  const std::uint64_t what = packed.word[1].load(std::memory_order_relaxed);
  const std::uint64_t time = packed.word[2].load(std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_acquire);
  if (number < oldest(end_.load(std::memory_order_relaxed))) return false;
  e = {.kind = static_cast<PastKind>(what >> 8 & 0xff),
       .order = static_cast<Order>(what & 0xff),
       .object = static_cast<PastName>(name >> 32),
       .number = static_cast<std::uint32_t>(name),
       .epoch = static_cast<Epoch>(what >> 32),
       .time = time,
       .thread = thread_};
  return true;
}

std::uint64_t Ring::lastTime() const {
  const std::uint64_t count = end();
  PastEvent e;
  return count > 0 && read(count - 1, e) ? e.time : 0;
}

std::uint64_t Ring::find(Epoch epoch, std::uint64_t end) const {
  std::uint64_t low = oldest(end);
  std::uint64_t high = end;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    PastEvent e;
    if (!read(middle, e) || e.epoch < epoch) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace robur::runtime

#include "explore/store/state_store.h"

#include <bit>

namespace robur {

StateStore::StateStore(std::size_t wordsPerState)
    : payload(wordsPerState), records(wordsPerState + 1) {
  mask = (1u << 12) - 1;
  table.reset(new std::atomic<std::uint64_t>[mask + 1]());
}

void StateStore::drop(Ticket& ticket) {
  if (ticket.id == kNoState) return;
  records[ticket.id][0] = 0;
  holes.fetch_add(1, std::memory_order_relaxed);
  ticket.id = kNoState;
}

void StateStore::reserve(std::uint64_t more) {
  const std::uint64_t wanted = std::bit_ceil((end() + more) * 3 / 2);
  if (wanted <= mask + 1) return;
  std::unique_ptr<std::atomic<std::uint64_t>[]> bigger(new std::atomic<std::uint64_t>[wanted]());
  for (StateId id = 0; id < end(); ++id) {
    if (!valid(id)) continue;
    const std::uint64_t hash = hashOf(words(id));
    std::uint64_t i = hash & (wanted - 1);
    while (bigger[i].load(std::memory_order_relaxed) != 0) i = (i + 1) & (wanted - 1);
    bigger[i].store((hash & kTag) | (id + 1), std::memory_order_relaxed);
  }
  table = std::move(bigger);
  mask = wanted - 1;
}

}  // namespace robur

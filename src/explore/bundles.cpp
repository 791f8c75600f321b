#include "explore/bundles.h"

#include <algorithm>
#include <new>

namespace robur {

Bundles::Bundle* Bundles::addChunk(StateId state) {
  const std::lock_guard lock(growing);
  std::atomic<Bundle*>& chunk = chunks[state >> kChunkBits];
  Bundle* first = chunk.load(std::memory_order_relaxed);
  if (first != nullptr) return first;
  // All zero is a bundle of nothing.
  constexpr std::size_t kCount = std::size_t{1} << kChunkBits;
  first = static_cast<Bundle*>(std::calloc(kCount, sizeof(Bundle)));
  if (first == nullptr) throw std::bad_alloc();
  owned.emplace_back(first);
  taken += kCount * sizeof(Bundle);
  chunk.store(first, std::memory_order_release);
  return first;
}

void Bundles::grow(Bundle& bundle, Hand& hand) {
  const unsigned room = bundle.block == nullptr ? 0 : bundle.room + 1u;
  const std::uint32_t capacity = capacityOf(room);
  if (hand.spare.size() <= room) hand.spare.resize(room + 1);
  Arrival* block = nullptr;
  if (!hand.spare[room].empty()) {
    block = hand.spare[room].back();
    hand.spare[room].pop_back();
  } else {
    if (hand.left < capacity) {
      const std::lock_guard lock(growing);
      const std::size_t piece = std::max<std::size_t>(capacity, kPiece);
      pieces.push_back(std::make_unique_for_overwrite<Arrival[]>(piece));
      taken += piece * sizeof(Arrival);
      hand.fresh = pieces.back().get();
      hand.left = piece;
    }
    block = hand.fresh;
    hand.fresh += capacity;
    hand.left -= capacity;
  }
  if (bundle.block != nullptr) {
    std::copy_n(bundle.block, bundle.size, block);
    hand.spare[bundle.room].push_back(bundle.block);
  }
  bundle.block = block;
  bundle.room = static_cast<std::uint8_t>(room);
}

std::vector<Bundles::Arrival> Bundles::arrivals(StateId state) {
  Bundle& bundle = at(state);
  const Locked lock(bundle.lock);
  return {bundle.block, bundle.block + bundle.size};
}

}  // namespace robur

#include "explore/columns/columns_per_state.h"

#include <algorithm>

namespace robur {

void ColumnsPerState::grow(Entry& entry, Buffer& buffer) {
  const unsigned room = entry.block == nullptr ? 0 : entry.room + 1u;
  const std::uint32_t capacity = capacityOf(room);
  if (buffer.spare.size() <= room) buffer.spare.resize(room + 1);
  Arrival* block = nullptr;
  if (!buffer.spare[room].empty()) {
    block = buffer.spare[room].back();
    buffer.spare[room].pop_back();
  } else {
    if (buffer.left < capacity) {
      const std::lock_guard lock(growing);
      const std::size_t piece = std::max<std::size_t>(capacity, kPiece);
      pieces.push_back(std::make_unique_for_overwrite<Arrival[]>(piece));
      taken += piece * sizeof(Arrival);
      buffer.fresh = pieces.back().get();
      buffer.left = piece;
    }
    block = buffer.fresh;
    buffer.fresh += capacity;
    buffer.left -= capacity;
  }
  if (entry.block != nullptr) {
    std::copy_n(entry.block, entry.size, block);
    buffer.spare[entry.room].push_back(entry.block);
  }
  entry.block = block;
  entry.room = static_cast<std::uint8_t>(room);
}

std::vector<ColumnsPerState::Arrival> ColumnsPerState::arrivals(StateId state) {
  Entry& entry = *entries[state];
  const std::lock_guard lock(entry);
  return {entry.block, entry.block + entry.size};
}

}  // namespace robur

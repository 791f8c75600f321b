#include "explore/columns/step_graph.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace robur {

// All zero is a chunk of states without lists.
std::uint32_t* StepGraph::chunkOf(StateId state) {
  std::atomic<std::uint32_t*>& place = firstLists[state >> kChunkBits];
  if (std::uint32_t* known = place.load(std::memory_order_acquire)) return known;
  const std::lock_guard lock(writing);
  if (std::uint32_t* known = place.load(std::memory_order_relaxed)) return known;
  constexpr std::size_t kCount = std::size_t{1} << kChunkBits;
  auto* chunk = static_cast<std::uint32_t*>(std::calloc(kCount, sizeof(std::uint32_t)));
  if (chunk == nullptr) throw std::bad_alloc();
  ownedChunks.emplace_back(chunk);
  taken += kCount * sizeof(std::uint32_t);
  place.store(chunk, std::memory_order_release);
  return chunk;
}

// Adds adjacent pieces; returns where they begin.
std::uint32_t StepGraph::addPieces(std::size_t count, std::uint32_t*& words) {
  constexpr std::size_t kWords = std::size_t{1} << kPieceBits;
  const std::lock_guard lock(writing);
  const std::size_t first = pieces.size();
  if (first + count >= std::size_t{1} << (32 - kPieceBits)) throw std::bad_alloc();
  owned.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(count * kWords));
  words = owned.back().get();
  for (std::size_t i = 0; i < count; ++i) pieces.push_back(owned.back().get() + i * kWords);
  taken += count * kWords * sizeof(std::uint32_t);
  return static_cast<std::uint32_t>(first << kPieceBits);
}

KindId StepGraph::addKind(const StepKind& kind) {
  const std::lock_guard lock(writing);
  kinds.push_back(kind);
  taken += sizeof kind;
  return static_cast<KindId>(kinds.size() - 1);
}

void StepGraph::Writer::write(StateId from, std::span<const Step> steps) {
  static_assert(sizeof(Step) == 2 * sizeof(std::uint32_t));
  constexpr std::size_t kWords = std::size_t{1} << kPieceBits;
  const std::size_t size = kHead + 2 * steps.size();
  if (left < size) {
    const std::size_t count = (size + kWords) / kWords;
    next = graph.addPieces(count, words) + 1;
    ++words;
    left = count * kWords - 1;
  }
  std::uint32_t& first = graph.chunkOf(from)[from & ((1u << kChunkBits) - 1)];
  words[0] = static_cast<std::uint32_t>(steps.size());
  words[1] = first;
  if (!steps.empty()) std::memcpy(words + kHead, steps.data(), steps.size_bytes());
  first = next;
  next += static_cast<std::uint32_t>(size);
  words += size;
  left -= size;
}

KindId StepGraph::Writer::add(std::size_t at, const Known& kind) {
  known[at] = kind;
  if (2 * ++count > known.size()) {
    std::vector<Known> old(2 * known.size());
    std::swap(old, known);
    for (const Known& k : old) {
      if (k.kind == kNoKind) continue;
      std::size_t i = entryOf(k.event, k.liveness, k.ranks);
      while (known[i].kind != kNoKind) i = (i + 1) & (known.size() - 1);
      known[i] = k;
    }
  }
  return kind.kind;
}

}  // namespace robur

#include "explore/columns/step_graph.h"

#include <cstring>
#include <new>

namespace robur {

// Adds adjacent pieces; returns where they begin.
std::uint32_t StepGraph::addPieces(std::size_t count, std::uint32_t*& words) {
  const std::lock_guard lock(writing);
  const std::size_t first = pieces.size();
  if (first + count >= std::size_t{1} << (32 - kPieceBits)) throw std::bad_alloc();
  owned.push_back(std::make_unique_for_overwrite<std::uint32_t[]>(count * kPiece));
  words = owned.back().get();
  for (std::size_t i = 0; i < count; ++i) pieces.push_back(owned.back().get() + i * kPiece);
  return static_cast<std::uint32_t>(first << kPieceBits);
}

KindId StepGraph::addKind(const StepKind& kind) {
  const std::lock_guard lock(writing);
  kinds.push_back(kind);
  return static_cast<KindId>(kinds.size() - 1);
}

void StepGraph::Writer::write(StateId from, std::span<const Step> steps) {
  static_assert(sizeof(Step) == 2 * sizeof(std::uint32_t));
  const std::size_t size = kHead + 2 * steps.size();
  if (left < size) {
    const std::size_t count = (size + kPiece) / kPiece;
    next = graph.addPieces(count, words) + 1;
    ++words;
    left = count * kPiece - 1;
  }
  ListAt& first = *graph.firstLists.make(from);
  words[0] = static_cast<std::uint32_t>(steps.size());
  words[1] = first;
  if (!steps.empty()) std::memcpy(words + kHead, steps.data(), steps.size_bytes());
  first = next;
  next += static_cast<std::uint32_t>(size);
  words += size;
  left -= size;
}

}  // namespace robur

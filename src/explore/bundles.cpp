#include "explore/bundles.h"

#include <algorithm>
#include <new>

namespace robur {

namespace {

class Locked {
 public:
  explicit Locked(std::atomic_flag& flag) : flag(flag) {
    while (flag.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Locked() { flag.clear(std::memory_order_release); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  std::atomic_flag& flag;
};

}  // namespace

Bundles::Bundles()
    : chunks(
          static_cast<std::atomic<Bundle*>*>(std::calloc(kChunks, sizeof(std::atomic<Bundle*>)))) {
  if (!chunks) throw std::bad_alloc();
}

Bundles::Bundle& Bundles::at(StateId state) {
  std::atomic<Bundle*>& chunk = chunks[state >> kChunkBits];
  Bundle* first = chunk.load(std::memory_order_acquire);
  if (first == nullptr) [[unlikely]] {
    const std::lock_guard lock(growing);
    first = chunk.load(std::memory_order_relaxed);
    if (first == nullptr) {
      // All zero is a bundle of nothing.
      constexpr std::size_t kCount = std::size_t{1} << kChunkBits;
      first = static_cast<Bundle*>(std::calloc(kCount, sizeof(Bundle)));
      if (first == nullptr) throw std::bad_alloc();
      owned.emplace_back(first);
      taken += kCount * sizeof(Bundle);
      chunk.store(first, std::memory_order_release);
    }
  }
  return first[state & ((1u << kChunkBits) - 1)];
}

void Bundles::grow(Bundle& bundle, Hand& hand) {
  const unsigned room = bundle.block == nullptr ? 0 : bundle.room + 1u;
  const std::uint32_t capacity = capacityOf(room);
  if (hand.spare.size() <= room) hand.spare.resize(room + 1);
  std::uint32_t* block = nullptr;
  if (!hand.spare[room].empty()) {
    block = hand.spare[room].back();
    hand.spare[room].pop_back();
  } else {
    const std::size_t words = 3 * std::size_t{capacity};
    if (hand.left < words) {
      const std::lock_guard lock(growing);
      const std::size_t piece = std::max(words, kPiece);
      pieces.emplace_back(new std::uint32_t[piece]);
      taken += piece * sizeof(std::uint32_t);
      hand.fresh = pieces.back().get();
      hand.left = piece;
    }
    block = hand.fresh;
    hand.fresh += words;
    hand.left -= words;
  }
  if (bundle.block != nullptr) {
    const std::uint32_t before = capacityOf(bundle.room);
    for (unsigned part = 0; part < 3; ++part) {
      std::copy_n(bundle.block + part * before, bundle.size, block + part * capacity);
    }
    hand.spare[bundle.room].push_back(bundle.block);
  }
  bundle.block = block;
  bundle.room = static_cast<std::uint8_t>(room);
}

void Bundles::add(StateId state, std::span<const Strand> strands, StateId from, std::uint32_t level,
                  Hand& hand) {
  Bundle& bundle = at(state);
  const Locked lock(bundle.lock);
  for (const Strand& strand : strands) {
    const std::uint32_t* end = bundle.block + bundle.size;
    if (std::find(static_cast<const std::uint32_t*>(bundle.block), end, strand.id) != end) continue;
    if (bundle.level != level) {
      bundle.level = level;
      bundle.previous = bundle.fresh;
      bundle.fresh = bundle.size;
      hand.changed.push_back(state);
    }
    if (bundle.block == nullptr || bundle.size == capacityOf(bundle.room)) grow(bundle, hand);
    const std::uint32_t capacity = capacityOf(bundle.room);
    bundle.block[bundle.size] = strand.id;
    bundle.block[capacity + bundle.size] = from;
    bundle.block[2 * capacity + bundle.size] = strand.entry;
    ++bundle.size;
    ++hand.added;
  }
}

void Bundles::copyNew(StateId state, std::uint32_t level, std::vector<Strand>& out) {
  out.clear();
  Bundle& bundle = at(state);
  const Locked lock(bundle.lock);
  const bool more = bundle.level == level;  // have others brought something in this level?
  const std::uint32_t end = more ? bundle.fresh : bundle.size;
  for (std::uint32_t i = more ? bundle.previous : bundle.fresh; i < end; ++i) {
    out.push_back({bundle.block[i], i});
  }
}

StrandId Bundles::strand(StateId state, std::uint32_t entry) {
  Bundle& bundle = at(state);
  const Locked lock(bundle.lock);
  return bundle.block[entry];
}

Bundles::Origin Bundles::origin(StateId state, std::uint32_t entry) {
  Bundle& bundle = at(state);
  const Locked lock(bundle.lock);
  const std::uint32_t capacity = capacityOf(bundle.room);
  return {bundle.block[capacity + entry], bundle.block[2 * capacity + entry]};
}

}  // namespace robur

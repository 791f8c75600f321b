#include "runtime/schedule/rounds.h"

namespace robur::runtime {

namespace {

// Two lanes of the multiplication of FNV-1a, on words.
struct Hash {
  StateHash now{0xcbf29ce484222325, 0x9ae16a3b2f90404f};
  void add(std::uint64_t word) {
    now.a = (now.a ^ word) * 0x9e3779b97f4a7c15;
    now.a ^= now.a >> 29;
    now.b = (now.b + word) * 0xc2b2ae3d27d4eb4f;
    now.b ^= now.b >> 32;
  }
};

}  // namespace

constinit thread_local AccessFrame accessFrame;

StateHash stateHash(std::uint64_t stackBase) {
  constexpr int kSaved = 6;  // rbp, rbx, r12 to r15
  Hash hash;
  const std::uint64_t* word = accessFrame.saved;
  for (int i = 1 - kSaved; i <= 0; ++i) hash.add(word[i]);
  const auto* const end = reinterpret_cast<const std::uint64_t*>(stackBase & ~std::uint64_t{7});
  const std::uint64_t* at = word + 1;
  while (at < end && *at != accessFrame.returns) ++at;
  // If the entry point has a copy of its return address, more is hashed than need be.
  for (at = at - word > kSaved ? at - kSaved : word; at < end; ++at) hash.add(*at);
  return hash.now;
}

bool isOnStack(std::uint64_t stackBase) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;  // what is worth hashing
  return stackBase - reinterpret_cast<std::uint64_t>(accessFrame.saved) < kMost;
}

ValueSet* KnownRounds::at(const StateHash& state, std::uint64_t variable) {
  for (std::uint64_t i = state.a ^ variable;; ++i) {
    Entry& entry = entries_[i % kStates];
    if (entry.variable == variable && entry.state == state) return &entry.values;
    if (entry.variable != 0) continue;
    if (used_ == kStates / 2) return nullptr;
    ++used_;
    entry.state = state;
    entry.variable = variable;
    return &entry.values;
  }
}

Round Rounds::begin(const StateHash& state, const volatile void* address, bool isLoad,
                    std::uint64_t& value) {
  Round round = Round::New;
  const std::uint32_t kept = count_ < kKept ? count_ : kKept;
  for (std::uint32_t back = 1; back <= kept && round == Round::New; ++back) {
    const Access& earlier = accesses_[(count_ - back) % kKept];
    if (earlier.address != address || !(earlier.state == state)) continue;
    round = back == 1 && isLoad && earlier.isLoad ? Round::Load : Round::Several;
    value = earlier.value;
  }
  if (round == Round::Load) return round;  // what it will find takes the place of what it found
  accesses_[count_++ % kKept] = {state, address, 0, isLoad};
  return round;
}

}  // namespace robur::runtime

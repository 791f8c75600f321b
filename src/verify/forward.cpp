#include "verify/forward.h"

#include <algorithm>

namespace robur::verify {

Forward::Matching& Forward::matching(std::uint32_t number, const Positions& positions) {
  if (found.size() <= number) found.resize(number + 1);
  Matching& out = found[number];
  if (out.made) return out;
  out.made = true;
  const auto& byPositions = abstraction.byPositions();
  if (std::find(positions.begin(), positions.end(), kAnywhere) == positions.end()) {
    if (const auto exact = byPositions.find(positions); exact != byPositions.end()) {
      out.states = exact->second;
    }
    return out;
  }
  for (const auto& [key, states] : byPositions) {
    bool fits = true;
    for (std::size_t t = 0; t < positions.size() && fits; ++t) {
      fits = positions[t] == kAnywhere || positions[t] == key[t];
    }
    if (fits) out.states.insert(out.states.end(), states.begin(), states.end());
  }
  return out;
}

std::uint32_t Forward::walk(Matching& where, std::uint32_t thread, SetId set) {
  std::uint32_t& at = where.walkable.at(raw(set), 0);
  if (at != Memo::kUnknown) return at;
  at = static_cast<std::uint32_t>(walkable.size());
  walkable.resize(walkable.size() + where.words(), 0);
  for (std::size_t i = 0; i < where.states.size(); ++i) {
    const std::vector<ListId>& all = lists[set];
    const bool walked = std::all_of(all.begin(), all.end(), [&](ListId id) {
      return abstraction.walks(where.states[i], thread, lists[id]);
    });
    if (walked) walkable[at + i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return at;
}

// True if all lists can be walked in one and the same abstract state.
bool Forward::allows(std::uint32_t number, const Positions& positions, const Demands& demands) {
  Matching& where = matching(number, positions);
  if (where.states.empty()) return false;
  std::array<std::uint32_t, kMostThreads> rows;
  std::size_t count = 0;
  for (std::uint32_t t = 0; t < demands.size(); ++t) {
    if (demands[t] != kNoDemand) rows[count++] = walk(where, t, demands[t]);
  }
  for (std::size_t word = 0; word < where.words(); ++word) {
    std::uint64_t all = ~std::uint64_t{0};
    for (std::size_t i = 0; i < count; ++i) all &= walkable[rows[i] + word];
    if (all != 0) return true;
  }
  return false;
}

}  // namespace robur::verify

#include "verify/buffers/forward.h"

#include <algorithm>

namespace robur::verify_buffers {

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

template <class Meets>
std::uint32_t Forward::flagsFor(Matching& where, std::uint32_t& known, const Meets& meets) {
  if (known != verify::Memo::kUnknown) return known;
  known = static_cast<std::uint32_t>(flags.size());
  flags.resize(flags.size() + where.size(), 0);
  for (std::size_t i = 0; i < where.states.size(); ++i) {
    if (meets(where.states[i])) flags[known + i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return known;
}

bool Forward::allows(std::uint32_t number, const Demand& demand) {
  Matching& where = matching(number, demand.positions);
  if (where.states.empty()) return false;
  rows.clear();
  for (std::uint32_t t = 0; t < demand.words.size(); ++t) {
    const WordId id = demand.words[t];
    if (id == kNoReads) continue;
    rows.push_back(flagsFor(where, where.words.at(raw(id), t), [&](Abstraction::StateId state) {
      return abstraction.reads(state, t, words[id]);
    }));
  }
  if (memories.demands(demand.memory) != 0) {
    const Memory& last = memories[demand.memory];
    const auto holds = [&](Abstraction::StateId state) {
      for (std::uint32_t c = 0; c < last.size(); ++c) {
        if (last[c] != system.values[c] && !abstraction.holds(state, c, last[c])) return false;
      }
      return true;
    };
    rows.push_back(flagsFor(where, where.memories.at(raw(demand.memory), 0), holds));
  }
  for (std::size_t word = 0; word < where.size(); ++word) {
    const std::size_t left = where.states.size() - std::min(where.states.size(), word * 64);
    std::uint64_t all = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    for (const std::uint32_t r : rows) all &= flags[r + word];
    if (all != 0) return true;
  }
  return false;
}

}  // namespace robur::verify_buffers

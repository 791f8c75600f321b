#include "verify/antichain.h"

#include <algorithm>

namespace robur::verify {

std::uint32_t Antichain::numberOf(const Positions& positions) {
  const auto [at, isNew] = numbers.emplace(positions, static_cast<std::uint32_t>(byNumber.size()));
  if (isNew) {
    byNumber.emplace_back().positions = &at->first;
    if (std::find(positions.begin(), positions.end(), kAnywhere) != positions.end()) {
      general.push_back(at->second);
    }
  }
  return at->second;
}

KindBits Antichain::bitsOf(std::span<const SetId> demands) const {
  KindBits out;
  for (const SetId set : demands) out.add(lists.bits(set));
  return out;
}

bool Antichain::less(std::span<const SetId> a, std::span<const SetId> b) {
  for (std::size_t t = 0; t < a.size(); ++t) {
    if (!lists.isWeaker(a[t], b[t])) return false;
  }
  return true;
}

bool Antichain::covers(const Group& group, std::span<const SetId> demands, const KindBits& bits) {
  return std::any_of(group.entries.begin(), group.entries.end(), [&](const Entry& entry) {
    return entry.bits.within(bits) && less(demandsOf(entry.node), demands);
  });
}

bool Antichain::widens(const Positions& wide, const Positions& positions) const {
  for (std::size_t t = 0; t < threads; ++t) {
    if (wide[t] != kAnywhere && wide[t] != positions[t]) return false;
  }
  return wide != positions;
}

bool Antichain::covers(std::uint32_t positions, const Demands& demands) {
  const KindBits bits = bitsOf(demands);
  Group& group = byNumber[positions];
  if (covers(group, demands, bits)) return true;
  for (; group.looked < general.size(); ++group.looked) {
    const std::uint32_t other = general[group.looked];
    if (widens(*byNumber[other].positions, *group.positions)) group.wider.push_back(other);
  }
  return std::any_of(group.wider.begin(), group.wider.end(),
                     [&](std::uint32_t other) { return covers(byNumber[other], demands, bits); });
}

std::uint32_t Antichain::add(const Demands& demands) {
  rows.insert(rows.end(), demands.begin(), demands.end());
  dropped.push_back(true);
  return size() - 1;
}

void Antichain::keep(std::uint32_t positions, std::uint32_t node) {
  const std::span<const SetId> demands = demandsOf(node);
  const KindBits bits = bitsOf(demands);
  std::vector<Entry>& entries = byNumber[positions].entries;
  count -= std::erase_if(entries, [&](const Entry& entry) {
    const bool more = bits.within(entry.bits) && less(demands, demandsOf(entry.node));
    if (more) dropped[entry.node] = true;
    return more;
  });
  entries.push_back({bits, node});
  dropped[node] = false;
  ++count;
}

std::size_t Antichain::bytes() const {
  return rows.capacity() * sizeof(SetId) + dropped.size() / 8 + count * sizeof(Entry) +
         byNumber.size() * (sizeof(Group) + threads * sizeof(Position) + 64);
}

}  // namespace robur::verify

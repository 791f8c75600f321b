#include "verify/symmetry.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace robur::verify {

namespace {

constexpr std::size_t kMostOrders = 24;

}  // namespace

Symmetry::Symmetry(const ThreadSystem& system, ListStore& lists)
    : lists(lists), threads(system.threadCount()) {
  for (std::uint32_t t = 0; t < threads; ++t) {
    std::vector<std::uint32_t> same;
    for (std::uint32_t u = t; u < threads; ++u) {
      if (system.kind[u] == t) same.push_back(u);
    }
    if (same.size() > 1) kinds.push_back(std::move(same));
  }
  order.resize(threads);
  perm.resize(threads);
  std::iota(perm.begin(), perm.end(), 0);
  idOf(perm);
}

std::uint32_t Symmetry::idOf(const std::vector<std::uint32_t>& perm) {
  const auto [at, isNew] = ids.emplace(perm, static_cast<std::uint32_t>(renamings.size()));
  if (isNew) renamings.push_back({at->second, perm});
  return at->second;
}

std::uint32_t Symmetry::canonical(Positions& positions, Demands& demands) {
  if (kinds.empty()) return 0;
  const auto rank = [&](std::uint32_t t) {
    return std::tuple(positions[t], lists[demands[t]].size(), lists.size(demands[t]));
  };
  const bool inOrder = std::all_of(kinds.begin(), kinds.end(), [&](const auto& names) {
    return std::adjacent_find(names.begin(), names.end(), [&](std::uint32_t a, std::uint32_t b) {
             return rank(a) >= rank(b);
           }) == names.end();
  });
  if (inOrder) return 0;
  std::vector<Tie> ties;
  std::iota(order.begin(), order.end(), 0);
  for (const std::vector<std::uint32_t>& names : kinds) {
    std::vector<std::uint32_t> sorted = names;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    for (std::size_t i = 0; i < names.size(); ++i) {
      order[names[i]] = sorted[i];
      const bool tied = i > 0 && rank(sorted[i - 1]) == rank(sorted[i]);
      if (!tied) ties.emplace_back();
      ties.back().names.push_back(names[i]);
      ties.back().threads.push_back(sorted[i]);
    }
  }
  std::erase_if(ties, [](const Tie& tie) { return tie.names.size() < 2; });
  std::uint32_t best = 0;
  bool first = true;
  for (std::size_t tried = 0; tried < kMostOrders; ++tried) {
    for (const Tie& tie : ties) {
      for (std::size_t i = 0; i < tie.names.size(); ++i) order[tie.names[i]] = tie.threads[i];
    }
    const std::uint32_t id = apply(demands);
    if (first || candidate < least) {
      least.swap(candidate);
      best = id;
    }
    first = false;
    const auto next = std::find_if(ties.begin(), ties.end(), [](Tie& tie) {
      return std::next_permutation(tie.threads.begin(), tie.threads.end());
    });
    if (next == ties.end()) break;
  }
  if (best == 0) return 0;
  demands = least;
  const Positions before = positions;
  for (std::uint32_t t = 0; t < threads; ++t) positions[renamings[best].perm[t]] = before[t];
  return best;
}

// Sets `candidate` to the demands under the names that `order` gives.
std::uint32_t Symmetry::apply(const Demands& demands) {
  for (std::uint32_t i = 0; i < threads; ++i) perm[order[i]] = i;
  const std::uint32_t id = idOf(perm);
  candidate.resize(threads);
  for (std::uint32_t i = 0; i < threads; ++i) {
    candidate[i] = id == 0 ? demands[i] : lists.renamed(demands[order[i]], renamings[id]);
  }
  return id;
}

}  // namespace robur::verify

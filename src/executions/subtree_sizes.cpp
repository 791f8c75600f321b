#include "executions/subtree_sizes.h"

#include <algorithm>
#include <cmath>

namespace robur::executions {

namespace {

// How many numbers of events the factor of growth is taken from.
constexpr std::size_t kGrowthSpan = 6;

}  // namespace

void SubtreeSizes::add(const SubtreeSizes& other) {
  for (unsigned step = 0; step < 2; ++step) {
    const std::vector<Sum>& from = other.sizes[step];
    std::vector<Sum>& to = sizes[step];
    if (to.size() < from.size()) to.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
      to[i].subtrees += from[i].subtrees;
      to[i].finals += from[i].finals;
      to[i].steps += from[i].steps;
    }
  }
}

void SubtreeSizes::clear() {
  for (std::vector<Sum>& sums : sizes) std::fill(sums.begin(), sums.end(), Sum{});
}

double SubtreeSizes::finals(Step step, std::size_t events) const {
  const std::vector<Sum>& sums = sizes[static_cast<unsigned>(step)];
  const auto known = [&](std::size_t at) { return at < sums.size() && sums[at].subtrees != 0; };
  if (known(events)) return sums[events].average();
  // Fewer events mean larger subtrees, which are completed later: the nearest known number is
  // mostly larger.
  std::size_t nearest = events + 1;
  while (nearest < sums.size() && !known(nearest)) ++nearest;
  if (nearest >= sums.size()) {
    const auto smaller =
        std::find_if(sums.rbegin(), sums.rend(), [](const Sum& sum) { return sum.subtrees != 0; });
    return smaller == sums.rend() ? 1 : smaller->average();
  }
  std::size_t far = std::min(sums.size() - 1, nearest + kGrowthSpan);
  while (far > nearest && (!known(far) || sums[far].finals == 0)) --far;
  const double size = sums[nearest].average();
  if (far == nearest || size <= sums[far].average()) return size;
  const double growth =
      std::pow(size / sums[far].average(), 1 / static_cast<double>(far - nearest));
  return size * std::pow(growth, static_cast<double>(nearest - events));
}

}  // namespace robur::executions

// What is left of a set of guesses when those that do not stand a test are dropped. Usually
// all stand it together; the test is expensive, so that halving is how the others are found.
#pragma once

#include <cstddef>
#include <vector>

namespace robur {

// The greatest part, as far as halving finds it, that stands the test together. `patience` is how
// often the test may be made.
template <class T, class Test>
std::vector<T> standing(const std::vector<T>& all, const Test& test, unsigned& patience) {
  if (all.empty() || patience == 0) return {};
  --patience;
  if (test(all)) return all;
  if (all.size() == 1) return {};
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::vector<T> first = standing(std::vector<T>(all.begin(), middle), test, patience);
  const std::vector<T> second = standing(std::vector<T>(middle, all.end()), test, patience);
  if (second.empty()) return first;
  if (first.empty()) return second;
  std::vector<T> both = first;
  both.insert(both.end(), second.begin(), second.end());
  if (patience == 0) return first;
  --patience;
  return test(both) ? both : first;
}

}  // namespace robur

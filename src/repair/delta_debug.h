// Delta debugging: drops those candidates that make a test fail. Usually all of them pass together;
// the test is expensive, so the failing ones are found by bisection.
#pragma once

#include <cstddef>
#include <vector>

namespace robur {

// A subset that passes the test as a whole, as large as bisection finds it. `attempts` limits how
// often the test is run, and is reduced by each run.
template <class T, class Test>
std::vector<T> passingSubset(const std::vector<T>& all, const Test& test, unsigned& attempts) {
  if (all.empty() || attempts == 0) return {};
  --attempts;
  if (test(all)) return all;
  if (all.size() == 1) return {};
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::vector<T> first = passingSubset(std::vector<T>(all.begin(), middle), test, attempts);
  const std::vector<T> second = passingSubset(std::vector<T>(middle, all.end()), test, attempts);
  if (second.empty()) return first;
  if (first.empty()) return second;
  std::vector<T> both = first;
  both.insert(both.end(), second.begin(), second.end());
  if (attempts == 0) return first;
  --attempts;
  return test(both) ? both : first;
}

}  // namespace robur

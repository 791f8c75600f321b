// Which strengthenings a violation does not survive.
//
// Starting from a choice with which the violation occurs, others are added as long as it remains:
// all at once if possible and by bisection if not, because most strengthenings have nothing to do
// with a given violation. Those that could not be added are the blocking set.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "repair/strengthening.h"

namespace robur {

class RefusedOptions {
 public:
  // Does the violation occur with this choice?
  using Remains = std::function<bool(const Choice&)>;

  RefusedOptions(const Choice& choice, Remains remains)
      : extended(choice), remains(std::move(remains)) {}

  // Those of `open`, which is sorted, that the violation does not survive; sorted.
  std::vector<std::uint32_t> among(const std::vector<std::uint32_t>& open) {
    extend(open.begin(), open.end());
    return std::move(refused);
  }

 private:
  using Iterator = std::vector<std::uint32_t>::const_iterator;

  void extend(Iterator begin, Iterator end) {
    if (begin == end) return;
    Choice more = extended;
    more.insert(more.end(), begin, end);
    std::sort(more.begin(), more.end());
    if (remains(more)) {
      extended = std::move(more);
    } else if (end - begin == 1) {
      refused.push_back(*begin);
    } else {
      const Iterator middle = begin + (end - begin) / 2;
      extend(begin, middle);
      extend(middle, end);
    }
  }

  Choice extended;
  Remains remains;
  std::vector<std::uint32_t> refused;
};

}  // namespace robur

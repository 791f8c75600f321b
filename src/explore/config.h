// A state laid out for computing: the machine's numbers and the monitor's rows.
#pragma once

#include <cstdint>
#include <vector>

#include "models/bits.h"

namespace robur {

template <int W>
struct Config {
  std::vector<std::int64_t> machine;
  std::vector<Bits<W>> rows;
};

}  // namespace robur

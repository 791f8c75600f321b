// Thrown when Robur contradicts itself: the independent judge rejects a witness, or a row of the
// monitor is wrong. Always a bug in Robur.
#pragma once

#include <stdexcept>

namespace robur {

struct InternalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace robur

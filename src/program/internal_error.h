// Thrown when Robur contradicts itself: a witness that the independent judge rejects, a
// row that does not mean what it should. Never a verdict, never the user's fault.
#pragma once

#include <stdexcept>

namespace robur {

struct InternalError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace robur

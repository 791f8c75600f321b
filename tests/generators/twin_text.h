// Random small concurrent programs, each written in .rob and in C++.
//
// `robur check` decides the first, the sanitizer runs the second under every schedule, and the
// verdicts must agree (tests/sanitizer/equivalence_test.sh). Straight-line code, so every
// schedule ends.
#pragma once

#include <string>

#include "generators/rng.h"

namespace robur::testing {

struct TwinText {
  std::string rob;  // a whole program
  std::string cpp;  // the body of a function

  void add(const std::string& line, const std::string& sameInCpp) {
    rob += "  " + line + "\n";
    cpp += "  " + sameInCpp + "\n";
  }
};

// `scShare` percent of the accesses are sc.
TwinText randomTwin(Rng& rng, unsigned scShare = 0);

}  // namespace robur::testing

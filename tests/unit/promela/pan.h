// Runs Spin's pipeline on a model and parses the output of the verifier.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace robur::testing {

struct PanResult {
  bool ran = false;                // the verifier was built and finished its search
  std::set<std::string> violated;  // the names in its "assertion violated" messages
  std::uint64_t states = 0;        // states, stored
  std::string output;              // of all three programs, for the message of a failing test
};

bool spinInstalled();

// Explores the whole state space, one state per state of the model: no partial-order reduction, no
// merging of statements, no clearing of dead variables. The search continues after an error.
PanResult runPan(const std::string& promela);

}  // namespace robur::testing

// Small random programs in .rob that both `robur check` and `robur prove` accept. With havoc, which
// only the prover supports, `robur check` does not.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace robur::testing {

struct ProveTextOptions {
  bool havoc = false;
  bool copies = true;  // threads may come in two copies
  bool loops = true;
};

std::string randomProveText(std::mt19937_64& random, const ProveTextOptions& options);

}  // namespace robur::testing

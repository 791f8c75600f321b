// Small random programs in .rob that both `robur check` and `robur prove` take, unless havoc is
// among them, which only the prover knows.
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

#include "generators/locked_sections.h"

#include <fmt/format.h>

#include "generators/rng.h"

namespace robur::testing {

namespace {

class LockWriter {
 public:
  explicit LockWriter(std::uint64_t seed) : rng(seed) {}

  std::string program() {
    // Brute force manages about a dozen events.
    const unsigned threads = rng.chance(60) ? 2 : 3;
    std::string out;
    for (unsigned t = 0; t < threads; ++t) {
      if (t > 0) out += " || ";
      items = 7 - threads;
      thread.clear();
      while (items > 0) item(true);
      out += thread;
    }
    return out;
  }

 private:
  void add(const std::string& event) {
    if (!thread.empty()) thread += "; ";
    thread += event;
    items = items > 0 ? items - 1 : 0;
  }

  void item(bool mayNest) {
    switch (rng.weighted({mayNest ? 50u : 12u, 25, 15, 6, 2, 2})) {
      case 0:
        return section();
      case 1:
        return rng.chance(50) ? add("R.na d 0") : add(fmt::format("W.na d {}", rng.between(1, 2)));
      case 2:
        return rng.chance(50) ? add("R.acq x 0")
                              : add(fmt::format("W.rel x {}", rng.between(1, 2)));
      case 3:
        return add(fmt::format("wait.acq x {}", rng.between(1, 2)));
      case 4:
        return add("R l 0");
      default:
        return add("C.acq l 0 1");
    }
  }

  void section() {
    const char* const lock = rng.chance(65) ? "l" : "m";
    const bool other = rng.oneIn(12);  // another value that locks
    add(fmt::format("bcas.acq {} 0 {}", lock, other ? 2 : 1));
    for (std::size_t inside = rng.below(3); inside > 0; --inside) item(false);
    if (rng.oneIn(10)) return;
    add(fmt::format("W.rel {} {}", lock, rng.oneIn(15) ? 2 : 0));
  }

  Rng rng;
  std::string thread;
  unsigned items = 0;
};

}  // namespace

std::string lockedSections(std::uint64_t seed) {
  return LockWriter(seed).program();
}

}  // namespace robur::testing

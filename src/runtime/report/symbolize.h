// Names for addresses, asked of llvm-symbolizer in a process of its own: reading debug
// information takes an allocator and much code, and neither belongs into the program.
#pragma once

#include <cstdint>

#include "runtime/report/output.h"

namespace robur::runtime {

// One question per line; the answer has a paragraph per question, in the same order. Empty if
// there is no symbolizer.
class Symbolizer {
 public:
  void askCode(std::uint64_t address);
  void askData(std::uint64_t address);
  void askFrame(std::uint64_t address);  // two: the function there, and its variables
  const char* answers();

 private:
  void ask(const char* kind, std::uint64_t address);

  static constexpr int kMost = 500;
  Text questions_;
  Text answers_;
  int asked_ = 0;
};

// The file that an address belongs to and its offset there; null if none.
struct Module {
  char path[512] = {};
  std::uint64_t offset = 0;
};
bool moduleOf(std::uint64_t address, Module& module);

}  // namespace robur::runtime

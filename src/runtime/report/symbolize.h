// Names for addresses, from llvm-symbolizer in a process of its own: reading debug information
// needs an allocator and much code, and neither should be linked into the program.
#pragma once

#include <cstdint>

#include "runtime/text/text.h"

namespace robur::runtime {

// Questions are collected and asked at once. The answers are paragraphs in the same order, or the
// empty string if there is no symbolizer.
class Symbolizer {
 public:
  void askCode(std::uint64_t address);
  void askData(std::uint64_t address);
  void askFrame(std::uint64_t address);  // two questions: the function there, and its variables
  const char* answers();
  // After answers(): no symbolizer could be started.
  bool missing() const { return missing_; }

 private:
  void ask(const char* kind, std::uint64_t address);

  static constexpr int kMost = 500;
  Text questions_;
  Text answers_;
  int asked_ = 0;
  bool missing_ = false;
};

// The executable or library that contains an address, and the offset in it.
struct Module {
  char path[512] = {};
  std::uint64_t offset = 0;
};
bool moduleOf(std::uint64_t address, Module& module);

}  // namespace robur::runtime

// Does a state under SC meet a target?
//
// A state is a row of numbers: of each thread's local state, then of each cell's value. A target
// tests them one by one, and there are few numbers and many states, so answers are remembered.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "verify/question.h"

namespace robur::verify {

using Row = std::vector<std::uint64_t>;

class TargetTest {
 public:
  // Both must outlive it.
  TargetTest(const LocalGraphs& locals, const Target& target);

  bool operator()(const Row& row);

 private:
  enum class Answer : std::uint8_t { Unknown, No, Yes };
  struct NumberTest {
    std::size_t at;  // in the row
    std::function<bool(std::uint64_t)> passes;
    std::vector<Answer> answers;  // by number
  };

  std::vector<NumberTest> tests;
};

}  // namespace robur::verify

// Damages texts at random, the same way for the same seed: the ordinary build uses it instead of a
// fuzzer.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace robur::testing {

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, std::uint64_t seed);

  // One of the texts with one to six changes.
  std::string next();

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }
  const std::string& anySeed() { return seeds_[below(seeds_.size())]; }
  void change(std::string& text);
  void changeTokens(std::string& text);

  std::vector<std::string> seeds_;
  std::mt19937_64 random_;
};

// The text in words, numbers, blanks and single symbols.
std::vector<std::string> tokensOf(const std::string& text);

}  // namespace robur::testing

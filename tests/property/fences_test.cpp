// RC20's SC fences against RC11's: every program of relaxed accesses and fences in order of size.
// Up to five instructions they agree; of six there are programs on which they do not, and
// tests/corpus/litmus/fence-order.rob is one.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/check.h"
#include "generators/litmus.h"

namespace robur::testing {
namespace {

const char* const kWords[] = {"F.sc", "W x", "W y", "R x", "R y", "wait x", "wait y"};
constexpr std::size_t kWordCount = std::size(kWords);

using Threads = std::vector<std::vector<std::size_t>>;  // of numbers of words

// The words cut into threads: bit i cuts after word i.
Threads cut(const std::vector<std::size_t>& words, unsigned cuts) {
  Threads threads(1);
  for (std::size_t i = 0; i < words.size(); ++i) {
    threads.back().push_back(words[i]);
    if (cuts >> i & 1) threads.emplace_back();
  }
  return threads;
}

std::string textOf(const Threads& threads) {
  std::string text;
  int written[2] = {};
  for (const auto& thread : threads) {
    if (!text.empty()) text += " || ";
    for (std::size_t i = 0; i < thread.size(); ++i) {
      std::string word = kWords[thread[i]];
      if (word[0] == 'W') word += " " + std::to_string(++written[word.back() == 'y']);
      if (word[0] == 'w') word += " 1";
      text += (i > 0 ? "; " : "") + word;
    }
  }
  return text;
}

bool differ(const std::string& text) {
  const Program program = programOf(parseLitmus(text));
  const Verdict rc20 = check(program, ModelName::Rc20, {}).verdict;
  return rc20 != check(program, ModelName::Rc11, {}).verdict;
}

// Calls visit(text) for every program of this size with two fences or more, in two threads
// or three; the order of threads makes no difference.
template <class Visit>
void forEachProgram(std::size_t size, const Visit& visit) {
  std::vector<std::size_t> words(size, 0);
  while (true) {
    if (std::ranges::count(words, 0u) >= 2) {
      for (unsigned cuts = 1; cuts < 1u << (size - 1); ++cuts) {
        const Threads threads = cut(words, cuts);
        if (threads.size() <= 3 && std::ranges::is_sorted(threads)) visit(textOf(threads));
      }
    }
    std::size_t at = size;
    while (at > 0 && words[at - 1] + 1 == kWordCount) words[--at] = 0;
    if (at == 0) return;
    ++words[at - 1];
  }
}

TEST(ScFences, OfRc20AndRc11AgreeOnSmallPrograms) {
  std::size_t programs = 0;
  for (std::size_t size = 2; size <= 5; ++size) {
    forEachProgram(size, [&](const std::string& text) {
      ++programs;
      EXPECT_FALSE(differ(text)) << text;
    });
  }
  EXPECT_GT(programs, 5000u);
}

TEST(ScFences, OfRc20AndRc11DifferOnSix) {
  EXPECT_TRUE(differ("F.sc; R x || W x 1; W y 1 || wait y 1; F.sc"));
}

}  // namespace
}  // namespace robur::testing

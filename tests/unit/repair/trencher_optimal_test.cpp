// Repairs of random automata against every set of fences. The test writes the fences itself, as
// transitions between states that it made for them.
#include <iostream>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/trencher/parse_trencher.h"
#include "repair/repair.h"
#include "repair/trencher_draft.h"

namespace robur {
namespace {

// A thread runs through its steps; each has one or two ways, of which it takes one.
struct Way {
  std::string instruction;
};
using Step = std::vector<Way>;
using Thread = std::vector<Step>;

RepairOptions options() {
  RepairOptions out;
  out.models = {ModelName::Tso};
  out.check.workers = 1;
  out.check.exactLoops = true;
  return out;
}

// Bit after bit of `fences`: in front of a step that has one way, and behind each way.
std::string textOf(const std::vector<Thread>& threads, std::uint64_t fences, unsigned& bits) {
  std::ostringstream out;
  bits = 0;
  const auto chosen = [&] { return (fences >> bits++ & 1) != 0; };
  for (std::size_t t = 0; t < threads.size(); ++t) {
    out << "thread t" << t << " initial s0\n";
    for (std::size_t i = 0; i < threads[t].size(); ++i) {
      std::string from = fmt::format("s{}", i);
      if (threads[t][i].size() == 1 && chosen()) {
        out << fmt::format("transition s{0} f{0} mfence\n", i);
        from = fmt::format("f{}", i);
      }
      for (std::size_t w = 0; w < threads[t][i].size(); ++w) {
        const bool fence = chosen();
        const std::string to = fence ? fmt::format("b{}_{}", i, w) : fmt::format("s{}", i + 1);
        out << fmt::format("transition {} {} {}\n", from, to, threads[t][i][w].instruction);
        if (fence) out << fmt::format("transition {} s{} mfence\n", to, i + 1);
      }
    }
    out << "end\n";
  }
  return out.str();
}

bool robust(const std::string& text) {
  const Parsed parsed = parseTrencher({"p", text});
  EXPECT_TRUE(parsed.program) << text;
  if (!parsed.program) return false;
  const Result result = check(*parsed.program, ModelName::Tso, options().check);
  EXPECT_NE(result.verdict, Verdict::Unknown) << text;
  return result.verdict == Verdict::Robust;
}

std::vector<Thread> randomThreads(unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<Thread> out(2);
  for (Thread& thread : out) {
    thread.resize(2 + below(2));
    for (Step& step : thread) {
      step.resize(below(4) == 0 ? 2 : 1);
      for (Way& way : step) {
        way.instruction = below(2) == 0 ? fmt::format("read r {}", below(2))
                                        : fmt::format("write 1 {}", below(2));
      }
    }
  }
  return out;
}

TEST(RepairTrencher, NoSetOfFencesIsSmaller) {
  unsigned repaired = 0;
  for (unsigned seed = 1; repaired < 40; ++seed) {
    ASSERT_LT(seed, 10'000u);
    const std::vector<Thread> threads = randomThreads(seed);
    unsigned bits = 0;
    const std::string text = textOf(threads, 0, bits);
    if (robust(text)) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const TrencherDraft draft =
        draftForTrencher(parseTrencher({"p", text}), Allowed{}, Prices(Prices::By::Size));
    const Repair found = repair(draft.draft, options());
    ASSERT_EQ(found.outcome, Repair::Outcome::Repaired);
    const Choice& choice = found.solutions.front().choice;
    EXPECT_TRUE(robust(draft.textOf(text, choice)));
    for (std::uint64_t fences = 0; fences < std::uint64_t{1} << bits; ++fences) {
      if (static_cast<std::size_t>(__builtin_popcountll(fences)) >= choice.size()) continue;
      const std::string other = textOf(threads, fences, bits);
      EXPECT_FALSE(robust(other)) << other;
    }
    ++repaired;
  }
  std::cout << repaired << " repaired\n";
}

// What is allowed and cannot be written is said.
TEST(RepairTrencher, UpdatesAreNotTried) {
  const std::string text =
      "thread a initial s\ntransition s t write 1 0\ntransition t u read r 1\nend\n"
      "thread b initial s\ntransition s t write 1 1\ntransition t u read r 0\nend\n";
  Allowed allowed;
  EXPECT_TRUE(
      draftForTrencher(parseTrencher({"p", text}), allowed, Prices()).draft.untried.empty());
  allowed.locked = true;
  EXPECT_EQ(draftForTrencher(parseTrencher({"p", text}), allowed, Prices()).draft.untried.size(),
            4u);
}

}  // namespace
}  // namespace robur

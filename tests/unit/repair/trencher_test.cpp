// Repairs of automata: as many fences as published, robust with all of them and not with one
// less, and texts that keep their layout.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "frontend/trencher/parse_trencher.h"
#include "repair/repair.h"
#include "repair/trencher_draft.h"
#include "unit/repair/text_at.h"

namespace robur {
namespace {

namespace fs = std::filesystem;

const fs::path kTable2 = fs::path(ROBUR_SOURCE_DIR) / "tests/corpus/table2";

RepairOptions optionsFor(ModelName model) {
  RepairOptions options;
  options.models = {model};
  options.check.workers = 1;
  options.check.exactLoops = true;
  return options;
}

Verdict verdictOf(const std::string& text, ModelName model) {
  const Parsed parsed = parseTrencher({"p", text});
  EXPECT_TRUE(parsed.program) << text;
  return check(*parsed.program, model, optionsFor(model).check).verdict;
}

TEST(RepairTrencher, EveryProgramOfTable2) {
  const std::pair<const char*, std::size_t> published[] = {
      {"peterson-nonrobust", 2}, {"nbw2", 1}, {"parker-nonrobust", 1}};
  unsigned repaired = 0;
  for (const auto& entry : fs::directory_iterator(kTable2)) {
    if (entry.path().extension() != ".trencher") continue;
    const std::string name = entry.path().stem().string();
    const std::string text = textAt(entry.path());
    if (text.find("tso: not-robust") == std::string::npos) continue;
    // What they become has too many states for this test.
    if (name.find("lamport") != std::string::npos) continue;
    const Parsed parsed = parseTrencher({name, text});
    ASSERT_TRUE(parsed.program) << name;
    const TrencherDraft draft = draftForTrencher(parsed, Allowed{}, Prices(Prices::By::Size));
    const Repair found = repair(draft.draft, optionsFor(ModelName::Tso));
    ASSERT_EQ(found.outcome, Repair::Outcome::Repaired) << name << found.why;
    const Choice& choice = found.solutions.front().choice;
    for (const auto& [file, fences] : published) {
      if (name == file) {
        EXPECT_EQ(choice.size(), fences) << name;
      }
    }
    EXPECT_EQ(verdictOf(draft.textOf(text, choice), ModelName::Tso), Verdict::Robust) << name;
    for (const std::uint32_t left : choice) {
      Choice fewer = choice;
      std::erase(fewer, left);
      EXPECT_EQ(verdictOf(draft.textOf(text, fewer), ModelName::Tso), Verdict::NotRobust) << name;
    }
    ++repaired;
  }
  EXPECT_GE(repaired, 4u);
}

TEST(RepairTrencher, WhatIsNotNeededBecomesANoop) {
  const std::string text =
      "thread a\ninitial s\n"
      "transition s t write 1 0\n"
      "transition t u mfence  # needed?\n"
      "transition u v read r 0\n"
      "end\n";
  const TrencherDraft draft = weakenedDraftForTrencher(parseTrencher({"p", text}), Prices());
  const Repair found = repair(draft.draft, optionsFor(ModelName::Tso));
  ASSERT_EQ(found.outcome, Repair::Outcome::Fulfilled);
  std::string expected = text;
  expected.replace(expected.find("mfence"), 6, "noop");
  EXPECT_EQ(draft.textOf(text, found.solutions.front().choice), expected);
}

TEST(RepairTrencher, NothingIsPutBetweenLockAndUnlock) {
  const std::string text =
      "thread a initial s\n"
      "transition s t lock\ntransition t u read r 0\ntransition u v write + r 1 0\n"
      "transition v w unlock\ntransition w x read r 1\nend\n";
  unsigned inside = 0;
  for (const TrencherTransition& t : transitionsOf(text)) inside += t.locked ? 1 : 0;
  EXPECT_EQ(inside, 4u);
  const TrencherDraft draft = draftForTrencher(parseTrencher({"p", text}), Allowed{}, Prices());
  EXPECT_EQ(draft.draft.sites.size(), 2u);
}

}  // namespace
}  // namespace robur

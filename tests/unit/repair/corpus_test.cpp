// Repairs of the corpus: the published numbers of fences, and for every program and model
// that the changed text is robust and that no single change can be left out.
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>

#include <gtest/gtest.h>

#include "frontend/language.h"
#include "frontend/rob/parse_rob.h"
#include "repair/draft_text.h"
#include "repair/repair.h"
#include "support/expectation.h"
#include "unit/repair/text_at.h"

namespace robur {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(ROBUR_SOURCE_DIR) / "tests/corpus";

struct Question {
  std::string file;  // below the corpus
  ModelName model{};
  Prices::By cost = Prices::By::Kind;
  bool orders = true;
};

struct Answer {
  Source source;
  Draft draft;
  Repair repair;
  CheckOptions check;
};

Answer ask(const Question& q) {
  Answer out;
  out.source = {q.file, textAt(kCorpus / q.file)};
  const Parsed parsed = parseRob(out.source);
  EXPECT_TRUE(parsed.program) << q.file;
  Allowed allowed;
  allowed.orders = q.orders;
  allowed.adaptTo({q.model});
  out.check.workers = 1;
  out.check.exactLoops = readHeader(out.source.text).expectation.exactLoops;
  RepairOptions options;
  options.models = {q.model};
  options.check = out.check;
  out.draft = draftFor(Language::Rob, parsed, allowed, Prices(q.cost));
  out.repair = repair(out.draft, options);
  return out;
}

// What they become has hundreds of thousands of states and more: bench/repair has them.
bool isLarge(const std::string& file) {
  constexpr std::string_view kLarge[] = {"chase-lev",   "lamport2-3",          "rcu",
                                         "seqlock.rob", "potential-two-lists", "filter-lock"};
  return std::ranges::any_of(
      kLarge, [&](std::string_view part) { return file.find(part) != std::string::npos; });
}

TEST(RepairCorpus, FencesAreAsManyAsPublished) {
  const std::pair<const char*, std::size_t> table2[] = {
      {"repair/peterson-nonrobust-threads.rob", 2},
      {"repair/dekker-nonrobust-threads.rob", 4},
      {"repair/lamport-nonrobust-threads.rob", 6},
      {"repair/cilk-the-wsq-threads.rob", 3},
      {"table2/nbw2.rob", 1},
      {"table2/parker-nonrobust.rob", 1}};
  for (const auto& [file, fences] : table2) {
    const Answer answer = ask({file, ModelName::Tso, Prices::By::Size, false});
    ASSERT_EQ(answer.repair.outcome, Repair::Outcome::Repaired) << file;
    EXPECT_EQ(answer.repair.solutions.front().choice.size(), fences) << file;
    EXPECT_LE(answer.repair.checks, 3 * fences) << file;
  }
}

std::size_t strengtheningsIn(const std::string& text) {
  std::size_t n = 0;
  for (const char* word : {"fence(sc)", ".exchange(", ".fetch_add(0,"}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      ++n;
  }
  return n;
}

// Figure 7 has variants of the algorithms that were strengthened by hand.
TEST(RepairCorpus, NoMoreFencesThanByHand) {
  unsigned compared = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kCorpus / "fig7")) {
    const std::string stem = entry.path().stem().string();
    if (entry.path().extension() != ".rob" || !stem.ends_with("-sc") || isLarge(stem)) continue;
    const std::string name = stem.substr(0, stem.size() - 3);
    // By hand Dekker's loop was also rewritten so that one fence serves two ways.
    if (name == "dekker") continue;
    for (const auto& [suffix, model] :
         {std::pair("-tso", ModelName::Tso), std::pair("-ra", ModelName::Ra)}) {
      const std::filesystem::path byHand = kCorpus / "fig7" / (name + suffix + ".rob");
      if (!std::filesystem::exists(byHand)) continue;
      const Answer answer = ask({"fig7/" + stem + ".rob", model, Prices::By::Size, false});
      ASSERT_EQ(answer.repair.outcome, Repair::Outcome::Repaired) << name;
      const Header header = readHeader(textAt(byHand));
      const auto verdict = header.expectation.verdicts.find(model);
      if (verdict == header.expectation.verdicts.end() || verdict->second != Verdict::Robust)
        continue;
      EXPECT_LE(answer.repair.solutions.front().choice.size(), strengtheningsIn(textAt(byHand)))
          << name << suffix;
      ++compared;
    }
  }
  EXPECT_GE(compared, 3u);
}

std::vector<Question> everyQuestion() {
  std::vector<Question> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kCorpus)) {
    if (entry.path().extension() != ".rob") continue;
    const Expectation expected = readHeader(textAt(entry.path())).expectation;
    const std::string file = entry.path().lexically_relative(kCorpus).generic_string();
    if (expected.slow || expected.open || file.starts_with("scale/") ||
        file.starts_with("mixes/") || isLarge(file))
      continue;
    for (const auto& [model, verdict] : expected.verdicts) {
      if (verdict == Verdict::NotRobust) out.push_back({file, model});
    }
  }
  std::sort(out.begin(), out.end(), [](const Question& a, const Question& b) {
    return std::tuple(a.file, a.model) < std::tuple(b.file, b.model);
  });
  return out;
}

class EveryProgram : public ::testing::TestWithParam<Question> {};

TEST_P(EveryProgram, IsRobustWithAllChangesAndWithNoneLeftOut) {
  const Answer answer = ask(GetParam());
  const ModelName model = GetParam().model;
  if (answer.repair.outcome == Repair::Outcome::Impossible) {
    // Only a race under SC cannot be fixed by fences and orders.
    ASSERT_FALSE(answer.repair.reasons.empty());
    EXPECT_EQ(answer.repair.reasons.back().finding.property, Property::Race);
    return;
  }
  ASSERT_EQ(answer.repair.outcome, Repair::Outcome::Repaired) << answer.repair.why;
  const Choice& choice = answer.repair.solutions.front().choice;
  const std::string text = textOf(Language::Rob, answer.source, answer.draft, choice);
  const Parsed changed = parseRob({answer.source.path, text});
  ASSERT_TRUE(changed.program) << text;
  EXPECT_EQ(check(*changed.program, model, answer.check).verdict, Verdict::Robust) << text;
  for (const std::uint32_t left : choice) {
    Choice fewer = choice;
    std::erase(fewer, left);
    const std::string weaker = textOf(Language::Rob, answer.source, answer.draft, fewer);
    const Parsed parsed = parseRob({answer.source.path, weaker});
    ASSERT_TRUE(parsed.program) << weaker;
    EXPECT_EQ(check(*parsed.program, model, answer.check).verdict, Verdict::NotRobust) << weaker;
  }
}

INSTANTIATE_TEST_SUITE_P(RepairCorpus, EveryProgram, ::testing::ValuesIn(everyQuestion()),
                         [](const auto& test) {
                           std::string name = test.param.file + "_" + spelling(test.param.model);
                           for (char& c : name) {
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace robur

// Repairs of the C and C++ corpus: the changed text compiles and is robust, and with any one
// change left out it is not.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "support/expectation.h"
#include "unit/repair_c/compiled.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(ROBUR_SOURCE_DIR) / "tests/corpus/c";

std::string textAt(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

struct Question {
  std::string file;
  std::vector<ModelName> models;  // against which it is not robust
};

std::vector<Question> everyQuestion() {
  std::vector<Question> out;
  for (const auto& entry : fs::directory_iterator(kCorpus)) {
    Question question{entry.path().filename().string(), {}};
    for (const auto& [model, verdict] : readHeader(textAt(entry.path())).expectation.verdicts) {
      if (verdict != Verdict::NotRobust) continue;
      if (model == ModelName::Tso) question.models.push_back(model);
      // Its own model in place of the published one that is close to it.
      if (model == ModelName::Rc20) question.models.push_back(ModelName::Rc11);
    }
    if (!question.models.empty()) out.push_back(std::move(question));
  }
  std::ranges::sort(out, {}, &Question::file);
  return out;
}

// More order never makes a race: if it happens with each site at its strongest, and with each kind
// of change alone at its strongest, nothing in between prevents it.
bool racesWithEverything(const Draft& draft, ModelName model) {
  Choice all, fences, orders;
  for (std::uint32_t i = 0; i < draft.options.size(); ++i) {
    const Strengthening& s = draft.options[i];
    if (i + 1 < draft.options.size() && draft.options[i + 1].site == s.site) continue;
    all.push_back(i);
    (draft.sites[s.site].kind == Site::Kind::Gap ? fences : orders).push_back(i);
  }
  for (const Choice& choice : {all, fences, orders, Choice{}}) {
    CheckOptions options;
    options.workers = 1;
    const Result result = check(draft.with(choice), model, options);
    const bool race = std::ranges::any_of(
        result.findings, [](const Finding& f) { return f.property == Property::Race; });
    if (result.verdict != Verdict::NotRobust || !race) {
      return false;
    }
  }
  return true;
}

class CCorpus : public ::testing::TestWithParam<Question> {};

TEST_P(CCorpus, IsRobustWithAllChangesAndWithNoneLeftOut) {
  const CProgram program({(kCorpus / GetParam().file).string()});
  for (const ModelName model : GetParam().models) {
    if (isRobust(program.original(), model)) continue;  // RC11 is the stronger of the two
    const std::size_t before = program.compilations();
    const CDraft draft = program.draft(model);
    // All guesses stand their test at once: none has to be looked for by halving. What fences do
    // to objects that are published is another question.
    EXPECT_LE(program.compilations(), before + 3);
    const Repair repair = program.repaired(draft, model);
    if (repair.outcome == Repair::Outcome::Impossible) {
      // Only an error that exists under SC cannot be fixed by fences and orders.
      const std::set<std::string> wrong{"lazy-init-racy.c", "mixed-racy.c", "treiber-free.cpp",
                                        "use-after-free.cpp"};
      EXPECT_TRUE(wrong.contains(GetParam().file));
      ASSERT_FALSE(repair.reasons.empty());
      EXPECT_EQ(repair.reasons.back().finding.property, Property::Race);
      EXPECT_TRUE(racesWithEverything(draft.draft, model));
      continue;
    }
    ASSERT_EQ(repair.outcome, Repair::Outcome::Repaired) << repair.why;
    const Choice& choice = repair.solutions.front().choice;
    const std::vector<Source> texts = draft.textsOf(choice);
    const std::optional<Program> changed = program.with(texts);
    ASSERT_TRUE(changed) << texts.front().text;
    EXPECT_TRUE(isRobust(*changed, model)) << texts.front().text;
    for (const std::uint32_t left : choice) {
      Choice fewer = choice;
      std::erase(fewer, left);
      const std::optional<Program> weaker = program.with(draft.textsOf(fewer));
      ASSERT_TRUE(weaker);
      EXPECT_FALSE(isRobust(*weaker, model))
          << "line " << draft.draft.sites[draft.draft.options[left].site].span.line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(CRepair, CCorpus, ::testing::ValuesIn(everyQuestion()),
                         [](const auto& test) {
                           std::string name = test.param.file;
                           for (char& c : name) {
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace robur::testing

// The table of formats: every row keeps what it lists.
#include "report/format.h"

#include <gtest/gtest.h>

#include <set>

#include "golden/litmus_scenes.h"

namespace robur::test {

namespace {

constexpr Question kQuestions[] = {kQuestionCheck, kQuestionVerify, kQuestionProve, kQuestionRepair,
                                   kQuestionRun};

// The output for one result of the question that has something to report.
std::string written(const FormatInfo& format, Question question) {
  const Scene s = storeBuffering();
  std::string text;
  const auto observer = format.make([&](std::string_view piece) { text += piece; }, {});
  observer->begin({{"dekker.rob"}, {ModelName::Ra}});
  switch (question) {
    case kQuestionCheck:
      observer->checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
      break;
    case kQuestionVerify: {
      Verification v;
      v.file = "dekker.rob";
      v.safety = Safety::Unsafe;
      v.finding = v.departure = s.robustness();
      observer->verified(s.program, v);
      break;
    }
    case kQuestionProve: {
      ProofResult proof;
      proof.source.path = "dekker.rob";
      observer->proved(proof);
      break;
    }
    case kQuestionRepair: {
      RepairResult repair;
      repair.file = "dekker.rob";
      repair.outcome = RepairResult::Outcome::Impossible;
      repair.violations.push_back({.model = ModelName::Ra, .finding = s.robustness()});
      observer->repaired(s.program, repair);
      break;
    }
    case kQuestionRun: {
      RunResult result;
      result.command = {"./dekker.rob"};
      result.findings.push_back({RunFinding::Kind::Race, {"dekker.rob", 3, 4}, {}, "", "", 1});
      observer->ran(result);
      break;
    }
  }
  observer->end();
  return text;
}

TEST(Formats, WriteEveryResultThatTheyList) {
  for (const FormatInfo& format : formatTable()) {
    for (const Question question : kQuestions) {
      if ((format.questions & question) == 0) continue;
      EXPECT_NE(written(format, question).find("dekker.rob"), std::string::npos)
          << format.name << " for question " << question;
    }
  }
}

TEST(Formats, AreFoundByNameAndByExtension) {
  std::set<std::string_view> names;
  std::set<std::string_view> extensions;
  for (const FormatInfo& format : formatTable()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    if (format.extension != nullptr) {
      EXPECT_TRUE(extensions.insert(format.extension).second) << format.extension;
    }
    for (const Question question : kQuestions) {
      const bool listed = (format.questions & question) != 0;
      EXPECT_EQ(formatNamed(format.name, question), listed ? &format : nullptr);
      if (format.extension == nullptr) continue;
      EXPECT_EQ(formatOfPath(std::string("a/b") + format.extension, question),
                listed ? &format : nullptr);
    }
  }
  EXPECT_EQ(formatNamed("pdf", kQuestionCheck), nullptr);
}

TEST(Formats, AreListedForMessages) {
  EXPECT_EQ(formatNames(kQuestionRepair), "text, json, dot, sarif, github and junit");
  EXPECT_EQ(formatNames(kQuestionVerify), "text, json, dot, sarif, github and junit");
  EXPECT_EQ(formatExtensions(kQuestionRun), ".txt, .json, .sarif and .xml");
}

}  // namespace

}  // namespace robur::test

// All formats say the same: on random programs, SARIF, GitHub's annotations and JUnit have as many
// findings of each severity as JSON, and the SARIF is valid. Consequences give the severities, and
// some findings are accepted.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "check/check.h"
#include "generators/program.h"
#include "program/print.h"
#include "property/shard.h"
#include "report/format.h"
#include "support/sarif_rules.h"
#include "support/tally.h"
#include "verify/consequence.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

constexpr std::uint64_t kPrograms = 150;

struct Reports {
  std::string json, sarif, github, junit;
};

Reports reportsOf(const std::function<void(Observer&)>& tell) {
  const auto written = [&](const char* name) {
    std::string text;
    const auto observer =
        formatNamed(name, kQuestionCheck)->make([&](std::string_view piece) { text += piece; }, {});
    observer->begin({});
    tell(*observer);
    observer->end();
    return text;
  };
  return {written("json"), written("sarif"), written("github"), written("junit")};
}

class Formats : public ::testing::TestWithParam<ModelName> {};

// The same findings in all formats; their number by severity.
test::Tally compared(const Reports& reports) {
  const test::Tally expected = test::tallyOfJson(reports.json);
  EXPECT_EQ(test::tallyOfSarif(reports.sarif), expected) << reports.sarif;
  EXPECT_EQ(test::tallyOfGithub(reports.github), expected) << reports.github;
  EXPECT_EQ(test::tallyOfJunit(reports.junit), expected) << reports.junit;
  for (const std::string& complaint : test::sarifComplaints(nlohmann::json::parse(reports.sarif))) {
    ADD_FAILURE() << complaint;
  }
  return expected;
}

TEST_P(Formats, AgreeWithJson) {
  const ModelName model = GetParam();
  test::Tally all;
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    GeneratorOptions generating;
    generating.model = model;
    const Program program = generate(seed, generating);
    CheckOptions options;
    options.limits.maxStates = 5000;
    options.everyFinding = seed % 2 == 0;
    Result result = check(program, model, options);
    result.file = "random.rob";
    result.model = model;
    if (result.verdict == Verdict::NotRobust && result.findings.size() == 1) {
      verify::ConsequenceOptions asking;
      asking.observables = verify::defaultObservables(program, true);
      result.consequence = verify::consequenceOf(program, model, asking);
    }
    if (seed % 5 == 0 && !result.findings.empty()) result.findings.front().accepted = "known";
    verify::VerifyOptions verifying;
    verifying.check = options;
    Verification verification = verify::verify(program, model, verifying);
    verification.file = "random.rob";
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + printRob(program));
    const auto tell = [&](Observer& o) {
      o.checked(program, result);
      o.verified(verification.instance ? *verification.instance : program, verification);
    };
    for (const auto& [severity, number] : compared(reportsOf(tell))) all[severity] += number;
    if (HasFailure()) return;
  }
  EXPECT_GT(all["error"], 20);
  if (model == ModelName::Sc) return;
  EXPECT_GT(all["note"], 0);
  EXPECT_GT(all["warning"], 0);
}

INSTANTIATE_TEST_SUITE_P(Models, Formats, ::testing::ValuesIn(kAllModels),
                         [](const auto& test) { return std::string(spelling(test.param)); });

}  // namespace
}  // namespace robur::testing

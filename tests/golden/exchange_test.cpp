// SARIF, GitHub's annotations and JUnit: formats for other tools, made from one list of problems.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>

#include <nlohmann/json.hpp>

#include "golden/golden.h"
#include "golden/litmus_scenes.h"
#include "report/diff.h"
#include "report/fingerprint.h"
#include "report/format.h"
#include "report/relative_path.h"
#include "report/rules.h"
#include "report/utf8.h"
#include "support/sarif_rules.h"
#include "support/tally.h"

namespace robur::test {

namespace {

using Json = nlohmann::json;

std::string written(const char* format, const std::function<void(Observer&)>& tell,
                    ReportOptions options = {}) {
  std::string text;
  const auto observer = formatNamed(format, kQuestionCheck)
                            ->make([&](std::string_view piece) { text += piece; }, options);
  observer->begin({});
  tell(*observer);
  observer->end();
  return text;
}

// True if Python's parser reads it.
bool isXml(const std::string& text) {
  std::FILE* python = ::popen(
      "python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin.buffer)'", "w");
  if (python == nullptr) return false;
  std::fwrite(text.data(), 1, text.size(), python);
  return ::pclose(python) == 0;
}

Json validSarif(const std::string& text) {
  Json json = Json::parse(text);
  for (const std::string& complaint : sarifComplaints(json)) ADD_FAILURE() << complaint;
  return json;
}

void tellEverything(Observer& o) {
  const Scene s = storeBuffering();
  Result different = s.result(
      ModelName::Ra, Verdict::NotRobust,
      {s.robustness(), s.finding(Property::Assertion, ThreadId{0}, 1, "r is 0 <&> \"%\" : ,")});
  different.consequence.emplace();
  different.consequence->answer = Consequence::Answer::Different;
  different.consequence->outcome = "a.r == 0";
  o.checked(s.program, different);
  Result accepted = s.result(ModelName::Tso, Verdict::NotRobust, {s.robustness()});
  accepted.findings[0].accepted = "the flag is only a hint";
  accepted.findings[0].acceptedInSource = true;
  accepted.searchEnded = true;
  o.checked(s.program, accepted);
  Result unknown = s.result(ModelName::Sra, Verdict::Unknown);
  unknown.reason = "the time is up";
  o.checked(s.program, unknown);
  o.rejected("dir/broken.rob", {{"dir/broken.rob", "a\nb\nc x\n"}},
             {{Diagnostic::Severity::Error, {0, 3, 3, 3, 4}, "'x' is not declared", "declare it"}});
}

TEST(Exchange, Golden) {
  expectGolden("everything.sarif", written("sarif", tellEverything));
  expectGolden("everything.github", written("github", tellEverything));
  expectGolden("everything.xml", written("junit", tellEverything));
}

TEST(Sarif, IsValidAndHasOneRunPerFile) {
  const Json json = validSarif(written("sarif", tellEverything));
  ASSERT_EQ(json["runs"].size(), 2u);
  const Json& run = json["runs"][0];
  ASSERT_EQ(run["results"].size(), 3u);
  EXPECT_EQ(run["results"][0]["level"], "warning");
  EXPECT_EQ(run["results"][1]["level"], "error");
  EXPECT_EQ(run["results"][2]["level"], "note");
  EXPECT_EQ(run["results"][2]["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(run["results"][0]["codeFlows"][0]["threadFlows"].size(), 2u);
  EXPECT_EQ(json["runs"][1]["invocations"][0]["executionSuccessful"], false);
  validSarif(written("sarif", [](Observer&) {}));
}

// The checker would be worth nothing if it accepted everything.
TEST(Sarif, TheCheckerNoticesEveryPropertyThatIsMissing) {
  const Json valid = Json::parse(written("sarif", tellEverything));
  const auto complains = [](const Json& json) { return !sarifComplaints(json).empty(); };
  for (const char* pointer :
       {"/version", "/runs", "/runs/0/tool", "/runs/0/tool/driver/name", "/runs/0/results",
        "/runs/0/results/0/message", "/runs/0/results/0/message/text",
        "/runs/0/results/0/locations",
        "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri",
        "/runs/0/results/0/codeFlows/0/threadFlows", "/runs/0/invocations/0/executionSuccessful",
        "/runs/0/tool/driver/rules/0/help", "/runs/0/results/0/partialFingerprints"}) {
    Json broken = valid;
    const Json::json_pointer at(pointer);
    broken[at.parent_pointer()].erase(at.back());
    EXPECT_TRUE(complains(broken)) << pointer;
  }
  Json broken = valid;
  broken["runs"][0]["results"][0]["level"] = "fatal";
  EXPECT_TRUE(complains(broken));
  broken = valid;
  broken["runs"][0]["results"][0]["ruleIndex"] = 1;
  EXPECT_TRUE(complains(broken));
  broken = valid;
  broken["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"][0]
        ["executionOrder"] = 99;
  EXPECT_TRUE(complains(broken));
}

TEST(Sarif, PathsBelowTheDirectoryAreRelativeToIt) {
  ReportOptions options;
  options.directory = "/home/me/my project";
  Scene s = storeBuffering();
  s.program.sources[0].path = "/home/me/my project/src/d\xc3\xa4 k.rob";
  const auto tell = [&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
  };
  const Json json = validSarif(written("sarif", tell, options));
  const Json& run = json["runs"][0];
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
            Json::parse(R"({"uri": "src/d%C3%A4%20k.rob", "uriBaseId": "SRCROOT"})"));
  EXPECT_EQ(run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///home/me/my%20project/");
  s.program.sources[0].path = "../other/x.rob";
  EXPECT_EQ(
      validSarif(written("sarif", tell, options))["runs"][0]["results"][0]["locations"][0]
                                                 ["physicalLocation"]["artifactLocation"]["uri"],
      "file:///home/me/other/x.rob");
}

std::string fingerprintsOf(const Scene& s) {
  const Json json = Json::parse(written("sarif", [&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
  }));
  return json["runs"][0]["results"][0]["partialFingerprints"].dump();
}

TEST(Sarif, FingerprintsSurviveLinesAboveButNotOtherStatements) {
  const Scene before = storeBuffering();
  Scene moved = storeBuffering();
  moved.program.sources[0].text.insert(0, "// one\n// two\n");
  const auto down = [](Span& span) { span.line += 2, span.endLine += 2; };
  for (auto& code : moved.program.codes) {
    for (Instr& instr : code.instrs) down(instr.span);
  }
  EXPECT_EQ(fingerprintsOf(before), fingerprintsOf(moved));
  Scene other = storeBuffering();
  std::string& text = other.program.sources[0].text;
  text.replace(text.find("wants_a.store(1"), 15, "wants_a.store(2");
  EXPECT_NE(fingerprintsOf(before), fingerprintsOf(other));
}

TEST(Sarif, TheSameFindingTwiceHasTwoFingerprints) {
  const Scene s = storeBuffering();
  validSarif(written("sarif", [&](Observer& o) {
    for (int i = 0; i < 3; ++i) {
      o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
    }
  }));
}

// Applies replacements as an editor does, from the last to the first.
std::string applied(std::string text, const Json& replacements) {
  const auto offset = [&](const Json& line, const Json& column) {
    std::size_t at = 0;
    for (int i = 1; i < line; ++i) at = text.find('\n', at) + 1;
    for (int i = 1; i < column; ++at) i += at + 1 == text.size() || (text[at + 1] & 0xC0) != 0x80;
    return at;
  };
  for (auto r = replacements.rbegin(); r != replacements.rend(); ++r) {
    const Json& region = (*r)["deletedRegion"];
    const std::size_t begin = offset(region["startLine"], region["startColumn"]);
    const std::size_t end = offset(region["endLine"], region["endColumn"]);
    text.replace(begin, end - begin, (*r)["insertedContent"]["text"].get<std::string>());
  }
  return text;
}

RepairResult repairOf(const Scene& s, const std::string& before, const std::string& after) {
  RepairResult result;
  result.file = "dekker.rob";
  result.models = {ModelName::Tso};
  result.outcome = RepairResult::Outcome::Changed;
  result.violations.push_back({.model = ModelName::Tso, .finding = s.robustness()});
  RepairChange change;
  change.span = result.violations[0].finding.span;
  change.text = "fence(sc)";
  change.prevents = 0;
  result.solutions = {{8, {change}, {{"dekker.rob", before, after}}}};
  return result;
}

TEST(Sarif, FixesTurnTheProgramIntoTheRepairedOne) {
  const Scene s = storeBuffering();
  std::mt19937 random(7);
  const auto lines = [&] {
    std::string text;
    const int count = static_cast<int>(random() % 7);
    for (int i = 0; i < count; ++i) text += "l\xc3\xa4" + std::to_string(random() % 4) + "\n";
    if (random() % 3 == 0 && !text.empty()) text.pop_back();
    return text;
  };
  for (int i = 0; i < 2000; ++i) {
    const std::string before = lines();
    const std::string after = lines();
    const std::string text =
        written("sarif", [&](Observer& o) { o.repaired(s.program, repairOf(s, before, after)); });
    const Json json = validSarif(before == after ? written("sarif", [](Observer&) {}) : text);
    if (before == after) continue;
    const Json& fixes = json["runs"][0]["results"][0]["fixes"];
    ASSERT_EQ(fixes.size(), 1u);
    EXPECT_EQ(applied(before, fixes[0]["artifactChanges"][0]["replacements"]), after)
        << "from '" << before << "'";
  }
}

TEST(Sarif, AFixThatIsNoTextOrHasBeenAppliedIsLeftOut) {
  const Scene s = storeBuffering();
  const auto hasFix = [&](const RepairResult& result) {
    const Json json =
        validSarif(written("sarif", [&](Observer& o) { o.repaired(s.program, result); }));
    return json["runs"][0]["results"][0].contains("fixes");
  };
  EXPECT_TRUE(hasFix(repairOf(s, "a\n", "b\n")));
  EXPECT_FALSE(hasFix(repairOf(s, "a\n", "\xe4\n")));
  RepairResult rewritten = repairOf(s, "a\n", "b\n");
  rewritten.written = {"dekker.rob"};
  EXPECT_FALSE(hasFix(rewritten));
}

TEST(Github, EscapesWhatWouldEndACommandOrAProperty) {
  const std::string text = written("github", [](Observer& o) {
    RunResult result;
    result.command = {"./a,b:c%d"};
    result.findings.push_back(
        {RunFinding::Kind::Race, {"x,y:z%.c", 3, 4}, {}, "", "s=1%:\r\n::", 1});
    o.ran(result);
  });
  EXPECT_TRUE(text.starts_with("::error file=x%2Cy%3Az%25.c,line=3,col=4,title=race::")) << text;
  EXPECT_NE(text.find("s=1%25:?%0A::"), std::string::npos) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

TEST(Junit, IsXmlWhateverTheSourceHolds) {
  EXPECT_TRUE(isXml(written("junit", tellEverything)));
  EXPECT_TRUE(isXml(written("junit", [](Observer&) {})));
  Scene s = storeBuffering();
  std::string& text = s.program.sources[0].text;
  text.replace(text.find("wants_a.store"), 13, "\"]]><&>\x01\xff\xef\xbf\xbf");
  s.program.threads[0].name = "a\"><b>";
  s.program.sources[0].path = "d\"ir/\xc3\xa4<b>\n.rob";
  const std::string report = written("junit", [&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
  });
  EXPECT_TRUE(isXml(report)) << report;
  EXPECT_FALSE(isXml("<a>"));
}

TEST(Junit, FailuresFollowTheExitCode) {
  const Scene s = storeBuffering();
  Result harmless = s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()});
  harmless.consequence.emplace();
  harmless.consequence->answer = Consequence::Answer::Harmless;
  const auto tell = [&](Observer& o) { o.checked(s.program, harmless); };
  EXPECT_NE(written("junit", tell).find("failures=\"1\" errors=\"0\""), std::string::npos);
  ReportOptions accepting;
  accepting.acceptHarmless = true;
  EXPECT_NE(written("junit", tell, accepting).find("failures=\"0\" errors=\"0\""),
            std::string::npos);
}

void writes(ProofResult& result, ProofAction action, AtomicityRule rule) {
  ProofWrite& write = result.writes.emplace_back();
  write.action = std::move(action);
  write.rule = rule;
}

// A proof and a campaign have no execution graphs.
TEST(Exchange, ProofsAndRunsAgreeWithJson) {
  const auto proof = [](Observer& o) {
    ProofResult result;
    result.source = {"q.rob", "x = 1;\ny = 2;\nassert(x == 1);\n"};
    const Span first{0, 1, 1, 1, 6};
    const Span second{0, 2, 1, 2, 6};
    writes(result, {first, "t", "x = 1"}, AtomicityRule::None);
    writes(result, {second, "t", "y = 2"}, AtomicityRule::MovesLeft);
    writes(result, {second, "u", "y = 2"}, AtomicityRule::Unknown);
    ProofClaim& invariant = result.lostInvariants.emplace_back();
    invariant.span = first;
    invariant.what = "the invariant";
    ProofClaim& assertion = result.failedClaims.emplace_back();
    assertion.span = second;
    assertion.what = "the assertion";
    result.badHavocs.push_back({{first, "t", "x = 1"}, "7"});
    o.proved(result);
  };
  const auto run = [](Observer& o) {
    RunResult result;
    result.command = {"./a.out", "--fast"};
    result.runs = 10;
    result.repeated = true;
    result.findings.push_back({RunFinding::Kind::Robustness,
                               {"a.cpp", 3, 4, "f()"},
                               {"b.cpp", 7, 1, "g()"},
                               "",
                               "seed=1",
                               2});
    result.findings.push_back({RunFinding::Kind::Race, {}, {}, "", "seed=2", 1});
    result.failure = "ended by signal 6 (Aborted)";
    result.failedOutput = "x:1: error: this is the program's [race]\ny:1: error: this too [race]\n";
    o.ran(result);
  };
  for (const auto& [tell, errors] :
       {std::pair<std::function<void(Observer&)>, int>{proof, 5}, {run, 3}}) {
    const Tally expected = {{"error", errors}};
    EXPECT_EQ(tallyOfJson(written("json", tell)), expected);
    const std::string sarif = written("sarif", tell);
    validSarif(sarif);
    EXPECT_EQ(tallyOfSarif(sarif), expected) << sarif;
    EXPECT_EQ(tallyOfGithub(written("github", tell)), expected);
    EXPECT_EQ(tallyOfJunit(written("junit", tell)), expected) << written("junit", tell);
  }
}

TEST(Paths, AreRelativeToTheDirectoryAndShort) {
  EXPECT_EQ(relativePath("./a/../b.c", "/d"), "b.c");
  EXPECT_EQ(relativePath("/d/e/b.c", "/d"), "e/b.c");
  EXPECT_EQ(relativePath("/de/b.c", "/d"), "/de/b.c");
  EXPECT_EQ(relativePath("../x/b.c", "/d/e"), "/d/x/b.c");
  EXPECT_EQ(relativePath("../x/b.c", ""), "../x/b.c");
  EXPECT_EQ(relativePath("<stdin>", "/d"), "<stdin>");
  EXPECT_EQ(relativePath("b.c", "/"), "b.c");
  EXPECT_EQ(uriOf("a b%.c"), "a%20b%25.c");
  EXPECT_EQ(uriOf("a:b.c"), "a%3Ab.c");
  EXPECT_EQ(uriOf("/a"), "file:///a");
}

TEST(Fingerprints, DistinguishWhereAPartEnds) {
  EXPECT_EQ(fingerprintOf({"a", "b"}), fingerprintOf({"a", "b"}));
  EXPECT_NE(fingerprintOf({"a", "b"}), fingerprintOf({"ab", ""}));
  EXPECT_EQ(fingerprintOf({}), "cbf29ce484222325");
}

TEST(Utf8, CharactersAreThoseOfTheStandard) {
  for (const char* good :
       {"", "a", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xef\xbf\xbd"}) {
    EXPECT_TRUE(isUtf8(good)) << good;
  }
  for (const char* bad : {"\xff", "\xc3", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf4\x90\x80\x80", "\xf0\x80\x80\x80", "\xa4", "a\xe2\x82"}) {
    EXPECT_FALSE(isUtf8(bad)) << bad;
  }
}

TEST(Rules, EveryRuleHasItsTexts) {
  std::set<std::string_view> ids;
  for (const Rule& rule : ruleTable()) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.id;
    EXPECT_GT(std::string_view(rule.title).size(), 5u) << rule.id;
    EXPECT_TRUE(std::string_view(rule.help).ends_with('.')) << rule.id;
    EXPECT_EQ(&ruleNamed(rule.id), &rule);
  }
}

}  // namespace

}  // namespace robur::test

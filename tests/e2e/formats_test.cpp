// JSON, the formats for other tools, and DOT of real checks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "support/sarif_rules.h"
#include "support/tally.h"

namespace robur::test {

namespace {

using Json = nlohmann::json;

TEST(JsonOutput, HasOneEntryPerFileAndModelAndOnePerFurtherFinding) {
  const Ran ran = run({"check", "--format", "json", "--model", "sc,ra,rc20", "dekker.rob",
                       "race.rob", "assertion.rob"});
  EXPECT_EQ(ran.exit, 1);
  const Json json = Json::parse(ran.out);
  std::set<std::string> verdicts;
  for (const Json& entry : json["results"]) {
    for (const char* key : {"file", "model", "verdict", "property", "states", "transitions",
                            "seconds", "peak_bytes"}) {
      EXPECT_TRUE(entry.contains(key)) << key;
    }
    EXPECT_GT(entry["states"], 0);
    verdicts.insert(entry["file"].get<std::string>() + " " + entry["model"].get<std::string>() +
                    " " + entry["property"].get<std::string>() + " " +
                    entry["verdict"].get<std::string>());
  }
  const std::set<std::string> expected = {
      "dekker.rob sc robustness robust",       "dekker.rob ra robustness not-robust",
      "dekker.rob rc20 robustness not-robust", "race.rob sc robustness robust",
      "race.rob ra robustness robust",         "race.rob rc20 robustness not-robust",
      "race.rob rc20 race violated",           "assertion.rob sc robustness robust",
      "assertion.rob sc assertion violated",   "assertion.rob ra robustness robust",
      "assertion.rob ra assertion violated",
  };
  for (const std::string& line : expected) EXPECT_TRUE(verdicts.contains(line)) << line;
}

TEST(JsonOutput, AViolationLeadsToItsSource) {
  const Json json =
      Json::parse(run({"check", "--format", "json", "--model", "tso", "dekker.rob"}).out);
  const Json& violation = json["results"][0]["violation"];
  EXPECT_EQ(violation["kind"], "store-buffering");
  EXPECT_EQ(violation["cycle"].size(), 4u);
  EXPECT_EQ(violation["cycle"].back()["line"], violation["line"]);
  EXPECT_EQ(violation["cycle"].back()["column"], violation["column"]);
  EXPECT_EQ(violation["run"].back()["line"], violation["line"]);
  EXPECT_EQ(violation["run"].back()["thread"], violation["thread"]);
}

// Store buffering whose accesses are all in a header, and the threads in the file.
TEST(JsonOutput, LocationsInAHeaderNameTheHeader) {
  const ScratchDirectory scratch;
  const std::string header = scratch.write("flags.h",
                                           "#include <atomic>\n"
                                           "inline std::atomic<int> x, y;\n"
                                           "inline int one() {\n"
                                           "  x.store(1, std::memory_order_release);\n"
                                           "  return y.load(std::memory_order_acquire);\n"
                                           "}\n"
                                           "inline int two() {\n"
                                           "  y.store(1, std::memory_order_release);\n"
                                           "  return x.load(std::memory_order_acquire);\n"
                                           "}\n");
  const std::string file = scratch.write("main.cpp",
                                         "#include \"flags.h\"\n"
                                         "int a, b;\n"
                                         "void first() { a = one(); }\n"
                                         "void second() { b = two(); }\n");
  const auto inHeader = [&](const Json& location) {
    EXPECT_TRUE(location["file"].get<std::string>().ends_with("flags.h")) << location;
    EXPECT_GE(location["line"], 4) << location;
  };
  const Ran check = run({"check", "-f", "json", "--entry", "first,second", file});
  EXPECT_EQ(check.exit, 1) << check.out << check.err;
  const Json entry = Json::parse(check.out)["results"][0];
  EXPECT_EQ(entry["file"], file);
  inHeader(entry["violation"]);
  ASSERT_EQ(entry["violation"]["cycle"].size(), 4u);
  for (const Json& access : entry["violation"]["cycle"]) inHeader(access);
  ASSERT_GE(entry["violation"]["run"].size(), 4u);
  for (const Json& step : entry["violation"]["run"]) {
    EXPECT_FALSE(step["file"].get<std::string>().empty()) << step;
  }
  const Ran repair = run({"repair", "-f", "json", "--entry", "first,second", file});
  EXPECT_EQ(repair.exit, 0) << repair.out << repair.err;
  const Json solution = Json::parse(repair.out)["results"][0]["solutions"][0];
  EXPECT_FALSE(solution["changes"].empty());
  for (const Json& change : solution["changes"]) inHeader(change);
}

TEST(JsonOutput, EveryCommandListsErrorsAlike) {
  const Json errors = Json::parse(run({"check", "-f", "json", "broken.rob"}).out)["errors"];
  EXPECT_GE(errors.size(), 2u);
  for (const char* command : {"check", "verify", "repair", "relax", "prove"}) {
    SCOPED_TRACE(command);
    const Ran ran = run({command, "-f", "json", "broken.rob"});
    EXPECT_EQ(ran.exit, 2);
    const Json json = Json::parse(ran.out);
    EXPECT_TRUE(json["results"].empty());
    // The types that broken.rob leaves out are one more error for a proof.
    for (const Json& error : errors) {
      EXPECT_NE(std::ranges::find(json["errors"], error), json["errors"].end()) << error;
    }
    const Json missing = Json::parse(run({command, "-f", "json", "nowhere.rob"}).out);
    ASSERT_EQ(missing["errors"].size(), 1u);
    EXPECT_EQ(missing["errors"][0]["file"], "nowhere.rob");
  }
}

TEST(JsonOutput, ListsWhatIsWrongWithTheStateToReach) {
  const Ran ran = run({"verify", "-f", "json", "--reach", "nobody == 1", "dekker.rob"});
  EXPECT_EQ(ran.exit, 2);
  const Json json = Json::parse(ran.out);
  ASSERT_FALSE(json["errors"].empty());
  EXPECT_EQ(json["errors"][0]["file"], "--reach");
}

TEST(JsonOutput, IsOneDocumentEvenForBadInput) {
  const Ran ran = run({"check", "--format", "json", "nowhere.rob", "broken.rob"});
  EXPECT_EQ(ran.exit, 2);
  const Json json = Json::parse(ran.out);
  EXPECT_TRUE(json["results"].empty());
  EXPECT_GE(json["errors"].size(), 2u);
  EXPECT_EQ(json["errors"][0]["file"], "nowhere.rob");
  EXPECT_TRUE(json["errors"][1].contains("line"));
}

TEST(JsonOutput, SpinLoopsAndBlockedThreads) {
  const Json spin = Json::parse(run({"check", "-f", "json", "-m", "tso", "message.rob"}).out);
  EXPECT_EQ(spin["results"][0]["spin_loops"][0]["line"], 12);
  const Json blocked = Json::parse(run({"check", "-f", "json", "-m", "tso", "deadlock.rob"}).out);
  EXPECT_EQ(blocked["results"][0]["blocked"].size(), 2u);
  EXPECT_EQ(blocked["results"][0]["notes"].size(), 2u);
}

TEST(JsonOutput, UnknownSaysWhy) {
  const Ran ran = run({"check", "-f", "json", "-m", "tso", "--max-states", "1000", "endless.rob"});
  EXPECT_EQ(ran.exit, 3);
  const Json json = Json::parse(ran.out);
  EXPECT_EQ(json["results"][0]["verdict"], "unknown");
  EXPECT_FALSE(json["results"][0]["reason"].get<std::string>().empty());
}

// Every command with findings, on programs with and without them: the same findings in all formats,
// the same exit code, and paths that are relative.
TEST(Formats, AgreeInEveryCommand) {
  const std::vector<std::vector<std::string>> commands = {
      {"check", "dekker.rob", "race.rob", "assertion.rob", "message.rob", "faults.rob",
       "broken.rob"},
      {"check", "--all", "two-violations.rob", "accepted.rob", "dekker-fixed.rob"},
      {"check", "--max-states", "1000", "-m", "tso", "endless.rob"},
      {"verify", "-m", "ra", "dekker.rob", "deadlock.rob", "dekker-fixed.rob"},
      {"verify", "-m", "rc11", "--outcomes", "message-relaxed.rob"},
      {"repair", "-m", "tso,ra", "dekker.rob", "dekker.tpl", "dekker.trencher", "dekker-fixed.rob"},
      {"repair", "-m", "ra", "--allow", "order", "dekker.rob"},
      {"repair", "dekker.c"},
      {"relax", "-m", "tso,ra", "dekker-fixed.rob", "sb-sc.rob", "dekker.rob"},
      {"prove", "dekker.rob", "dekker-fixed.rob"},
  };
  for (const std::vector<std::string>& command : commands) {
    const auto ran = [&](const char* format) {
      std::vector<std::string> words = command;
      words.insert(words.begin() + 1, {"-f", format});
      return run(words);
    };
    SCOPED_TRACE(testing::PrintToString(command));
    const Ran json = ran("json");
    const Ran sarif = ran("sarif");
    const Ran github = ran("github");
    const Ran junit = ran("junit");
    for (const Ran* other : {&sarif, &github, &junit}) EXPECT_EQ(other->exit, json.exit);
    const Tally expected = tallyOfJson(json.out);
    EXPECT_EQ(tallyOfSarif(sarif.out), expected) << sarif.out;
    EXPECT_EQ(tallyOfGithub(github.out), expected) << github.out;
    EXPECT_EQ(tallyOfJunit(junit.out), expected) << junit.out;
    const Json document = Json::parse(sarif.out);
    for (const std::string& complaint : sarifComplaints(document)) ADD_FAILURE() << complaint;
    for (const Json& each : document["runs"]) {
      for (const Json& result : each["results"]) {
        const Json& where = result["locations"][0]["physicalLocation"];
        EXPECT_EQ(where["artifactLocation"]["uriBaseId"], "SRCROOT") << where;
        EXPECT_TRUE(where.contains("region")) << result;
      }
    }
    EXPECT_TRUE(junit.out.starts_with("<?xml")) << junit.out;
    const bool failed = junit.out.find("<failure") != std::string::npos ||
                        junit.out.find("<error") != std::string::npos;
    EXPECT_EQ(failed, json.exit != 0);
  }
}

TEST(Formats, RepairedFilesAreWhatTheFixesSay) {
  const ScratchDirectory scratch;
  const std::string text = run({"fmt", "dekker.rob"}).out;
  const std::string file = scratch.write("dekker.rob", text);
  const Json json = Json::parse(run({"repair", "-m", "ra", "-f", "sarif", file}).out);
  const Json& change =
      json["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"];
  EXPECT_EQ(run({"repair", "-m", "ra", "-i", file}).exit, 0);
  std::vector<std::string> lines;
  std::istringstream before(text);
  for (std::string line; std::getline(before, line);) lines.push_back(line + "\n");
  for (auto r = change.rbegin(); r != change.rend(); ++r) {
    const Json& region = (*r)["deletedRegion"];
    const auto first = lines.begin() + (region["startLine"].get<int>() - 1);
    const auto next =
        lines.erase(first, first + (region["endLine"].get<int>() - region["startLine"].get<int>()));
    lines.insert(next, (*r)["insertedContent"]["text"].get<std::string>());
  }
  std::ifstream rewritten(file);
  const std::string after{std::istreambuf_iterator<char>(rewritten), {}};
  EXPECT_EQ(fmt::format("{}", fmt::join(lines, "")), after);
}

// Prose is as wide as the terminal; in a pipe it has 100 columns.
TEST(Formats, TextFollowsTheWidthOfTheTerminal) {
  const auto longestItem = [](const std::string& out) {
    std::size_t longest = 0;
    std::istringstream lines(out);
    bool prose = false;
    for (std::string line; std::getline(lines, line);) {
      while (line.ends_with('\r')) line.pop_back();
      if (line.find("= why:") != std::string::npos)
        prose = true;
      else if (line.find("= ") != std::string::npos)
        prose = false;
      if (prose) longest = std::max(longest, line.size());
    }
    return longest;
  };
  const std::vector<std::string> command = {"check", "--color", "never",
                                            "-m",    "rc11",    "message.rob"};
  How narrow;
  narrow.terminal = true;
  narrow.columns = 60;
  const std::size_t small = longestItem(run(command, narrow).out);
  EXPECT_LE(small, 60u);
  EXPECT_GT(small, 40u);
  const std::size_t usual = longestItem(run(command).out);
  EXPECT_LE(usual, 100u);
  EXPECT_GT(usual, 70u);
}

TEST(DotOutput, GraphvizDrawsIt) {
  ASSERT_EQ(std::system("command -v dot > /dev/null 2>&1"), 0) << "no Graphviz";
  const ScratchDirectory scratch;
  for (const char* file : {"dekker.rob", "race.rob", "assertion.rob", "dekker-fixed.rob"}) {
    const Ran ran = run({"check", "--format", "dot", file});
    EXPECT_TRUE(ran.out.starts_with("digraph")) << ran.out;
    const std::string path = scratch.write("graph.dot", ran.out);
    const std::string errors = scratch.path() + "/errors";
    EXPECT_EQ(std::system(("dot -Tsvg -o /dev/null '" + path + "' 2> '" + errors +
                           "' && test ! -s '" + errors + "'")
                              .c_str()),
              0)
        << file;
  }
}

}  // namespace

}  // namespace robur::test

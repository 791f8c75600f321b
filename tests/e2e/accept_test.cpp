// robur check --all, and findings that are accepted by a comment or a baseline.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include "e2e/run.h"

namespace robur::test {

namespace {

using Json = nlohmann::json;

std::string textOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(Accept, AnAcceptedViolationIsNoFailure) {
  const Ran ran = run({"check", "--model", "rc11", "accepted.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(has(ran.out, "note: accepted: this load can miss")) << ran.out;
  EXPECT_TRUE(has(ran.out, "both may enter")) << ran.out;
  EXPECT_TRUE(has(ran.out, "all are accepted")) << ran.out;
}

TEST(Accept, AnAcceptedViolationHidesNoOther) {
  const Ran ran = run({"check", "--model", "rc11", "two-violations.rob"});
  EXPECT_EQ(ran.exit, 1) << ran.out;
  EXPECT_TRUE(has(ran.out, "[store-buffering]")) << ran.out;
  EXPECT_TRUE(has(ran.out, "[message-passing]: only a hint")) << ran.out;
}

TEST(Accept, ACommentWithoutUseIsReported) {
  // Under TSO messages arrive in order.
  const Ran ran = run({"check", "--model", "tso", "two-violations.rob"});
  EXPECT_EQ(ran.exit, 1) << ran.out;
  EXPECT_TRUE(has(ran.err, "warning: no finding of the kind message-passing has an access on"))
      << ran.err;
  // Another model may need it.
  EXPECT_EQ(run({"check", "--model", "tso,rc11", "two-violations.rob"}).err, "");
}

TEST(Accept, ACommentWithoutAReasonIsAnError) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write(
      "p.rob", "atomic bool x;\nthread a { x.store(1, rlx); } // robur: allow(iriw)\n");
  const Ran ran = run({"check", "--format", "json", file});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_TRUE(has(ran.err, "accepted without a reason")) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["errors"][0]["line"], 2);
}

TEST(Accept, JsonHasEveryViolation) {
  const Ran ran =
      run({"check", "--all", "--model", "rc11", "--format", "json", "two-violations.rob"});
  const Json entry = Json::parse(ran.out)["results"][0];
  EXPECT_EQ(entry["every_finding"], true);
  std::map<std::string, int> kinds;
  for (const Json& violation : entry["violations"]) {
    ++kinds[violation["kind"]];
    const bool accepted = violation["kind"] == "message-passing";
    EXPECT_EQ(violation.contains("accepted"), accepted);
    EXPECT_EQ(violation["severity"] == "note", accepted) << violation["severity"];
  }
  EXPECT_EQ(kinds["store-buffering"], 2);
  EXPECT_GE(kinds["message-passing"], 1);
}

TEST(Accept, ABaselineAcceptsWhatWasFound) {
  const ScratchDirectory scratch;
  const std::string program = textOf(programsDirectory() + "/two-violations.rob");
  const std::string file = scratch.write("p.rob", program);
  const std::string baseline = scratch.path() + "/accepted.json";
  const std::vector<std::string> write = {"check",  "--model", "rc11", "-q", "--write-baseline",
                                          baseline, file};
  EXPECT_EQ(run(write).exit, 1);
  EXPECT_EQ(run(write).exit, 2);  // not replaced
  const Ran without = run({"check", "--baseline", baseline, file});
  EXPECT_EQ(without.exit, 2);
  EXPECT_TRUE(has(without.err, "no \"reason\"")) << without.err;
  std::string text = textOf(baseline);
  const std::string none = "\"reason\": \"\"";
  for (std::size_t at; (at = text.find(none)) != std::string::npos;) {
    text.replace(at, none.size(), "\"reason\": \"old\"");
  }
  scratch.write("accepted.json", text);
  const std::vector<std::string> check = {"check", "--model", "rc11", "--baseline", baseline, file};
  const Ran ran = run(check);
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.err, "");
  scratch.write("p.rob", "\n\n" + program);  // lines may move
  EXPECT_EQ(run(check).exit, 0);
  scratch.write("p.rob", "atomic bool x;\nthread a { x.store(1, rlx); }\n");
  const Ran unused = run(check);
  EXPECT_EQ(unused.exit, 0);
  EXPECT_TRUE(has(unused.err, "accepts no finding")) << unused.err;
}

// Both threads enter, and one sees the other.
TEST(Accept, AcceptingAViolationDoesNotAcceptItsHarm) {
  const ScratchDirectory scratch;
  const auto exitWith = [&](const std::string& comment) {
    return run({"check", "--model", "rc11",
                scratch.write("p.rob",
                              "atomic bool x, y, inside;\n"
                              "thread a {\n  local bool r;\n  x.store(1, rel);\n"
                              "  r = y.load(acq);  // robur: allow(store-buffering) fine\n"
                              "  if (!r) { inside.store(1, rel); }\n}\n"
                              "thread b {\n  local bool r;\n  y.store(1, rel);\n"
                              "  r = x.load(acq);\n"
                              "  if (!r) {\n    r = inside.load(acq);\n    assert(!r);" +
                                  comment + "\n  }\n}\n")});
  };
  const Ran harmful = exitWith("");
  EXPECT_EQ(harmful.exit, 1) << harmful.out << harmful.err;
  EXPECT_TRUE(has(harmful.out, "[assertion]")) << harmful.out;
  const Ran accepted = exitWith("  // robur: allow(assertion) checked by the caller");
  EXPECT_EQ(accepted.exit, 0) << accepted.out << accepted.err;
}

}  // namespace

}  // namespace robur::test

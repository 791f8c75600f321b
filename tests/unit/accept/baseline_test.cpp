// Baselines: what is written can be read once reasons are filled in, and nothing else can.
#include "accept/baseline.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/scratch_directory.h"

namespace robur::accept {
namespace {

class Baselines : public ::testing::Test {
 protected:
  Baseline read(const std::string& text) {
    std::ofstream(path()) << text;
    return readBaseline(path());
  }
  std::string path() const { return scratch.file("accepted.json").string(); }

  ScratchDirectory scratch;
};

TEST_F(Baselines, AreReadAsTheyWereWritten) {
  const std::string file = absolutePath(scratch.file("src/ring.cpp").string());
  const std::vector<BaselineEntry> entries = {
      {file, "race", "x = \"a\\\\b\";", "only a \"hint\""}};
  const std::string text = baselineText(path(), entries);
  EXPECT_NE(text.find("\"src/ring.cpp\""), std::string::npos) << text;
  const Baseline again = read(text);
  EXPECT_EQ(again.error, "");
  ASSERT_EQ(again.entries.size(), 1u);
  EXPECT_TRUE(again.entries[0].sameFinding(entries[0]));
  EXPECT_EQ(again.entries[0].reason, entries[0].reason);
}

TEST_F(Baselines, NeedReasons) {
  const Baseline baseline = read(baselineText(path(), {{"/p.cpp", "race", "x = 1;", ""}}));
  EXPECT_NE(baseline.error.find("no \"reason\""), std::string::npos) << baseline.error;
}

TEST_F(Baselines, ThatAreBrokenAreNotUsed) {
  const char* const texts[] = {
      "",
      "[]",
      "{}",
      "{\"accepted\": 1}",
      "{\"accepted\": [1]}",
      R"({"accepted": [{"kind": "race", "line": "x", "reason": "r"}]})",
      R"({"accepted": [{"file": "p", "kind": "race", "reason": "r"}]})",
      R"({"accepted": [{"file": "p", "kind": "rice", "line": "x", "reason": "r"}]})",
      R"({"accepted": [{"file": "p", "kind": "race", "line": "x", "reason": 1}]})",
  };
  for (const char* text : texts) EXPECT_NE(read(text).error, "") << text;
  EXPECT_NE(readBaseline(scratch.file("none").string()).error, "");
}

}  // namespace
}  // namespace robur::accept

// The JSON form, read back with a parser.
#include "report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "golden/golden.h"
#include "golden/litmus_scenes.h"

namespace robur::test {

namespace {

using Json = nlohmann::json;

Json written(const std::function<void(Observer&)>& tell, std::string* raw = nullptr) {
  std::string text;
  const std::unique_ptr<Observer> observer =
      jsonObserver([&text](std::string_view piece) { text += piece; }, {});
  observer->begin({});
  tell(*observer);
  observer->end();
  if (raw != nullptr) *raw = text;
  return Json::parse(text);
}

TEST(JsonReport, IsValidWithoutResults) {
  EXPECT_EQ(written([](Observer&) {}), Json::parse(R"({"results":[]})"));
}

TEST(JsonReport, AViolationHasItsPlaceItsCycleAndItsRun) {
  const Scene s = storeBuffering();
  std::string text;
  const Json json = written(
      [&](Observer& o) {
        o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
      },
      &text);
  expectGolden("violation.json", text);
  ASSERT_EQ(json["results"].size(), 1u);
  const Json& entry = json["results"][0];
  EXPECT_EQ(entry["file"], "dekker.rob");
  EXPECT_EQ(entry["model"], "ra");
  EXPECT_EQ(entry["verdict"], "not-robust");
  EXPECT_EQ(entry["property"], "robustness");
  EXPECT_EQ(entry["states"], 412);
  const Json& violation = entry["violation"];
  EXPECT_EQ(violation["thread"], "b");
  EXPECT_EQ(violation["line"], 11);
  EXPECT_EQ(violation["column"], 7);
  EXPECT_EQ(violation["kind"], "store-buffering");
  ASSERT_EQ(violation["cycle"].size(), 4u);
  EXPECT_EQ(violation["cycle"][3]["edge"], "fr");
  EXPECT_EQ(violation["cycle"][3]["to"], 1);
  EXPECT_EQ(violation["run"].size(), 4u);
}

TEST(JsonReport, AccessesHaveTheCallsThatLedToThem) {
  const Scene s = storeBufferingInWrappers();
  const Json json = written([&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Tso, Verdict::NotRobust, {s.robustness()}));
  });
  const Json& violation = json["results"][0]["violation"];
  const Json calls = Json::parse(
      R"([{"function":"lib_read","file":"include/lib.h","line":30,"column":3},
          {"function":"swap","file":"client.c","line":2,"column":10},
          {"function":"b","file":"client.c","line":10,"column":3}])");
  EXPECT_EQ(violation["file"], "client.c");
  EXPECT_EQ(violation["line"], 2);
  EXPECT_EQ(violation["calls"], calls);
  EXPECT_EQ(violation["cycle"][3]["calls"], calls);
  EXPECT_EQ(violation["run"][3]["calls"], calls);
  EXPECT_EQ(violation["cycle"][0]["calls"].size(), 2u);
}

TEST(JsonReport, UnsignedNumbersHaveNoSign) {
  Scene s = storeBuffering();
  s.program.locations[0].isUnsigned = true;
  s.graph.events[raw(s.run[0])].written = -1;
  const Json json = written([&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
  });
  const Json& first = json["results"][0]["violation"]["run"][0];
  EXPECT_EQ(first["written"], 4294967295u);
  EXPECT_EQ(first["effect"], "wants_a = 4294967295");
}

TEST(JsonReport, FurtherFindingsAreEntriesOfTheirOwn) {
  const Scene s = storeBuffering();
  const Json json = written([&](Observer& o) {
    o.checked(s.program,
              s.result(ModelName::Ra, Verdict::NotRobust,
                       {s.robustness(), s.finding(Property::Assertion, ThreadId{0}, 1, "r is 0")}));
  });
  ASSERT_EQ(json["results"].size(), 2u);
  EXPECT_EQ(json["results"][1]["property"], "assertion");
  EXPECT_EQ(json["results"][1]["verdict"], "violated");
  EXPECT_EQ(json["results"][1]["violation"]["detail"], "r is 0");
  EXPECT_EQ(json["results"][1]["violation"]["cycle"], Json::array());
}

TEST(JsonReport, UnknownHasItsReasonAndRejectedFilesTheirErrors) {
  const Scene s = storeBuffering();
  const Json json = written([&](Observer& o) {
    Result unknown = s.result(ModelName::Ra, Verdict::Unknown);
    unknown.reason = "the time is up";
    unknown.blocked = {{ThreadId{0}, 1}};
    o.checked(s.program, unknown);
    o.rejected("broken.rob", {{"broken.rob", ""}},
               {{Diagnostic::Severity::Error, {0, 3, 4, 3, 5}, "no", "do this"}});
  });
  const Json& entry = json["results"][0];
  EXPECT_EQ(entry["verdict"], "unknown");
  EXPECT_EQ(entry["reason"], "the time is up");
  EXPECT_FALSE(entry.contains("violation"));
  EXPECT_EQ(entry["blocked"][0]["thread"], "a");
  EXPECT_EQ(entry["blocked"][0]["line"], 6);
  EXPECT_EQ(entry["notes"].size(), 1u);
  EXPECT_EQ(json["errors"][0]["line"], 3);
  EXPECT_EQ(json["errors"][0]["help"], "do this");
}

TEST(JsonReport, BytesThatAreNoTextAreReplaced) {
  Scene s = storeBuffering();
  s.program.sources[0].text[s.program.sources[0].text.find("wants_a.store")] = '\xff';
  EXPECT_NO_THROW(written([&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
  }));
}

// The documentation shows one whole document. Its keys, level by level, are those of a
// real one, so that neither can change alone.
void collectKeys(const Json& json, const std::string& path, std::set<std::string>& keys) {
  if (json.is_array()) {
    for (const Json& item : json) collectKeys(item, path + "[]", keys);
  }
  if (json.is_object()) {
    for (const auto& [key, value] : json.items()) {
      keys.insert(path + "." + key);
      collectKeys(value, path + "." + key, keys);
    }
  }
}

TEST(JsonReport, DocumentationShowsTheRealThing) {
  const std::string page = readWhole(std::string(ROBUR_SOURCE_DIR) + "/docs/json.md");
  const std::size_t begin = page.find("```json\n");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = page.find("```", begin + 8);
  const Json documented = Json::parse(page.substr(begin + 8, end - begin - 8));
  const Scene s = storeBuffering();
  const Json real = written([&](Observer& o) {
    o.checked(s.program, s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()}));
  });
  std::set<std::string> inPage;
  std::set<std::string> inReality;
  collectKeys(documented, "", inPage);
  collectKeys(real, "", inReality);
  EXPECT_EQ(inPage, inReality);
  for (const std::string& key : inReality) {
    const std::string name = key.substr(key.rfind('.') + 1);
    EXPECT_NE(page.find("`" + name + "`"), std::string::npos) << name << " is not explained";
  }
}

}  // namespace

}  // namespace robur::test

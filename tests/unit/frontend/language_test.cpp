// The table of languages. Wherever else a language has to be mentioned, a test here fails if it is
// not; the tables in README.md are compared by tests/docs.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "frontend/language.h"

namespace robur {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = ROBUR_SOURCE_DIR;

std::string contentsOf(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return std::move(text).str();
}

std::set<std::string> foldersIn(const fs::path& path) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_directory()) names.insert(entry.path().filename().string());
  }
  return names;
}

TEST(Language, Names) {
  EXPECT_EQ(languageNamed("rob"), Language::Rob);
  EXPECT_EQ(languageNamed("tpl"), Language::Tpl);
  EXPECT_EQ(languageNamed("trencher"), Language::Trencher);
  EXPECT_EQ(languageNamed("txt"), std::nullopt);
  EXPECT_EQ(languageNamed(""), std::nullopt);
}

TEST(Language, Extensions) {
  EXPECT_EQ(languageOfPath("a.rob"), Language::Rob);
  EXPECT_EQ(languageOfPath("dir.tpl/a.b.rob"), Language::Rob);
  EXPECT_EQ(languageOfPath("/x/a.tpl"), Language::Tpl);
  EXPECT_EQ(languageOfPath("a.txt"), Language::Trencher);
  EXPECT_EQ(languageOfPath("a.trencher"), Language::Trencher);
  EXPECT_EQ(languageOfPath("a.c"), Language::C);
  EXPECT_EQ(languageOfPath("a.C"), Language::Cpp);
  EXPECT_EQ(languageOfPath("a.cpp"), Language::Cpp);
  EXPECT_EQ(languageOfPath("a.ll"), Language::Llvm);
  EXPECT_EQ(languageOfPath("a."), std::nullopt);
  EXPECT_EQ(languageOfPath("dir.rob/a"), std::nullopt);
  EXPECT_EQ(languageOfPath("rob"), std::nullopt);
  EXPECT_EQ(languageOfPath(""), std::nullopt);
}

TEST(Language, EachReadsItsOwn) {
  EXPECT_TRUE(parse(Language::Rob, {"a", "thread t { }"}).program);
  EXPECT_TRUE(parse(Language::Tpl, {"a", "global x; fn t { }"}).program);
  EXPECT_TRUE(parse(Language::Trencher, {"a", "thread t initial q end"}).program);
  EXPECT_TRUE(parse(Language::Litmus, {"a", "C t\n{}\nP0 () {}\n"}).program);
  EXPECT_FALSE(parse(Language::Tpl, {"a", "thread t initial q end"}).program);
}

TEST(LanguageTable, RowsAreInOrderAndConsistent) {
  std::size_t number = 0;
  std::set<std::string_view> names;
  std::set<std::string_view> extensions;
  for (const LanguageInfo& info : languageTable()) {
    SCOPED_TRACE(info.name);
    EXPECT_EQ(static_cast<std::size_t>(info.language), number++);
    EXPECT_TRUE(names.insert(info.name).second);
    EXPECT_FALSE(info.extensions[0].empty());
    for (const std::string_view extension : info.extensions) {
      const bool isNew = extension.empty() || extensions.insert(extension).second;
      EXPECT_TRUE(isNew) << extension;
    }
    EXPECT_NE(info.parse == nullptr, info.helper == nullptr) << "one of both reads it";
    EXPECT_EQ(info.parse == nullptr, info.fuzzTarget == nullptr);
  }
}

// The folders of languages that are not in the table would be read by nothing.
TEST(LanguageTable, EveryParserHasAFolderAndEveryFolderARow) {
  std::set<std::string> expected = {"common", "llvm"};
  for (const LanguageInfo& info : languageTable()) {
    if (info.parse != nullptr) expected.insert(info.name);
  }
  EXPECT_EQ(foldersIn(kRoot / "src/frontend"), expected);
}

// ./test and tests/fuzz/suite.cmake make a fuzz target of each folder of seeds.
TEST(LanguageTable, EveryParserIsFuzzedAndHasUnitTests) {
  std::set<std::string> expected;
  for (const LanguageInfo& info : languageTable()) {
    if (info.parse == nullptr) continue;
    SCOPED_TRACE(info.name);
    expected.insert(info.name);
    EXPECT_EQ(info.fuzzTarget, "fuzz_" + std::string(info.name));
    EXPECT_TRUE(fs::exists(kRoot / "tests/unit" / ("frontend_" + std::string(info.name))));
  }
  EXPECT_EQ(foldersIn(kRoot / "tests/fuzz/seeds"), expected);
}

TEST(LanguageTable, EveryLanguageIsDescribed) {
  for (const LanguageInfo& info : languageTable()) {
    const std::string page = contentsOf(kRoot / info.page);
    EXPECT_NE(page.find("." + std::string(info.extensions[0])), std::string::npos)
        << info.page << " does not mention ." << info.extensions[0];
  }
}

TEST(LanguageTable, ListsForMessages) {
  EXPECT_EQ(parsedLanguages("or"), "rob, tpl, trencher or litmus");
  EXPECT_EQ(infoOf(Language::Trencher).extensionList("`"), "`.trencher`, `.txt`");
}

}  // namespace
}  // namespace robur

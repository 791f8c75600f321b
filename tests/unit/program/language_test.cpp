// Which frontend reads which file.
#include <gtest/gtest.h>

#include "frontend/frontend.h"

namespace robur {
namespace {

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
  EXPECT_EQ(languageOfPath("a.c"), std::nullopt);
  EXPECT_EQ(languageOfPath("dir.rob/a"), std::nullopt);
  EXPECT_EQ(languageOfPath("rob"), std::nullopt);
  EXPECT_EQ(languageOfPath(""), std::nullopt);
}

TEST(Language, EachReadsItsOwn) {
  EXPECT_TRUE(parse(Language::Rob, {"a", "thread t { }"}).program);
  EXPECT_TRUE(parse(Language::Tpl, {"a", "global x; fn t { }"}).program);
  EXPECT_TRUE(parse(Language::Trencher, {"a", "thread t initial q end"}).program);
  EXPECT_FALSE(parse(Language::Tpl, {"a", "thread t initial q end"}).program);
}

}  // namespace
}  // namespace robur

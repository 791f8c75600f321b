// Comments that accept findings: which line they are about, and what is wrong with them.
#include "accept/allow_comments.h"

#include <gtest/gtest.h>

namespace robur::accept {
namespace {

AllowComments read(const std::string& text) { return allowCommentsIn({{"p.cpp", text}}); }

TEST(AllowComments, AcceptOnTheirOwnLine) {
  const AllowComments found = read("int x;\nr = y; // robur: allow(race) a hint only\n");
  ASSERT_EQ(found.comments.size(), 1u);
  EXPECT_TRUE(found.errors.empty());
  const AllowComment& comment = found.comments[0];
  EXPECT_EQ(comment.line, 2u);
  EXPECT_EQ(comment.kinds, std::vector<std::string>{"race"});
  EXPECT_EQ(comment.reason, "a hint only");
  EXPECT_EQ(comment.span, (Span{0, 2, 8, 2, 41}));
}

TEST(AllowComments, AloneOnALineTheyAreAboutTheNextOneWithCode) {
  const AllowComments found = read("// robur: allow(iriw) rare\n\n  // more about it\n  r = y;\n");
  ASSERT_EQ(found.comments.size(), 1u);
  EXPECT_EQ(found.comments[0].line, 4u);
}

TEST(AllowComments, MayNameSeveralKindsAndBeInBlocks) {
  const AllowComments found =
      read("r = y; /* robur:allow( iriw , store-buffering )  both are fine */ s = z;\n");
  ASSERT_EQ(found.comments.size(), 1u);
  EXPECT_EQ(found.comments[0].kinds, (std::vector<std::string>{"iriw", "store-buffering"}));
  EXPECT_EQ(found.comments[0].reason, "both are fine");
}

TEST(AllowComments, NeedAReason) {
  for (const char* text : {"r = y; // robur: allow(race)\n", "r = y; // robur: allow(race)   \n",
                           "r = y; /* robur: allow(race) */ s = z;\n"}) {
    const AllowComments found = read(text);
    EXPECT_TRUE(found.comments.empty()) << text;
    ASSERT_EQ(found.errors.size(), 1u) << text;
    EXPECT_EQ(found.errors[0].message, "a finding is accepted without a reason");
  }
}

TEST(AllowComments, NeedAKindThatExists) {
  for (const char* text : {"// robur: allow(everything) why\nx;\n", "// robur: allow() why\nx;\n",
                           "// robur: allow(race,) why\nx;\n"}) {
    const AllowComments found = read(text);
    EXPECT_TRUE(found.comments.empty()) << text;
    ASSERT_EQ(found.errors.size(), 1u) << text;
    EXPECT_NE(found.errors[0].help.find("store-buffering"), std::string::npos);
  }
}

TEST(AllowComments, ThatAreMalformedAreErrors) {
  for (const char* text : {"// robur: alow(race) why\n", "// robur: allow race why\n",
                           "// robur: allow(race why\n"}) {
    EXPECT_EQ(read(text).errors.size(), 1u) << text;
  }
}

TEST(AllowComments, OtherTextIsNone) {
  const AllowComments found =
      read("// see robur: allow(race) in the manual\nprint(\"robur: allow(race)\");\n");
  EXPECT_TRUE(found.comments.empty());
  EXPECT_TRUE(found.errors.empty());
}

}  // namespace
}  // namespace robur::accept

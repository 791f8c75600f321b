// Where another statement may stand, in all the shapes that blocks have.
#include "repair/c/statements.h"

#include <gtest/gtest.h>

#include "repair/c/tokens.h"

namespace robur::repair_c {
namespace {

// The text of the smallest statement around the first `x`, and of what comes behind it.
std::string around(std::string_view text, std::string_view what = "x") {
  const std::vector<Token> tokens = tokensOf(text);
  for (const Token& token : tokens) {
    if (!token.is(what)) continue;
    const std::vector<Statement> all = statementsOf(tokens);
    const Statement* const found = statementAround(all, token.begin);
    if (found == nullptr) return "none";
    const std::string own(text.substr(found->begin, found->end - found->begin));
    if (found->bare) {
      const std::string follow(found->follow == 0 ? "" : text.substr(found->follow));
      return "bare " + own + (found->leaves ? " leaves" : "") +
             (follow.empty() ? "" : " before " + follow.substr(0, follow.find(' ')));
    }
    return own + " then " + std::string(text.substr(found->next, 1)) +
           (found->leaves ? " leaves" : "");
  }
  return "no such word";
}

TEST(CStatements, StandInBlocks) {
  EXPECT_EQ(around("void f() { a(); x = 1; b(); }"), "x = 1; then b");
  EXPECT_EQ(around("void f() { a(); x = 1; }"), "x = 1; then }");
  EXPECT_EQ(around("int f() { return x; }"), "return x; then } leaves");
  EXPECT_EQ(around("void f() { { x = 1; } b(); }"), "x = 1; then }");
  EXPECT_EQ(around("int f(int a) const noexcept { x = 1; }"), "x = 1; then }");
  EXPECT_EQ(around("auto f() -> std::vector<int> { x = 1; }"), "x = 1; then }");
}

TEST(CStatements, BodiesWithoutBraces) {
  EXPECT_EQ(around("void f() { if (c) x = 1; b(); }"), "bare x = 1;");
  EXPECT_EQ(around("void f() { if (c) a(); else x = 1; b(); }"), "bare x = 1;");
  EXPECT_EQ(around("void f() { if (c) x = 1; else a(); b(); }"), "bare x = 1; before else");
  EXPECT_EQ(around("void f() { if (c) { a(); } else if (d) x = 1; b(); }"), "bare x = 1;");
  EXPECT_EQ(around("void f() { for (;;) while (c) x = 1; b(); }"), "bare x = 1;");
  EXPECT_EQ(around("void f() { do x = 1; while (c); b(); }"), "bare x = 1; before while");
  EXPECT_EQ(around("void f() { if (c) return x; }"), "bare return x; leaves");
  EXPECT_EQ(around("void f() { if (c) for (;x;) { } b(); }"), "bare for (;x;) { }");
  EXPECT_EQ(around("void f() { if constexpr (c) { x = 1; } }"), "x = 1; then }");
  EXPECT_EQ(around("void f() { if (c) a(); else if (x) d(); b(); }"),
            "if (c) a(); else if (x) d(); then b");
  EXPECT_EQ(around("void f() { while (x); b(); }"), "while (x); then b");
}

TEST(CStatements, HeadsAndConditionsHaveNoGaps) {
  EXPECT_EQ(around("void f() { for (x = 1; c; ++i) { a(); } b(); }"),
            "for (x = 1; c; ++i) { a(); } then b");
  EXPECT_EQ(around("void f() { while (x) { } b(); }"), "while (x) { } then b");
  EXPECT_EQ(around("void f() { do { a(); } while (x); b(); }"), "do { a(); } while (x); then b");
  EXPECT_EQ(around("void f() { if (int y = x; y > 1) { } }"), "if (int y = x; y > 1) { } then }");
}

TEST(CStatements, LabelsStayInFront) {
  EXPECT_EQ(around("void f() { switch (c) { case 1: x = 1; break; default: b(); } }"),
            "x = 1; then b");
  EXPECT_EQ(around("void f() { switch (c) { default: x = 1; case K::b: b(); } }"), "x = 1; then c");
  EXPECT_EQ(around("void f() { again: x = 1; goto again; }"), "x = 1; then g");
  EXPECT_EQ(around("void f() { s::x = 1; b(); }"), "s::x = 1; then b");
}

TEST(CStatements, LambdasHaveBlocksAndInitialisersHaveNot) {
  EXPECT_EQ(around("void f() { std::thread t([&] { a(); x = 1; }); }"), "x = 1; then }");
  EXPECT_EQ(around("void f() { auto g = [](int a) mutable -> T { x = 1; b(); }; }"),
            "x = 1; then b");
  EXPECT_EQ(around("void f() { int a = {x}; b(); }"), "int a = {x}; then b");
  EXPECT_EQ(around("void f() { T a{x, 2}; b(); }"), "T a{x, 2}; then b");
  EXPECT_EQ(around("void f() { int a[] = {x}; b(); }"), "int a[] = {x}; then b");
  EXPECT_EQ(around("auto g = [] { x = 1; b(); };"), "x = 1; then b");
}

TEST(CStatements, ClassesAndNamespacesHaveFunctions) {
  EXPECT_EQ(around("namespace a::b { class C : public D { public: void f() { x = 1; } }; }"),
            "x = 1; then }");
  EXPECT_EQ(around("struct alignas(64) S { int a = 0; void f() { a(); x = 1; } };"),
            "x = 1; then }");
  EXPECT_EQ(around("template <class T, int N = (1 < 2)> struct S { void f() { x = 1; } };"),
            "x = 1; then }");
  EXPECT_EQ(around("struct S { S() : a{1}, b(2), c{3} { x = 1; } };"), "x = 1; then }");
  EXPECT_EQ(around("extern \"C\" { void f(void) { x = 1; } }"), "x = 1; then }");
  EXPECT_EQ(around("void f() { struct L { void g() { x = 1; } } l; }"), "x = 1; then }");
  EXPECT_EQ(around("enum E { x };"), "none");
  EXPECT_EQ(around("int a = x; void f() { }"), "none");
  EXPECT_EQ(around("struct S { int a = x; };"), "none");
}

TEST(CStatements, WhatIsNoCodeIsPassedOver) {
  EXPECT_EQ(around("#define M(a) { a; \\\n }\nvoid f() { x = 1; }"), "x = 1; then }");
  EXPECT_EQ(around("void f() { puts(\"} x {\"); /* } */ x = 1; // }\n b(); }"), "x = 1; then b");
  EXPECT_EQ(around("void f() { g(R\"q(} x ;)\" )q\"); c = '}'; n = 1'000; x = 1; }"),
            "x = 1; then }");
  EXPECT_EQ(around("void f() {\n#ifdef A\n  x = 1;\n#endif\n  b(); }"), "x = 1; then b");
  // Where braces do not match, nothing is known.
  EXPECT_EQ(around("void f() {\n#ifdef A\n  if (c) {\n#else\n  if (d) {\n#endif\n  x = 1; } }"),
            "none");
}

// A destructor runs at the brace that closes the block of its object.
TEST(CStatements, BlocksEndInBraces) {
  const auto closing = [](std::string_view text) {
    const std::vector<Statement> all = statementsOf(tokensOf(text));
    const Statement* const found = statementAround(all, text.find("};") - 2);
    return found == nullptr || !found->closes ? "no end" : found->leaves ? "left" : "end";
  };
  EXPECT_STREQ(closing("struct S { void f() { Guard a; x = 1; } };"), "end");
  EXPECT_STREQ(closing("struct S { int f() { Guard a; return x; } };"), "left");
  EXPECT_STREQ(closing("struct S { int a[1] = {1}; };"), "no end");
}

// No text makes it fail: every piece of one is tried, too.
TEST(CStatements, PiecesOfTextsAreHarmless) {
  const std::string text =
      "template <class T> struct S : B { S() : a{1} { if (c) x = 1; else { f([&] { y; }); } } };\n"
      "int g(void) { switch (c) { case 1: do { h(); } while (z); default: return 1; } }\n";
  for (std::size_t begin = 0; begin < text.size(); begin += 3) {
    for (std::size_t size = 0; begin + size <= text.size(); ++size) {
      const std::string_view piece = std::string_view(text).substr(begin, size);
      for (const Statement& s : statementsOf(tokensOf(piece))) {
        ASSERT_LT(s.begin, s.end) << piece;
        ASSERT_LE(s.end, piece.size()) << piece;
        ASSERT_LE(s.next, piece.size()) << piece;
        ASSERT_TRUE(!s.closes || piece[s.begin] == '}') << piece;
      }
    }
  }
}

}  // namespace
}  // namespace robur::repair_c

// The canonical layout, by example.
#include <gtest/gtest.h>

#include "frontend/rob/format.h"
#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

std::string formatted(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  const auto once = formatRob({"t.rob", std::string(text)}, diagnostics);
  EXPECT_TRUE(once) << text;
  if (!once) return {};
  const auto twice = formatRob({"t.rob", *once}, diagnostics);
  EXPECT_EQ(twice, once) << "formatting twice changes the text";
  return *once;
}

TEST(RobFormat, OneStatementPerLineAndTwoSpacesPerLevel) {
  EXPECT_EQ(formatted("const N=2;atomic bool x,y;atomic 0..3 a[N]={1,2};plain -1..1 d;"
                      "thread t[N]{local bool r=1;x.store(1,rel);r=x.load( acq );"
                      "if(r==0){d=-1;}else if(r)skip;else{a[r-1].fetch_add(1);}}"),
            R"(const N = 2;
atomic bool x, y;
atomic 0..3 a[N] = {1, 2};
plain -1..1 d;
thread t[N] {
  local bool r = 1;
  x.store(1, rel);
  r = x.load(acq);
  if (r == 0) {
    d = -1;
  } else if (r) skip;
  else {
    a[r - 1].fetch_add(1);
  }
}
)");
}

TEST(RobFormat, LoopsChoicesAndLabels) {
  EXPECT_EQ(formatted("thread t\n{\nlocal i;again:while(i<3){i+=1;}do{skip;}\nwhile(i);"
                      "for(i=0;i<3;i+=1){}for(;;)break;\nloop{choose{goto again;}\nor{}}end:}"),
            R"(thread t {
  local i;
again:
  while (i < 3) {
    i += 1;
  }
  do {
    skip;
  } while (i);
  for (i = 0; i < 3; i += 1) { }
  for (;;) break;
  loop {
    choose {
      goto again;
    } or { }
  }
end:
}
)");
}

TEST(RobFormat, UnaryOperatorsTouchTheirOperands) {
  EXPECT_EQ(formatted("thread t { local r; r=-r- -1; r=- -r; r=!r&~r; r=(*r).load()*(*r).load();"
                      "r=&r+r&r; r = - 5; wait(*r==-1||!(*r)); }"),
            R"(thread t {
  local r;
  r = -r - -1;
  r = - -r;
  r = !r & ~r;
  r = (*r).load() * (*r).load();
  r = &r + r & r;
  r = -5;
  wait(*r == -1 || !(*r));
}
)");
}

TEST(RobFormat, AtMostOneEmptyLineAndNoneAtTheEdgesOfABlock) {
  EXPECT_EQ(
      formatted(
          "\n\n\natomic x;\n\n\n\natomic y;\nthread t {\n\n\n  skip;\n\n\n  skip;\n\n}\n\n\n"),
      R"(atomic x;

atomic y;
thread t {
  skip;

  skip;
}
)");
}

TEST(RobFormat, CommentsStayWhereTheyAre) {
  EXPECT_EQ(formatted(R"(//! tso: robust
/* head */ atomic x; // the cell
      // alone
thread t { // opens

// inside
  skip; /* after */ skip;
  x.store( /* value */ 1 /* one */ , rel);
  if (x.load()) { // yes
    skip; }
  // no
  else { /* nothing */ }
  x.store(1, // why
     rel);
  // last
}
// end)"),
            R"(//! tso: robust
/* head */ atomic x;  // the cell
// alone
thread t {  // opens
  // inside
  skip;  /* after */
  skip;
  x.store(/* value */ 1 /* one */, rel);
  if (x.load()) {  // yes
    skip;
  }
  // no
  else {  /* nothing */
  }
  x.store(1,  // why
      rel);
  // last
}
// end
)");
}

TEST(RobFormat, NeighbouringCommentsStandInOneColumn) {
  EXPECT_EQ(formatted(R"(
atomic bool wants; // one
plain 0..3 d = 1; // two,
                  // continued
atomic x;

atomic y; // alone
)"),
            R"(atomic bool wants;  // one
plain 0..3 d = 1;   // two,
                    // continued
atomic x;

atomic y;  // alone
)");
}

TEST(RobFormat, BlockCommentsMoveAsOne) {
  EXPECT_EQ(formatted("thread t {\n      /* a\n         b\n\n       c */\n  skip;\n}\r\n"),
            "thread t {\n  /* a\n     b\n\n   c */\n  skip;\n}\n");
}

TEST(RobFormat, EmptyTextStaysEmpty) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted(" \n\n"), "");
  EXPECT_EQ(formatted("// only\n\n\n// comments"), "// only\n\n// comments\n");
}

TEST(RobFormat, NamesNeedNotBeDeclared) {
  EXPECT_EQ(formatted("thread t{unknown.store(1);}"), "thread t {\n  unknown.store(1);\n}\n");
}

TEST(RobFormat, WhatDoesNotParseIsNotTouched) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_EQ(formatRob({"t.rob", "thread t { x = ; }"}, diagnostics), std::nullopt);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message, "expected an expression, found ';'");
  EXPECT_EQ(diagnostics[0].span.column, 16u);
}

}  // namespace
}  // namespace robur::testing

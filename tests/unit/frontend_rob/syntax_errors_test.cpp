// Texts that do not follow the grammar: what is said about them, and how reading goes on.
//
// Expectations are what a terminal shows, to the last blank.
#include <gtest/gtest.h>

#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

TEST(RobSyntaxErrors, MissingSemicolonAtTheEndOfALine) {
  EXPECT_EQ(complaints(R"(atomic x
thread t {
  x.store(1, rel)
  x.store(2, rel)
}
)"),
            R"(t.rob:1:9: error: expected ';' after the declaration
  |
1 | atomic x
  |         ^
t.rob:3:18: error: expected ';' after the statement
  |
3 |   x.store(1, rel)
  |                  ^
t.rob:4:18: error: expected ';' after the statement
  |
4 |   x.store(2, rel)
  |                  ^
)");
}

TEST(RobSyntaxErrors, MissingSemicolonWithinALine) {
  EXPECT_EQ(complaints(R"(thread t { local r s; }
)"),
            R"(t.rob:1:18: error: 'r' is not a type
  |
1 | thread t { local r s; }
  |                  ^
help: types are bool, a range such as 0..3, wrap 0..3, u1 to u63 and i2 to i64
)");
}

TEST(RobSyntaxErrors, MisspeltKeywordsAreReadAsMeant) {
  EXPECT_EQ(complaints(R"(atomc x;
thred t {
  whlie (x.load() == 0) {
    lcoal r;
  }
  retrun;
}
)"),
            R"(t.rob:1:1: error: expected a declaration or a thread, found 'atomc'
  |
1 | atomc x;
  | ^^^^^
help: did you mean 'atomic'?
t.rob:2:1: error: expected a declaration or a thread, found 'thred'
  |
2 | thred t {
  | ^^^^^
help: did you mean 'thread'?
t.rob:3:3: error: 'whlie' is not a statement
  |
3 |   whlie (x.load() == 0) {
  |   ^^^^^
help: did you mean 'while'?
t.rob:4:5: error: 'lcoal' is not a statement
  |
4 |     lcoal r;
  |     ^^^^^
help: did you mean 'local'?
t.rob:6:3: error: 'retrun' is not a statement
  |
6 |   retrun;
  |   ^^^^^^
help: did you mean 'return'?
)");
}

TEST(RobSyntaxErrors, MissingParenthesesAroundACondition) {
  EXPECT_EQ(complaints(R"(thread t {
  local r;
  if r == 1 {
    r = 2;
  }
  while (r == 1 {
    r = 3;
  }
}
)"),
            R"(t.rob:3:6: error: expected '(' after 'if', found 'r'
  |
3 |   if r == 1 {
  |      ^
help: conditions stand in parentheses: if (...)
t.rob:6:17: error: expected ')' after the condition, found '{'
  |
6 |   while (r == 1 {
  |                 ^
)");
}

TEST(RobSyntaxErrors, AssignmentInsteadOfComparison) {
  EXPECT_EQ(complaints(R"(thread t {
  local r;
  if (r = 1) { r = 2; }
  r == 3;
}
)"),
            R"(t.rob:3:9: error: '=' assigns and has no value
  |
3 |   if (r = 1) { r = 2; }
  |         ^
help: compare with '=='
t.rob:4:3: error: this statement does nothing
  |
4 |   r == 3;
  |   ^^^^^^
help: '==' compares: to assign, write '='
)");
}

TEST(RobSyntaxErrors, UnfinishedExpressions) {
  EXPECT_EQ(complaints(R"(thread t {
  local r;
  r = 1 + ;
  r = (1 + 2;
  r = ;
  r = r r;
}
)"),
            R"(t.rob:3:11: error: expected an expression, found ';'
  |
3 |   r = 1 + ;
  |           ^
t.rob:4:13: error: expected ')' to close the parenthesis, found ';'
  |
4 |   r = (1 + 2;
  |             ^
t.rob:5:7: error: expected an expression, found ';'
  |
5 |   r = ;
  |       ^
t.rob:6:9: error: expected ';' after the statement, found 'r'
  |
6 |   r = r r;
  |         ^
)");
}

TEST(RobSyntaxErrors, OperatorsThatDoNotExist) {
  EXPECT_EQ(complaints(R"(thread t {
  local r;
  r++;
  r = r ? 1 : 2;
  r = --r;
}
)"),
            R"(t.rob:3:4: error: there is no operator '++'
  |
3 |   r++;
  |    ^^
help: write r += 1
t.rob:4:9: error: there is no conditional operator
  |
4 |   r = r ? 1 : 2;
  |         ^
help: use if and else
t.rob:5:7: error: there is no operator '--'
  |
5 |   r = --r;
  |       ^^
)");
}

TEST(RobSyntaxErrors, MissingClosingBrace) {
  EXPECT_EQ(complaints(R"(thread a {
  local r;
  if (r) {
    skip;
}
thread b { }
)"),
            R"(t.rob:1:10: error: the '{' of thread 'a' is never closed
  |
1 | thread a {
  |          ^
help: a thread cannot begin inside another one: close this one with '}'
)");
}

TEST(RobSyntaxErrors, ClosingBraceTooMany) {
  EXPECT_EQ(complaints(R"(thread a { } }
thread b { }
)"),
            R"(t.rob:1:14: error: this '}' closes nothing
  |
1 | thread a { } }
  |              ^
)");
}

TEST(RobSyntaxErrors, UnfinishedFile) {
  EXPECT_EQ(complaints(R"(thread a {
  loop {
    skip;
)"),
            R"(t.rob:2:8: error: the '{' of this block is never closed
  |
2 |   loop {
  |        ^
)");
}

TEST(RobSyntaxErrors, UnclosedComment) {
  EXPECT_EQ(complaints(R"(thread a { skip; }
/* never
closed
)"),
            R"(t.rob:2:1: error: this comment is never closed
  |
2 | /* never
  | ^^
help: end it with */
)");
}

TEST(RobSyntaxErrors, ReservedWordsAsNames) {
  EXPECT_EQ(complaints(R"(atomic if;
thread t { local loop; goto or; }
)"),
            R"(t.rob:1:8: error: 'if' is a reserved word and cannot be a name
  |
1 | atomic if;
  |        ^^
t.rob:2:18: error: 'loop' is a reserved word and cannot be a name
  |
2 | thread t { local loop; goto or; }
  |                  ^^^^
t.rob:2:29: error: 'or' is a reserved word and cannot be a label
  |
2 | thread t { local loop; goto or; }
  |                             ^^
)");
}

TEST(RobSyntaxErrors, NumbersThatAreNone) {
  EXPECT_EQ(
      complaints(
          R"(const A = 99999999999999999999, B = 010, C = 0x, D = 12ab, E = 9223372036854775808;
thread t { }
)"),
      R"(t.rob:1:11: error: this number is too large
  |
1 | const A = 99999999999999999999, B = 010, C = 0x, D = 12ab, E = 9223372036854775808;
  |           ^^^^^^^^^^^^^^^^^^^^
help: the largest one is 9223372036854775807
t.rob:1:37: error: a number that begins with 0 is octal in C and not allowed here
  |
1 | const A = 99999999999999999999, B = 010, C = 0x, D = 12ab, E = 9223372036854775808;
  |                                     ^^^
help: leave out the leading zeros, or write 0x for hexadecimal
t.rob:1:46: error: '0x' is not a number
  |
1 | const A = 99999999999999999999, B = 010, C = 0x, D = 12ab, E = 9223372036854775808;
  |                                              ^^
help: numbers are decimal (42) or hexadecimal (0x2a), and a name does not begin with a digit
t.rob:1:54: error: '12ab' is not a number
  |
1 | const A = 99999999999999999999, B = 010, C = 0x, D = 12ab, E = 9223372036854775808;
  |                                                      ^^^^
help: numbers are decimal (42) or hexadecimal (0x2a), and a name does not begin with a digit
t.rob:1:64: error: this number is too large
  |
1 | const A = 99999999999999999999, B = 010, C = 0x, D = 12ab, E = 9223372036854775808;
  |                                                                ^^^^^^^^^^^^^^^^^^^
help: the largest one is 9223372036854775807
)");
}

TEST(RobSyntaxErrors, StrayCharacters) {
  EXPECT_EQ(complaints(R"(#include <atomic>
thread t { local r; r = "one"; r = $1; r = r @ 1; }
)"),
            R"(t.rob:1:1: error: there is no preprocessor
  |
1 | #include <atomic>
  | ^
help: comments begin with //
t.rob:2:25: error: there are no strings and characters
  |
2 | thread t { local r; r = "one"; r = $1; r = r @ 1; }
  |                         ^^^^^
help: values are whole numbers
t.rob:2:36: error: '$1' is not a name
  |
2 | thread t { local r; r = "one"; r = $1; r = r @ 1; }
  |                                    ^^
help: names consist of letters, digits and _
t.rob:2:46: error: unexpected character '@'
  |
2 | thread t { local r; r = "one"; r = $1; r = r @ 1; }
  |                                              ^
)");
}

TEST(RobSyntaxErrors, WrongPlaceForADeclaration) {
  EXPECT_EQ(complaints(R"(local r;
bool flag;
thread t {
  atomic x;
  int y;
  bool z;
}
)"),
            R"(t.rob:1:1: error: a local belongs to a thread and is declared inside it
  |
1 | local r;
  | ^^^^^
help: write 'atomic' or 'plain' for a cell that threads share
t.rob:2:1: error: expected 'atomic' or 'plain' before 'bool'
  |
2 | bool flag;
  | ^^^^
help: a shared cell is either atomic or plain memory: atomic bool flag;
t.rob:4:3: error: 'atomic' declarations stand outside of threads
  |
4 |   atomic x;
  |   ^^^^^^
help: inside a thread, 'local' declares a register of its own
t.rob:5:3: error: 'int' is not a statement
  |
5 |   int y;
  |   ^^^
help: a register is declared with 'local', as in: local 0..3 r;
t.rob:6:3: error: expected 'local' before 'bool'
  |
6 |   bool z;
  |   ^^^^
help: registers are declared as in: local bool seen;
)");
}

TEST(RobSyntaxErrors, WrongStatements) {
  EXPECT_EQ(complaints(R"(thread t {
  ;
  else { }
  3;
  do skip; until (1);
}
)"),
            R"(t.rob:2:3: error: an empty statement is written 'skip;' or '{ }'
  |
2 |   ;
  |   ^
t.rob:3:3: error: this 'else' has no 'if'
  |
3 |   else { }
  |   ^^^^
t.rob:4:3: error: expected a statement, found '3'
  |
4 |   3;
  |   ^
t.rob:5:12: error: expected 'while' after the body of 'do', found 'until'
  |
5 |   do skip; until (1);
  |            ^^^^^
)");
}

TEST(RobSyntaxErrors, ChooseNeedsAlternatives) {
  EXPECT_EQ(complaints(R"(thread t {
  choose { skip; }
  choose { skip; } { skip; }
}
)"),
            R"(t.rob:2:3: error: 'choose' has only one alternative
  |
2 |   choose { skip; }
  |   ^^^^^^
help: add another one: choose { ... } or { ... }
t.rob:3:20: error: expected 'or' before the next alternative
  |
3 |   choose { skip; } { skip; }
  |                    ^
)");
}

TEST(RobSyntaxErrors, ForHasThreeParts) {
  EXPECT_EQ(complaints(R"(thread t {
  local i;
  for (i = 0; i < 3) { i += 1; }
}
)"),
            R"(t.rob:3:20: error: expected ';' after the condition of 'for', found ')'
  |
3 |   for (i = 0; i < 3) { i += 1; }
  |                    ^
)");
}

TEST(RobSyntaxErrors, OperationsNeedParentheses) {
  EXPECT_EQ(complaints(R"(atomic x;
thread t {
  local r;
  r = x.load;
  x.;
}
)"),
            R"(t.rob:4:13: error: expected '(' after 'load', found ';'
  |
4 |   r = x.load;
  |             ^
t.rob:5:5: error: expected an operation such as load, found ';'
  |
5 |   x.;
  |     ^
)");
}

TEST(RobSyntaxErrors, ConstantsNeedAValue) {
  EXPECT_EQ(complaints(R"(const N;
thread t { }
)"),
            R"(t.rob:1:8: error: expected '=' and the value of the constant, found ';'
  |
1 | const N;
  |        ^
)");
}

TEST(RobSyntaxErrors, TopLevelRubbish) {
  EXPECT_EQ(complaints(R"(x = 1;
thread t { }
)"),
            R"(t.rob:1:1: error: expected a declaration or a thread, found 'x'
  |
1 | x = 1;
  | ^
help: a program consists of 'atomic', 'plain' and 'const' declarations and of threads
)");
}

TEST(RobSyntaxErrors, AddressOfWhatIsNoCell) {
  EXPECT_EQ(complaints(R"(thread t { local r; r = &5; }
)"),
            R"(t.rob:1:26: error: '&' needs the name of a cell
  |
1 | thread t { local r; r = &5; }
  |                          ^
help: write &x, or &a[0] for an element
)");
}

TEST(RobSyntaxErrors, UnknownType) {
  EXPECT_EQ(complaints(R"(atomic float x;
atomic u64 y;
thread t { local i1 r; }
)"),
            R"(t.rob:1:8: error: 'float' is not a type
  |
1 | atomic float x;
  |        ^^^^^
help: types are bool, a range such as 0..3, wrap 0..3, u1 to u63 and i2 to i64
t.rob:2:8: error: there is no type 'u64'
  |
2 | atomic u64 y;
  |        ^^^
help: unsigned types are u1 to u63, signed ones i2 to i64
t.rob:3:18: error: there is no type 'i1'
  |
3 | thread t { local i1 r; }
  |                  ^^
help: unsigned types are u1 to u63, signed ones i2 to i64
)");
}

TEST(RobSyntaxErrors, ThreadWithoutAName) {
  EXPECT_EQ(complaints(R"(thread { skip; }
thread 3 { skip; }
)"),
            R"(t.rob:1:8: error: expected the name of the thread, found '{'
  |
1 | thread { skip; }
  |        ^
t.rob:2:8: error: expected the name of the thread, found '3'
  |
2 | thread 3 { skip; }
  |        ^
)");
}

}  // namespace
}  // namespace robur::testing

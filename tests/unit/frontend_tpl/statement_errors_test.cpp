// Messages about statements. Lines count from the statement.
#include <gtest/gtest.h>

#include "unit/frontend_tpl/support.h"

namespace robur::testing {
namespace {

TEST(TplStatementErrors, Names) {
  EXPECT_EQ(errorIn("q = 1;"),
            "1:1: 'q' is not declared\n  declare it at the beginning of the thread: local q;\n");
  EXPECT_EQ(errorIn("r = q + 1;"),
            "1:5: 'q' is not declared\n  declare it at the beginning of the thread: local q;\n");
  EXPECT_EQ(errorIn("r = z.load();"), "1:5: 'z' is not declared\n  declare it: global z;\n");
  EXPECT_EQ(errorIn("x = 1;"),
            "1:1: 'x' is shared and cannot be assigned to\n  write x.store(value);\n");
  EXPECT_EQ(errorIn("r = x + 1;"),
            "1:5: 'x' is shared and cannot stand in an expression\n"
            "  load it into a register first: r = x.load();\n");
  EXPECT_EQ(errorIn("s = r.load();"), "1:5: 'r' is a register, not a shared location\n");
  EXPECT_EQ(errorIn("verify(x);"),
            "1:8: 'x' is not declared\n  declare it at the beginning of the thread: local x;\n");
}

TEST(TplStatementErrors, AtomicAndOther) {
  EXPECT_EQ(errorIn("r = d.load();"),
            "1:5: 'd' is non-atomic\n  use naload and nastore, or declare it under global\n");
  EXPECT_EQ(errorIn("x.nastore(1);"),
            "1:1: 'x' is atomic\n  use load and store, or declare it under na\n");
  EXPECT_EQ(errorIn("lock(d);"),
            "1:6: 'd' is non-atomic\n  use naload and nastore, or declare it under global\n");
}

TEST(TplStatementErrors, Orders) {
  EXPECT_EQ(errorIn("r = x.load(rel);"),
            "1:12: expected rlx or acq, found 'rel'\n  a read is rlx or acq\n");
  EXPECT_EQ(errorIn("x.store(1, acq);"),
            "1:12: expected rlx or rel, found 'acq'\n  a write is rlx or rel\n");
  EXPECT_EQ(errorIn("r = CAS(x, 0, 1, rel, acq);"),
            "1:18: expected rlx or acq, found 'rel'\n  a read is rlx or acq\n");
  EXPECT_EQ(errorIn("r = FADD(x, 1, acq);"),
            "1:19: expected ',' between the order of the read and that of the write, found ')'\n");
  EXPECT_EQ(errorIn("fence(rlx);"),
            "1:7: expected the kind of the fence, found 'rlx'\n"
            "  a fence is acq, rel, acq_rel, seq_cst or upd\n");
  EXPECT_EQ(errorIn("r = d.naload(acq);"),
            "1:14: expected ')' after the operands of naload, found 'acq'\n");
}

TEST(TplStatementErrors, Results) {
  EXPECT_EQ(errorIn("x.load();"),
            "1:1: the value that is loaded must go into a register\n"
            "  write r = x.load(...); with a register r\n");
  EXPECT_EQ(errorIn("r = x.store(1);"), "1:5: a store has no result\n");
  EXPECT_EQ(errorIn("FADD(x, 1);"),
            "1:1: the result of FADD must go into a register\n"
            "  write r = FADD(...); with a register r\n");
  EXPECT_EQ(errorIn("r = BCAS(x, 0, 1);"),
            "1:5: BCAS gives no result: it always finds the value it expects\n");
}

TEST(TplStatementErrors, Syntax) {
  EXPECT_EQ(errorIn("x.stroe(1);"),
            "1:3: expected load, store, naload or nastore, found 'stroe'\n");
  EXPECT_EQ(errorIn("r + 1;"), "1:3: expected '=', '.' or ':' after 'r', found '+'\n");
  EXPECT_EQ(errorIn("r = ;"), "1:5: expected an expression, found ';'\n");
  EXPECT_EQ(errorIn("r = (1 + 2;"), "1:11: expected ')' after an expression, found ';'\n");
  EXPECT_EQ(errorIn("if (r) r = 1;"),
            "1:8: expected '{' or 'goto' after the condition of an if, found 'r'\n");
  EXPECT_EQ(errorIn("while r { }"), "1:7: expected '(' before a condition, found 'r'\n");
  EXPECT_EQ(errorIn("oneof (r = 1;);"),
            "1:8: expected '{' before an alternative of oneof, found 'r'\n");
  EXPECT_EQ(errorIn("; r = 1;"), "1:1: expected a statement, found ';'\n");
  EXPECT_EQ(errorIn("else { }"), "1:1: expected a statement, found 'else'\n");
  EXPECT_EQ(errorIn("a: "), "2:1: expected a statement, found '}'\n");
  EXPECT_EQ(errorIn("local q;"), "1:1: registers are declared at the beginning of a thread\n");
  EXPECT_EQ(errorIn("wait(x);"), "1:7: expected ',' after the location, found ')'\n");
  EXPECT_EQ(errorIn("r = s[1];"),
            "1:6: this language has no arrays\n  declare one location or register per element\n");
  EXPECT_EQ(errorIn("x[1].store(0);"),
            "1:2: this language has no arrays\n  declare one location per element\n");
}

TEST(TplStatementErrors, AForgottenSemicolonCostsNothing) {
  EXPECT_EQ(errorIn("r = 1\ns = 2\nq = 3;"),
            "1:6: expected ';' after the assignment\n"
            "2:6: expected ';' after the assignment\n"
            "3:1: 'q' is not declared\n  declare it at the beginning of the thread: local q;\n");
  EXPECT_EQ(errorIn("r = 1 2;"), "1:7: expected ';' after the assignment, found '2'\n");
}

TEST(TplStatementErrors, Labels) {
  EXPECT_EQ(errorIn("goto a; a: skip; a: skip; if (r) goto b;"),
            "1:18: there are two labels 'a' in this thread\n"
            "1:39: there is no label 'b' in this thread\n"
            "  put b: before the statement to go to\n");
}

TEST(TplStatementErrors, Numbers) {
  EXPECT_EQ(errorIn("r = 99999999999999999999;"),
            "1:5: this number is too large\n  the largest one is 2147483647\n");
  EXPECT_EQ(errorIn("r = 12ab;"),
            "1:5: '12ab' is not a number\n"
            "  numbers are decimal, and a name does not begin with a digit\n");
}

TEST(TplStatementErrors, SeveralMistakesAreFoundAtOnce) {
  EXPECT_EQ(errorIn("if (r == ) { r = 1; }\nx.store(1, acq);\nwhile (r) { r = x.laod(); q = 1; }"),
            "1:10: expected an expression, found ')'\n"
            "2:12: expected rlx or rel, found 'acq'\n  a write is rlx or rel\n"
            "3:19: expected load, store, naload or nastore, found 'laod'\n"
            "3:27: 'q' is not declared\n"
            "  declare it at the beginning of the thread: local q;\n");
}

TEST(TplStatementErrors, AMissingBraceIsNoticedAtTheNextThread) {
  EXPECT_EQ(errorsTpl("global x;\nfn t {\n  while (true) {\n    x.store(1);\n}\nfn u { }\n"),
            "a.tpl:6:1: error: expected '}' after the statements of a thread, found 'fn'\n"
            "  |\n"
            "6 | fn u { }\n"
            "  | ^^\n");
}

}  // namespace
}  // namespace robur::testing

// Operators become the calls that one would write by hand, or are left alone.
#include "repair/c/operator_use.h"

#include <gtest/gtest.h>

#include "unit/repair_c/spellings.h"

namespace robur::repair_c {
namespace {

// The body of a function, in which the access begins at `where`, and what becomes of it.
std::string with(const std::string& body, const std::string& where, Instr::Op op,
                 bool cplusplus = true) {
  const std::string head = "void f() { ";
  const Source source{cplusplus ? "p.cpp" : "p.c", head + body + " }"};
  const CFile file(source, cplusplus);
  const std::optional<OrderCall> call =
      operatorUseAt(file, source.text.find(where, head.size()), op);
  if (!call) return "none";
  const std::string text =
      applied(source.text, orderEdits(*call, Order::Rel, cplusplus ? kStd : kPlain));
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(COperatorUse, Assignments) {
  EXPECT_EQ(with("x = 1;", "x", Instr::Op::Store), "x.store(1, std::memory_order_release);");
  EXPECT_EQ(with("p->a[i].m  =  f(a, b) + 1;", "p", Instr::Op::Store),
            "p->a[i].m.store(f(a, b) + 1, std::memory_order_release);");
  EXPECT_EQ(with("if (c) s::x = c ? 1 : 2;", "s", Instr::Op::Store),
            "if (c) s::x.store(c ? 1 : 2, std::memory_order_release);");
  EXPECT_EQ(with("x = 1;", "x", Instr::Op::Store, false),
            "atomic_store_explicit(&x, 1, memory_order_release);");
}

TEST(COperatorUse, Updates) {
  EXPECT_EQ(with("x++;", "x", Instr::Op::Rmw), "x.fetch_add(1, std::memory_order_release);");
  EXPECT_EQ(with("--x;", "--", Instr::Op::Rmw), "x.fetch_sub(1, std::memory_order_release);");
  EXPECT_EQ(with("x |= m;", "x", Instr::Op::Rmw), "x.fetch_or(m, std::memory_order_release);");
  EXPECT_EQ(with("x++;", "x", Instr::Op::Rmw, false),
            "atomic_fetch_add_explicit(&x, 1, memory_order_release);");
  EXPECT_EQ(with("--x;", "--", Instr::Op::Rmw, false),
            "atomic_fetch_sub_explicit(&x, 1, memory_order_release);");
  EXPECT_EQ(with("x -= 2;", "x", Instr::Op::Rmw, false),
            "atomic_fetch_sub_explicit(&x, 2, memory_order_release);");
}

TEST(COperatorUse, Loads) {
  EXPECT_EQ(with("while (!x) ;", "x", Instr::Op::Load),
            "while (!x.load(std::memory_order_release)) ;");
  EXPECT_EQ(with("int r = s.a[1] + 2;", "s.", Instr::Op::Wait),
            "int r = s.a[1].load(std::memory_order_release) + 2;");
  EXPECT_EQ(with("g(x == 1);", "x", Instr::Op::Load, false),
            "g(atomic_load_explicit(&x, memory_order_release) == 1);");
}

// Where the value of an assignment is used, a call would have another one.
TEST(COperatorUse, LeavesAloneWhatItIsNotSureOf) {
  EXPECT_EQ(with("int r = x = 1;", "x", Instr::Op::Store), "none");
  EXPECT_EQ(with("x = 1, y = 2;", "x", Instr::Op::Store), "none");
  EXPECT_EQ(with("x = {1};", "x", Instr::Op::Store), "none");
  EXPECT_EQ(with("int r = x++;", "x", Instr::Op::Rmw), "none");
  EXPECT_EQ(with("if (++x) { }", "++", Instr::Op::Rmw), "none");
  EXPECT_EQ(with("*p = 1;", "*", Instr::Op::Store), "none");
  EXPECT_EQ(with("x = 1;", "x", Instr::Op::Load), "none");
  EXPECT_EQ(with("x += 1;", "x", Instr::Op::Load), "none");
  EXPECT_EQ(with("x(1);", "x", Instr::Op::Load), "none");
  EXPECT_EQ(with("x *= 2;", "x", Instr::Op::Rmw), "none");
  EXPECT_EQ(with("x = 1;", "x", Instr::Op::Cas), "none");
  EXPECT_EQ(with("x", "x", Instr::Op::Store), "none");
}

}  // namespace
}  // namespace robur::repair_c

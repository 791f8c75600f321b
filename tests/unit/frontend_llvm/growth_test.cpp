// The code of a thread does not grow with what its loops count.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

std::size_t sizeOf(const Program& program) {
  std::size_t size = 0;
  for (const Code& code : program.codes) size += code.instrs.size();
  return size;
}

std::string twoThreads(const std::string& globals, const std::string& body) {
  return "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n" + globals +
         "void* t(void* u) {\n" + body +
         "\nreturn u; }\nint main(void) { pthread_t a, b; pthread_create(&a, 0, t, 0);\n"
         "pthread_create(&b, 0, t, 0); return 0; }\n";
}

// The next free block is looked for in a circle: its number is known in the first rounds.
TEST(Growth, ALoopOverManyKnownValuesHasOneCopy) {
  const auto program = [](int blocks) {
    return programOf(
        twoThreads(fmt::format("atomic_int busy[{}]; atomic_int inode;\n", blocks),
                   fmt::format("if (inode == 0) {{ int b = 2;\n"
                               "for (;;) {{ int free = 0;\n"
                               "if (atomic_compare_exchange_strong(&busy[b], &free, 1)) break;\n"
                               "b = (b + 1) % {}; }}\n inode = b + 1; }}",
                               blocks)));
  };
  EXPECT_LT(sizeOf(program(40)), 200u);
  EXPECT_EQ(sizeOf(program(40)), sizeOf(program(60)));
}

// A loop within a loop, both long: neither is copied for the values of the other.
TEST(Growth, NestedLoopsHaveOneCopy) {
  const Program program = programOf(twoThreads(
      "atomic_int x;\n",
      "for (int i = 0; i < 5000; ++i) for (int j = 0; j < 5000; ++j) if (x == 3) x = 4;"));
  EXPECT_LT(sizeOf(program), 100u);
}

// Numbers that are computed from thousands of others, each in a register of its own.
TEST(Growth, LongArithmeticTakesLinearTime) {
  std::string body = "int sum = 0;\n";
  for (int i = 0; i < 1500; ++i) body += "{ int r = x; sum = sum * 3 + (r ^ sum); }\n";
  const Program program = programOf(twoThreads("atomic_int x, y;\n", body + "y = sum;"));
  for (const Code& code : program.codes) {
    EXPECT_GT(code.instrs.size(), 1500u);
    EXPECT_LT(code.registers.size(), 10u);
  }
}

// Nothing depends on the counter, so there is none.
TEST(Growth, ACounterOfRetriesIsDropped) {
  const Program program = programOf(
      twoThreads("atomic_int x;\n", "unsigned tries = 0; while (x != 2) { x = 2; ++tries; }"));
  for (const Code& code : program.codes) {
    EXPECT_TRUE(std::ranges::none_of(code.instrs,
                                     [](const Instr& in) { return in.op == Instr::Op::Assign; }));
  }
  const Result result = check(program, ModelName::Rc11, {});
  EXPECT_EQ(result.verdict, Verdict::Robust);
  EXPECT_LT(result.statistics.states, 30u);
}

// Tables that only main has, one of which it changes on one path and changes back on another.
TEST(Growth, TablesOfMainAreComparedByWhatHasChanged) {
  const auto verdict = [](const char* condition) {
    return verdictOf(
        programOf(
            std::string("#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n"
                        "#include <stdlib.h>\natomic_int x;\n"
                        "void* set(void* u) { atomic_store(&x, 1); return u; }\n"
                        "int main(void) { int *all[40];\n"
                        "  for (int i = 0; i < 40; i++) { all[i] = malloc(40 * sizeof(int));\n"
                        "    for (int k = 0; k < 40; k++) all[i][k] = i + k; }\n"
                        "  pthread_t t; pthread_create(&t, 0, set, 0);\n"
                        "  if (atomic_load(&x)) all[3][4] = 9; else all[5][6] = 1;\n"
                        "  if (atomic_load(&x)) all[3][4] = 7; else all[5][6] = 11;\n"
                        "  pthread_join(t, 0); int sum = 0;\n"
                        "  for (int i = 0; i < 40; i++) sum += all[i][i];\n"
                        "  int a = all[3][4], b = all[5][6]; assert(") +
            condition + "); }\n"),
        ModelName::Rc11);
  };
  EXPECT_EQ(verdict("sum == 1560 && ((a == 7 && (b == 11 || b == 1)) || (a == 7 && b == 11))"),
            "robust");
  EXPECT_EQ(verdict("b == 11"), "robust, an assertion fails");
  EXPECT_EQ(verdict("b == 1"), "robust, an assertion fails");
}

// A loop that allocates without end matters only if a run gets there.
TEST(Growth, AllocationsWithoutEndMatterIfTheyAreReached) {
  const auto verdict = [](int value) {
    const Program program = programOf(fmt::format(
        "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n"
        "struct Node {{ struct Node* next; }};\natomic_int grows; struct Node* _Atomic top;\n"
        "void* push(void* u) {{ struct Node* all = 0;\n"
        "  while (atomic_load(&grows) == 2) {{ struct Node* n = malloc(sizeof *n);\n"
        "    n->next = all; all = n; }}\n  atomic_store(&top, all); return u; }}\n"
        "int main(void) {{ pthread_t t; pthread_create(&t, 0, push, 0); grows = {};\n"
        "  pthread_join(t, 0); }}\n",
        value));
    return verdictOf(program, ModelName::Rc11);
  };
  EXPECT_EQ(verdict(1), "robust");
  EXPECT_EQ(verdict(2).substr(0, 7), "unknown");
}

// What a variable held when its block ended does not keep paths apart.
TEST(Growth, AVariableLeavesNothingBehind) {
  std::string rest;
  for (int i = 0; i < 50; ++i) rest += fmt::format("y = {};\n", i);
  const Program program = programOf(twoThreads(
      "atomic_int x, y;\nstatic int holds(int* e) { return x == *e; }\n",
      "if (x == 1) { int e = 5; holds(&e); } else if (x == 2) { int f = 6; holds(&f); }\n"
      "else { int g = 7; holds(&g); }\n" +
          rest));
  for (const Code& code : program.codes) EXPECT_LT(code.instrs.size(), 80u);
}

TEST(Growth, AVariableIsNotReadAfterItsBlock) {
  const auto finds = [](const std::string& body) {
    const Program program =
        programOf(twoThreads("atomic_int x;\nstatic int* same(int* p) { return p; }\n", body));
    return !check(program, ModelName::Rc11, {}).findings.empty();
  };
  EXPECT_TRUE(finds("int* p; { int v = 1; p = same(&v); } if (*p) x = 1;"));
  EXPECT_FALSE(finds("int* p; int v; { v = 1; p = same(&v); } if (*p) x = 1;"));
  EXPECT_FALSE(finds("for (int i = 0; i < 3; ++i) { int v = i; if (*same(&v)) x = 1; }"));
}

// A number that turns out to be an address in a later round: its null is still kept apart, so the
// object that is made when it is null is made once.
TEST(Growth, AnAddressThatIsSeenLateKeepsItsNullApart) {
  const Program program = programOf(twoThreads(
      "#include <stdint.h>\nstruct Entry { atomic_int used; }; _Atomic(uintptr_t) head;\n"
      "static void enter(uintptr_t* mine) {\n"
      "  if (*mine == 0) { uintptr_t seen = head;\n"
      "    *mine = seen != 0 ? seen : (uintptr_t)calloc(1, sizeof(struct Entry)); }\n"
      "}\n",
      "uintptr_t mine = 0;\n"
      "do { enter(&mine); ((struct Entry*)mine)->used = 1; } while (head == 0 &&\n"
      "  !atomic_compare_exchange_strong(&head, &(uintptr_t){0}, mine));"));
  EXPECT_LT(sizeOf(program), 150u);
  EXPECT_TRUE(std::ranges::none_of(program.locations, [](const Location& location) {
    return location.name.find("#3") != std::string::npos;
  }));
}

}  // namespace
}  // namespace robur::testing

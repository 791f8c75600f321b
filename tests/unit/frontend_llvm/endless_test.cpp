// Loops that never end: they are translated, and threads in them wait only if the source has a way
// out.
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

Program withBody(const std::string& more, const std::string& main) {
  return programOf(
      "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\natomic_int x, y;\n" +
      more + "int main(void) {\n" + main + "\nreturn 0; }\n");
}

bool hangs(const Program& program) {
  const Verification out = verify::verify(program, ModelName::Rc11, verify::VerifyOptions{});
  EXPECT_NE(out.safety, Safety::Unknown) << out.reason;
  return out.finding && out.finding->property == Property::Hang;
}

TEST(Endless, AlsoBeforeTheFirstThread) {
  // Waits that nothing can end.
  for (const char* main : {
           "while (x != 42) if (x == 25) break;",
           "for (int i = 0; x == 0; i = (i + 1) % 1000) y = i;",
           "int* p = malloc(4); *p = 7; while (*p) { free(p); p = malloc(4); *p = 7; }",
           "int r = x; for (;;) { if (atomic_compare_exchange_strong(&x, &r, 1)) r = 5;\n"
           "  if (r == 7) exit(1); }",
       }) {
    SCOPED_TRACE(main);
    EXPECT_TRUE(hangs(withBody("", main)));
  }
  // As servers do.
  for (const char* main : {
           "for (;;) {}",
           "int r = x; for (;;) { if (r == 42) x = 42; else x = 17; }",
       }) {
    SCOPED_TRACE(main);
    EXPECT_FALSE(hangs(withBody("", main)));
  }
}

TEST(Endless, NotIfSomethingChanges) {
  for (const char* main : {
           "for (unsigned char i = 1; i != 0; ++i) x = 1 - x;",
           "int* p[300]; for (int i = 0; i < 300; ++i) p[i] = malloc(4);\n"
           "for (int i = 0; i < 300; ++i) free(p[i]);",
           "for (int i = 0; i < 100000; ++i) y = i % 7;",
       }) {
    SCOPED_TRACE(main);
    EXPECT_FALSE(hangs(withBody("", std::string(main) + " if (x != 0) x = 9;")));
  }
}

// What a thread knows about its own variables must not hide that it waits.
TEST(Endless, AThreadWhoseExitIsKnownNotToBeTakenWaits) {
  const auto withThread = [](const std::string& loop) {
    return withBody("void* t(void* u) { x = 1; int done = 0; " + loop + " return u; }\n",
                    "pthread_t a; pthread_create(&a, 0, t, 0); y = 1;");
  };
  EXPECT_TRUE(hangs(withThread("while (!done) {}")));
  EXPECT_TRUE(hangs(withThread("while (x == 7 || !done) {}")));
  EXPECT_TRUE(hangs(withThread("for (;;) { if (y == 7) continue; if (done) return 0; }")));
  EXPECT_FALSE(hangs(withThread("while (y != 1 || done) {}")));
  EXPECT_FALSE(hangs(withThread("for (;;) { if (y == 7) continue; }")));
}

// Loops that depend on nothing shared are executed, also long ones, and whether they end is found
// out.
TEST(Endless, ALongLoopOfAThreadIsExecuted) {
  const auto withThread = [](const std::string& loop) {
    return withBody("#include <assert.h>\nvoid* t(void* u) { x = 1; " + loop + " return u; }\n",
                    "pthread_t a; pthread_create(&a, 0, t, 0); y = x;");
  };
  const auto verdict = [&](const std::string& loop) {
    return verify::verify(withThread(loop), ModelName::Rc11, verify::VerifyOptions{}).safety;
  };
  const std::string sum = "unsigned h = 1; for (unsigned i = 0; i < 100000; i++) h = h * 31 + i; ";
  EXPECT_EQ(verdict(sum + "assert(h == 1226182481u);"), Safety::Safe);
  EXPECT_EQ(verdict(sum + "assert(h != 1226182481u);"), Safety::Unsafe);
  EXPECT_TRUE(hangs(withThread("for (unsigned i = 0; i != 5000; i = (i + 1) % 4096) {}")));
  EXPECT_FALSE(hangs(withThread("for (unsigned i = 0; i != 5000; i = (i + 1) % 5001) {}")));
  EXPECT_FALSE(hangs(withThread("for (unsigned i = 0;; i = (i + 1) % 4096) {}")));
}

// Every value of x gives the loop another round, so there are more execution graphs than can be
// looked at; there are few states.
TEST(Endless, ARetryThatSeesManyValuesEnds) {
  const Program program = withBody(
      "void* one(void* u) { for (int i = 1; i <= 42; ++i) x = i; return u; }\n"
      "void* two(void* u) {\n  int r = x;\n  for (;;) {\n"
      "    if (r == 42) { if (atomic_compare_exchange_strong(&x, &r, 42)) break; }\n"
      "    else if (atomic_compare_exchange_strong(&x, &r, 17)) break;\n  }\n  return u; }\n",
      "pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);");
  const Verification out = verify::verify(program, ModelName::Rc11, verify::VerifyOptions{});
  EXPECT_EQ(out.safety, Safety::Safe);
  EXPECT_EQ(out.hangs, Hangs::None);
  EXPECT_EQ(out.graphs, 0u);
}

}  // namespace
}  // namespace robur::testing

// Counters that only decide about pauses are dropped, and nothing else is; what volatile means.
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

// Two threads that take a lock; `waiting` is what they do when it is taken.
Loaded lockThat(const std::string& waiting, const std::string& more = "") {
  Reading settings;
  settings.entries = "one,two";
  return readC(
      "#include <sched.h>\n#include <stdatomic.h>\n#include <time.h>\n"
      "atomic_int l, n; int x;\n"
      "static void briefly(void) { __asm__ volatile(\"rep; nop\" ::: \"memory\"); }\n"
      "static void sleeping(void) { struct timespec t = {0, 0}; t.tv_nsec = 1000;\n"
      "  nanosleep(&t, 0); }\n"
      "static void pausing(unsigned k) { if (k == 0) briefly(); else sleeping(); }\n" +
          more +
          "static void use(void) {\n  unsigned k = 0;\n"
          "  while (atomic_exchange_explicit(&l, 1, memory_order_acquire)) {\n" +
          waiting +
          "\n  }\n  ++x;\n  atomic_store_explicit(&l, 0, memory_order_release);\n}\n"
          "void one(void) { use(); }\nvoid two(void) { use(); }\n",
      ".c", settings);
}

bool notesPauses(const Loaded& loaded) {
  for (const Diagnostic& d : loaded.diagnostics) {
    if (d.message.find("how long a thread pauses") != std::string::npos) return true;
  }
  return false;
}

TEST(Hints, AreDropped) {
  for (const char* waiting : {
           "if (++k > 1000) sched_yield();",
           "if (k < 16) { for (unsigned i = 0; i < 1u << k; ++i) __builtin_ia32_pause(); ++k; }\n"
           "else sched_yield();",
           "pausing(k++);",
           "briefly(); pausing(++k);",
           "switch (k++ & 3) { case 0: break; case 1: __builtin_ia32_pause(); break;\n"
           "default: sched_yield(); }",
           "if (++k > 1000) __asm__ volatile(\"pause\" ::: \"memory\");",
           "for (unsigned i = 0; i < k; ++i) __asm__ volatile(\"rep; nop\"); k *= 2;",
       }) {
    SCOPED_TRACE(waiting);
    const Loaded loaded = lockThat(waiting);
    ASSERT_TRUE(loaded.program);
    EXPECT_TRUE(notesPauses(loaded));
    const Result result = check(*loaded.program, ModelName::Rc11, {});
    EXPECT_EQ(result.verdict, Verdict::Robust);
    EXPECT_LT(result.statistics.states, 100u);
  }
}

// A counter that something else depends on stays: memory, an assertion, the end of the loop.
TEST(Hints, AreNotWhatOthersDependOn) {
  for (const char* waiting : {
           "if (++k > 3) n = 1;",
           "if (++k > 3) { sched_yield(); n = 1; }",
           "if (++k > 3) { sched_yield(); return; }",
           "if (++k > 3) { sched_yield(); if (x) {} }",
           "if (++k > 3) { sched_yield(); __builtin_trap(); }",
       }) {
    SCOPED_TRACE(waiting);
    EXPECT_FALSE(notesPauses(lockThat(waiting)));
  }
}

TEST(Volatile, IsPlainOrRelaxed) {
  const std::string text =
      "volatile int flag;\nvoid one(void) { flag = 1; }\nvoid two(void) { if (flag) {} }\n";
  Reading settings;
  settings.entries = "one,two";
  const Loaded plain = readC(text, ".c", settings);
  ASSERT_TRUE(plain.program);
  ASSERT_EQ(plain.diagnostics.size(), 1u);
  EXPECT_NE(plain.diagnostics[0].message.find("--volatile relaxed"), std::string::npos);
  EXPECT_EQ(verdictOf(*plain.program, ModelName::Rc11), "not robust, race");
  settings.relaxedVolatile = true;
  const Loaded relaxed = readC(text, ".c", settings);
  ASSERT_TRUE(relaxed.program);
  EXPECT_TRUE(relaxed.diagnostics.empty());
  EXPECT_EQ(verdictOf(*relaxed.program, ModelName::Rc11), "robust");
}

TEST(Reading, EndsAtItsLimitOfTime) {
  Reading settings;
  settings.readLimits.seconds = 0.2;
  const Loaded loaded = readC(
      "int main(void) { unsigned long s = 0;\n"
      "  for (unsigned long i = 0; i < 100000000ul; ++i) s = s * 31 + i;\n"
      "  return (int)s; }\n",
      ".c", settings);
  EXPECT_FALSE(loaded.program);
  EXPECT_NE(loaded.unfinished.find("time limit of 0.2 s"), std::string::npos) << loaded.unfinished;
  EXPECT_EQ(codeWithoutProgram(loaded), ExitCode::Unknown);
}

}  // namespace
}  // namespace robur::testing

// What programs ask their surroundings and the libraries for, apart from synchronisation: keys,
// destructors of thread-local variables, futexes, clocks, memory, text; and calls whose bodies are
// missing. Each is used once as it should be, and once so that it shows.
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

std::string verdictInC(const std::string& text, const Reading& settings = {}) {
  return verdictOf(programOf("#define _GNU_SOURCE\n#include <assert.h>\n#include <linux/futex.h>\n"
                             "#include <pthread.h>\n#include <sched.h>\n#include <stdatomic.h>\n"
                             "#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
                             "#include <sys/syscall.h>\n#include <time.h>\n#include <unistd.h>\n" +
                                 text,
                             ".c", settings),
                   ModelName::Rc11);
}
std::string verdictInCpp(const std::string& text) {
  return verdictOf(programOf("#include <atomic>\n#include <cassert>\n#include <mutex>\n"
                             "#include <new>\n#include <thread>\n" +
                                 text,
                             ".cpp"),
                   ModelName::Rc11);
}

TEST(Environment, KeysHaveAValuePerThreadAndADestructor) {
  const auto program = [](const char* condition) {
    return std::string("pthread_key_t k; atomic_int ended;\n") +
           "void over(void *v) { ended += (int)(long)v; }\n" +
           "void *run(void *a) { assert(!pthread_getspecific(k)); pthread_setspecific(k, a);\n" +
           "  assert(pthread_getspecific(k) == a); return 0; }\n" +
           "void *exits(void *a) { pthread_setspecific(k, a); pthread_exit((void *)9); }\n" +
           "int main(void) { pthread_key_create(&k, over); pthread_t s, t; void *r;\n" +
           "  pthread_create(&s, 0, run, (void *)2); pthread_create(&t, 0, exits, (void *)3);\n" +
           "  pthread_join(s, 0); pthread_join(t, &r); assert((long)r == 9 && " + condition +
           "); }\n";
  };
  EXPECT_EQ(verdictInC(program("ended == 5")), "robust");
  EXPECT_EQ(verdictInC(program("ended == 2")), "robust, an assertion fails");
}

TEST(Environment, ThreadLocalVariablesAreDestroyedWhenTheirThreadEnds) {
  const auto program = [](const char* condition) {
    return std::string("std::atomic<int> live{0}, most{0};\n") +
           "struct Entry { Entry() { most += ++live; } ~Entry() { --live; } int n = 0; };\n" +
           "thread_local Entry entry;\n" +
           "int main() { std::thread t([] { entry.n++; }); t.join();\n" + "  assert(most == 1 && " +
           condition + "); }\n";
  };
  EXPECT_EQ(verdictInCpp(program("live == 0")), "robust");
  EXPECT_EQ(verdictInCpp(program("live == 1")), "robust, an assertion fails");
}

TEST(Environment, AFutexWaitsWhileItsWordIsTheSame) {
  const auto program = [](const char* wakes) {
    return std::string("unsigned w; int d;\n") + "void *f(void *a) { d = 1; " + wakes +
           "  syscall(SYS_futex, &w, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); return a; }\n" +
           "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n" +
           "  while (!__atomic_load_n(&w, __ATOMIC_ACQUIRE))\n" +
           "    syscall(SYS_futex, &w, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);\n" +
           "  assert(d == 1); pthread_join(t, 0); }\n";
  };
  EXPECT_EQ(verdictInC(program("__atomic_store_n(&w, 1, __ATOMIC_RELEASE);")), "robust");
  EXPECT_NE(verdictInC(program("__atomic_store_n(&w, 1, __ATOMIC_RELAXED);")).find("race"),
            std::string::npos);
}

TEST(Environment, BarriersLetAllGoAtOnce) {
  const auto program = [](const char* between) {
    return std::string("pthread_barrier_t b; int x[2];\n") +
           "void *f(void *a) { long i = (long)a; x[i] = 1; pthread_barrier_wait(&b);\n" +
           "  assert(x[1 - i] == 1); " + between + " x[i] = 2; return 0; }\n" +
           "int main(void) { pthread_t t[2]; pthread_barrier_init(&b, 0, 2);\n" +
           "  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, f, (void *)i);\n" +
           "  for (int i = 0; i < 2; i++) pthread_join(t[i], 0); pthread_barrier_destroy(&b); }\n";
  };
  EXPECT_EQ(verdictInC(program("pthread_barrier_wait(&b);")), "robust");
  EXPECT_NE(verdictInC(program("")).find("race"), std::string::npos);
}

TEST(Environment, SurroundingsAreSmall) {
  EXPECT_EQ(
      verdictInC(
          "int main(void) { assert(!getenv(\"HOME\") && sysconf(_SC_PAGESIZE) == 4096);\n"
          "  assert(sysconf(_SC_NPROCESSORS_ONLN) == 2 && sched_getcpu() == 0);\n"
          "  struct timespec t; assert(clock_gettime(CLOCK_MONOTONIC, &t) == 0);\n"
          "  assert(strcmp(\"ab\", \"ac\") < 0 && strncmp(\"ab\", \"ac\", 1) == 0);\n"
          "  char c[8]; strcpy(c, \"xyz\"); assert(strlen(c) == 3 && strchr(c, 'y') == c + 1);\n"
          "  assert(memchr(c, 'z', 3) == c + 2 && memcmp(c, \"xyz\", 4) == 0);\n"
          "  void *p; assert(posix_memalign(&p, 64, 32) == 0 && p); free(p);\n"
          "  int *m = mmap(0, 64, PROT_READ, MAP_ANONYMOUS | MAP_PRIVATE, -1, 0);\n"
          "  assert(m[3] == 0); munmap(m, 64); usleep(5); sched_yield(); }\n"),
      "robust");
  EXPECT_EQ(verdictInC("int main(void) { assert(time(0) == 0); }\n"), "robust, an assertion fails");
}

TEST(Environment, CycleCountersAreClocks) {
  for (const char* counter : {"__builtin_ia32_rdtsc()", "__builtin_readcyclecounter()"}) {
    const auto program = [&](const char* condition) {
      return std::string("int main(void) { unsigned long c = ") + counter + "; assert(" +
             condition + "); }\n";
    };
    EXPECT_EQ(verdictInC(program("c == 0 || c > 1000000000000ul")), "robust");
    EXPECT_EQ(verdictInC(program("c == 0")), "robust, an assertion fails");
    EXPECT_EQ(verdictInC(program("c != 0")), "robust, an assertion fails");
  }
}

TEST(Environment, AllocationOfAllKinds) {
  EXPECT_EQ(verdictInCpp(
                "struct alignas(64) Line { int v = 3; };\n"
                "int main() { auto *a = new (std::nothrow) int(1); auto *b = new Line; auto *c =\n"
                "  new Line[2]; auto *d = new (std::nothrow) Line; std::thread t([=] {\n"
                "  assert(*a + b->v + c[1].v + d->v == 10); }); t.join(); delete a; delete b;\n"
                "  delete[] c; delete d; }\n"),
            "robust");
}

TEST(Environment, GlobalsOfMainAndHandlesThatThreadsSee) {
  EXPECT_EQ(
      verdictInC(
          "int n = 2; pthread_t all[2]; atomic_int x;\n"
          "struct info { pthread_t t; int id; } in[2];\n"
          "void *f(void *a) { x += ((struct info *)a)->id; return 0; }\n"
          "int main(void) { for (int i = 0; i < n; i++) { in[i].id = i + 1;\n"
          "    pthread_create(&in[i].t, 0, f, &in[i]); pthread_create(&all[i], 0, f, &in[i]); }\n"
          "  for (int i = 0; i < n; i++) { pthread_join(in[i].t, 0); pthread_join(all[i], 0); }\n"
          "  assert(x == 6); }\n"),
      "robust");
}

TEST(Environment, FloatingPointThatDoesNotDependOnSharedMemory) {
  EXPECT_EQ(
      verdictInC("double half(float f) { return f / 2; }\nconst float kOne = 1.5f;\n"
                 "int main(void) { float f = 3; assert(half(f) == 1.5 && (int)(f * 2.5) == 7);\n"
                 "  assert(kOne < f && -kOne < 0 && (unsigned)(kOne + 0.75) == 2);\n"
                 "  assert(__builtin_floor(2.7) + __builtin_ceil(2.2) == 5); }\n"),
      "robust");
}

// Another thread would write the numbers if a gate were open, which it never is.
TEST(Environment, FloatingPointInSharedMemoryIsComparedForEquality) {
  const auto program = [](const char* value, const char* condition) {
    return verdictInC(
        std::string("#include <pthread.h>\n#include <stdatomic.h>\natomic_int gate;\n") +
        "float f = " + value + "; double d = " + value + ";\n" +
        "void *two(void *q) { if (gate) f = 2, d = 2; return q; }\n" +
        "int main(void) { pthread_t t; pthread_create(&t, 0, two, 0);\n" + "  if (!gate) assert(" +
        condition + "); pthread_join(t, 0); }\n");
  };
  EXPECT_EQ(program("1.5", "f == 1.5f && d == 1.5 && !(f != 1.5f) && f != 2.5f && !(d == -1.5)"),
            "robust");
  EXPECT_EQ(program("-1", "f == -1 && -1 == d && d != 1"), "robust");
  EXPECT_EQ(program("1.5", "f != 1.5f"), "robust, an assertion fails");
  EXPECT_EQ(program("__builtin_nan(\"\")", "f != 1 && !(d == 1) && 1 != f"), "robust");
  // Zero has two representations, and what is no number is equal to nothing.
  EXPECT_EQ(program("-0.0", "f == 0"), "unknown");
  EXPECT_EQ(program("1", "f != __builtin_nanf(\"\")"), "unknown");
}

TEST(Environment, VariableArguments) {
  const auto program = [](const char* condition) {
    return std::string("#include <stdarg.h>\n#include <stdio.h>\n") +
           "long sum(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); long s = 0;\n" +
           "  for (int i = 0; i < n; i++) s += va_arg(a, int);\n" +
           "  s += *va_arg(a, int *) + va_arg(b, int) + (long)va_arg(a, double);\n" +
           "  va_end(a); va_end(b); return s; }\n" +
           "void logs(const char *f, ...) { va_list a; va_start(a, f); vfprintf(stderr, f, a);\n" +
           "  va_end(a); }\n" + "int main(void) { int x = 100; logs(\"%d\", 1);\n" +
           "  assert(sum(7, 1, 2, 3, 4, 5, 6, 7, &x, 1000.5) == " + condition + "); }\n";
  };
  EXPECT_EQ(verdictInC(program("1129")), "robust");
  EXPECT_EQ(verdictInC(program("1130")), "robust, an assertion fails");
}

constexpr const char* kWithoutBodies =
    "int f(int); void g(void); static void calls(void) { f(1); g(); }\nvoid one(void) { calls();\n"
    "  f(2); }\n";

TEST(Environment, MissingBodiesAreReportedTogether) {
  Reading settings;
  settings.entries = "one";
  const Loaded loaded = readC(kWithoutBodies, ".c", settings);
  ASSERT_TRUE(loaded.program);
  EXPECT_EQ(check(*loaded.program, ModelName::Rc11, {}).verdict, Verdict::Unknown);
  ASSERT_EQ(loaded.diagnostics.size(), 1u);
  EXPECT_EQ(
      loaded.diagnostics[0].message,
      "the bodies of 2 functions are not known: f (called by calls in line 1, one in line 3), "
      "g (called by calls in line 1); a run that gets there ends");
  EXPECT_NE(loaded.diagnostics[0].help.find("--assume-pure f,g"), std::string::npos);
}

TEST(Environment, MissingBodiesMayBeAssumedToDoNothing) {
  Reading settings;
  settings.entries = "one";
  settings.pure = "g,f";
  const Loaded loaded = readC(kWithoutBodies, ".c", settings);
  EXPECT_TRUE(loaded.program);
  ASSERT_FALSE(loaded.diagnostics.empty());
  EXPECT_EQ(loaded.diagnostics[0].severity, Diagnostic::Severity::Note);
  EXPECT_EQ(loaded.diagnostics[0].message, "calls of f are assumed to do nothing and to return 0");
}

}  // namespace
}  // namespace robur::testing

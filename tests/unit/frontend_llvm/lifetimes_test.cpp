// Lives that end while the program runs: of local variables, mutexes and barriers; and what runs
// when the program ends. Each error has a correct twin.
#include <algorithm>
#include <string>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "report/narrate.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Lived {
  const char* name;
  const char* extension;
  const char* text;   // of the program, from line 5 on
  const char* error;  // empty: there is none
  unsigned line;
};

constexpr const char* kHeaders[] = {
    "#include <pthread.h>\n#include <stdlib.h>\n#include <stdatomic.h>\n#include <assert.h>\n",
    "#include <atomic>\n#include <cassert>\n#include <cstdlib>\n#include <thread>\n"};

constexpr const char* kGone = "this uses a local variable of a function that has returned";

constexpr Lived kLived[] = {
    {"UsesTheStackOfAnEndedThread", ".c",
     "_Atomic(int *) p; _Atomic int done;\n"
     "void *one(void *u) { int x = 0; p = &x; return u; }\n"
     "void *two(void *u) { pthread_join(*(pthread_t *)u, 0);\n"
     "  *p = 42; return u; }\n"
     "int main(void) { static pthread_t a, b; pthread_create(&a, 0, one, 0);\n"
     "  pthread_create(&b, 0, two, &a); pthread_join(b, 0); }\n",
     kGone, 8},
    {"UsesTheStackOfARunningThread", ".c",
     "_Atomic(int *) p; _Atomic int done;\n"
     "void *one(void *u) { int x = 0; p = &x; while (!done); return u; }\n"
     "void *two(void *u) { while (!p); *p = 42; done = 1; return u; }\n"
     "int main(void) { pthread_t a, b; pthread_create(&a, 0, one, 0);\n"
     "  pthread_create(&b, 0, two, 0); pthread_join(a, 0); pthread_join(b, 0); }\n",
     "", 0},
    {"UsesWhatPthreadExitEnds", ".c",
     "_Atomic(int *) p; _Atomic int done;\n"
     "static void leave(int *x) { p = x; pthread_exit(0); }\n"
     "void *one(void *u) { int x = 0; leave(&x); return u; }\n"
     "int main(void) { pthread_t a, b; pthread_create(&a, 0, one, 0);\n"
     "  pthread_create(&b, 0, one, 0); pthread_join(a, 0); *p = 42; pthread_join(b, 0); }\n",
     kGone, 9},
    {"UsesALocalOfACallThatReturned", ".c",
     "_Atomic(int *) p; _Atomic int go, done;\n"
     "static void call(void) { int x = 1; p = &x; }\n"
     "void *one(void *u) { call(); go = 1; while (!done); return u; }\n"
     "void *two(void *u) { while (!go);\n"
     "  int r = *p; done = 1; return (void *)(long)r; }\n"
     "int main(void) { pthread_t a, b; pthread_create(&a, 0, one, 0);\n"
     "  pthread_create(&b, 0, two, 0); pthread_join(a, 0); pthread_join(b, 0); }\n",
     kGone, 9},
    {"UsesALocalOfACallThatIsRepeated", ".c",
     "_Atomic(int *) p;\n"
     "static void call(void) { int x = 1; p = &x; while (p); }\n"
     "void *one(void *u) { for (int i = 0; i < 2; i++) call(); return u; }\n"
     "void *two(void *u) { for (int i = 0; i < 2; i++) { while (!p); *p = i; p = 0; } return u; }\n"
     "int main(void) { pthread_t a, b; pthread_create(&a, 0, one, 0);\n"
     "  pthread_create(&b, 0, two, 0); pthread_join(a, 0); pthread_join(b, 0); }\n",
     "", 0},
    {"OnlyReadsAnArgumentThatIsGone", ".c",
     "_Atomic int go;\n"
     "void *one(void *u) { while (!go);\n"
     "  return (void *)(long)*(int *)u; }\n"
     "static void start(pthread_t *t) { int x = 1; pthread_create(t, 0, one, &x); }\n"
     "int main(void) { pthread_t a; start(&a); go = 1; pthread_join(a, 0); }\n",
     kGone, 7},
    {"OnlyReadsAnArgument", ".c",
     "void *one(void *u) { return (void *)(long)*(int *)u; }\n"
     "static void run(void) { int x = 1; pthread_t t; pthread_create(&t, 0, one, &x);\n"
     "  pthread_join(t, 0); }\n"
     "int main(void) { run(); run(); }\n",
     "", 0},
    {"OutlivesMain", ".c",
     "_Atomic int go;\n"
     "void *one(void *u) { while (!go);\n"
     "  *(int *)u = 1; return u; }\n"
     "static void end(void) { go = 1; }\n"
     "int main(void) { int x = 1; pthread_t a; pthread_create(&a, 0, one, &x); atexit(end); }\n",
     kGone, 7},
    {"ExitEndsNoLocals", ".c",
     "_Atomic int go;\n"
     "void *one(void *u) { while (!go);\n"
     "  *(int *)u = 1; return u; }\n"
     "static void end(void) { go = 1; }\n"
     "int main(void) { int x = 1; pthread_t a; pthread_create(&a, 0, one, &x); atexit(end);\n"
     "  exit(0); }\n",
     "", 0},
    {"WaitsAtADestroyedBarrier", ".c",
     "pthread_barrier_t b; _Atomic int y;\n"
     "void *one(void *u) { pthread_barrier_wait(&b); pthread_barrier_destroy(&b); y = 1;\n"
     "  return u; }\n"
     "void *two(void *u) { if (y)\n"
     "  pthread_barrier_wait(&b); return u; }\n"
     "int main(void) { pthread_t s, t; pthread_barrier_init(&b, 0, 1);\n"
     "  pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0); }\n",
     "this uses a barrier that has been destroyed", 9},
    {"InitialisesABarrierTwice", ".c",
     "pthread_barrier_t b; _Atomic int y;\n"
     "void *one(void *u) { if (y)\n"
     "  pthread_barrier_init(&b, 0, 2); return u; }\n"
     "int main(void) { pthread_t s; pthread_barrier_init(&b, 0, 1);\n"
     "  pthread_create(&s, 0, one, 0); y = 1; }\n",
     "this initialises a barrier that is initialised already", 7},
    {"DestroysABarrierWithThreads", ".c",
     "pthread_barrier_t b;\n"
     "void *one(void *u) { pthread_barrier_wait(&b); return u; }\n"
     "int main(void) { pthread_t s; pthread_barrier_init(&b, 0, 2);\n"
     "  pthread_create(&s, 0, one, 0);\n"
     "  pthread_barrier_destroy(&b); }\n",
     "race", 6},
    {"WaitsAtNoBarrier", ".c",
     "pthread_barrier_t b; _Atomic int y;\n"
     "void *one(void *u) { y = 1; return u; }\n"
     "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0);\n"
     "  pthread_barrier_wait(&b); }\n",
     "this uses a barrier that has not been initialised", 8},
    {"UsesBarriersAgainAndAgain", ".c",
     "pthread_barrier_t b;\n"
     "void *one(void *u) { if (pthread_barrier_wait(&b)) pthread_barrier_destroy(&b); return u; }\n"
     "static void round(void) { pthread_t s, t; pthread_barrier_t own;\n"
     "  pthread_barrier_init(&own, 0, 1); pthread_barrier_wait(&own);\n"
     "  pthread_barrier_init(&b, 0, 2);\n"
     "  pthread_create(&s, 0, one, 0); pthread_create(&t, 0, one, 0);\n"
     "  pthread_join(s, 0); pthread_join(t, 0); }\n"
     "int main(void) { round(); round(); }\n",
     "", 0},
    {"UsesTheMemoryOfAMutexAgain", ".c",
     "_Atomic int y;\n"
     "static void use(void) { pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
     "  pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); }\n"
     "void *one(void *u) { y = 1; for (int i = 0; i < 2; i++) {\n"
     "  use(); pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
     "  pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m); }\n"
     "  return u; }\n"
     "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0); y = 2; }\n",
     "", 0},
    {"UsesALocalMutexThatIsDestroyed", ".c",
     "_Atomic int y;\n"
     "void *one(void *u) { pthread_mutex_t m; pthread_mutex_init(&m, 0); y = 1;\n"
     "  pthread_mutex_destroy(&m);\n"
     "  pthread_mutex_lock(&m); return u; }\n"
     "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0); y = 2; }\n",
     "this uses a mutex that has been destroyed", 8},
    {"DestroysInReverse", ".cpp",
     "int order;\n"
     "struct Last { ~Last() { assert(order++ == 2); } } last;\n"
     "struct First { ~First() { assert(order++ == 1); } } first;\n"
     "std::atomic<int> y;\n"
     "int main() { std::thread t([] { y = 1; }); t.join();\n"
     "  std::atexit([] { assert(order++ == 0); }); }\n",
     "", 0},
    {"DestroysInAnotherOrder", ".cpp",
     "int order;\n"
     "struct Last {\n  ~Last() {\n    assert(order++ == 0);\n  }\n} last;\n"
     "struct First { ~First() { ++order; } } first;\n"
     "std::atomic<int> y;\n"
     "int main() { std::thread t([] { y = 1; }); t.join(); }\n",
     "this assertion can fail", 8},
    {"RacesWithADestructor", ".cpp",
     "int x;\n"
     "struct Foo {\n  ~Foo() {\n    x = 1;\n  }\n} foo;\n"
     "int main() { std::thread t([] { x = 2; }); t.detach(); }\n",
     "race", 11},
    {"ExitRunsDestructors", ".cpp",
     "std::atomic<int> y;\n"
     "struct Foo {\n  ~Foo() {\n    assert(y == 0);\n  }\n} foo;\n"
     "int main() { std::thread t([] { y = 1; }); t.join(); std::exit(0); }\n",
     "this assertion can fail", 8},
    {"UnderscoreExitRunsNone", ".cpp",
     "std::atomic<int> y;\n"
     "struct Foo { ~Foo() { assert(y == 0); } } foo;\n"
     "int main() { std::thread t([] { y = 1; }); t.join(); std::_Exit(0); }\n",
     "", 0},
    {"AttributeDestructor", ".c",
     "_Atomic int y;\n"
     "__attribute__((destructor)) static void end(void) {\n"
     "  assert(y == 2); }\n"
     "static void before(void) { y++; }\n"
     "void *one(void *u) { return y = 1, u; }\n"
     "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0); pthread_join(s, 0);\n"
     "  atexit(before); }\n",
     "", 0},
};

class Lifetimes : public ::testing::TestWithParam<Lived> {};

TEST_P(Lifetimes, EndWhereTheLanguageSays) {
  const Lived& one = GetParam();
  const bool c = std::string(one.extension) == ".c";
  const Program program = programOf(std::string(kHeaders[c ? 0 : 1]) + one.text, one.extension);
  const Result result = check(program, ModelName::Rc11, {});
  const std::string error = one.error;
  if (error.empty()) {
    EXPECT_EQ(result.verdict, Verdict::Robust) << result.reason;
    EXPECT_TRUE(result.findings.empty());
    return;
  }
  const bool race = error == "race";
  const auto finding = std::ranges::find(
      result.findings, race ? Property::Race : Property::Assertion, &Finding::property);
  ASSERT_NE(finding, result.findings.end());
  const std::string headline = narrate(program, ModelName::Rc11, *finding).headline;
  EXPECT_NE(headline.find(error), std::string::npos) << headline;
  EXPECT_EQ(finding->span.line, one.line);
}

INSTANTIATE_TEST_SUITE_P(Programs, Lifetimes, ::testing::ValuesIn(kLived),
                         [](const auto& one) { return std::string(one.param.name); });

// Copying and filling are accesses, also of an object that only one thread has ever seen.
TEST(EndOfLife, BlocksOfMemoryThatIsGone) {
  const auto program = [](const char* text) {
    return verdictOf(
        programOf(
            std::string("#include <stdlib.h>\n#include <string.h>\nstruct S { long a, b; };\n") +
            "struct S *gone(void) { struct S s = {1, 2}; struct S *volatile p = &s; return p; }\n" +
            "int main(void) { struct S t = {0}, *p = malloc(sizeof t); p->a = p->b = 1;\n" + text +
            "  return 0; }\n"),
        ModelName::Rc11);
  };
  EXPECT_EQ(program("*p = t; t = *p; memset(p, 0, sizeof *p); free(p);"), "robust");
  EXPECT_EQ(program("free(p); *p = t;"), "unknown, out of bounds");
  EXPECT_EQ(program("free(p); t = *p;"), "unknown, out of bounds");
  EXPECT_EQ(program("free(p); memset(p, 0, sizeof *p);"), "unknown, out of bounds");
  EXPECT_EQ(program("t = *gone();"), "unknown, out of bounds");
  EXPECT_EQ(program("*gone() = t;"), "unknown, out of bounds");
  EXPECT_EQ(program("free(p); free(p);"), "unknown, an assertion fails");
}

// A library's destructor is left out where nobody can interfere, and followed where a thread runs.
TEST(EndOfProgram, LeavesOutDestructorsOfLibraries) {
  const std::string start = std::string(kHeaders[1]) +
                            "#include <vector>\nstd::atomic<int> y; std::vector<int> all{1, 2};\n"
                            "int main() { std::thread t([] { y = 1; }); ";
  const auto notes = [&](const std::string& end) {
    const Loaded loaded = readC(start + end + " }\n", ".cpp");
    EXPECT_TRUE(loaded.program);
    return std::ranges::count_if(loaded.diagnostics, [](const Diagnostic& d) {
      return d.message.find("is not followed") != std::string::npos;
    });
  };
  EXPECT_EQ(notes("t.join();"), 1);
  EXPECT_EQ(notes("t.detach();"), 0);
}

// What does not run is noted.
TEST(EndOfProgram, NotesWhatDoesNotRun) {
  const auto notes = [](const std::string& text) {
    const Loaded loaded = readC(std::string(kHeaders[0]) + text);
    EXPECT_TRUE(loaded.program);
    return std::ranges::count_if(loaded.diagnostics, [](const Diagnostic& d) {
      return d.message.find("run") != std::string::npos;
    });
  };
  const std::string start = "_Atomic int y;\nstatic void end(void) { y = 2; }\n";
  EXPECT_EQ(
      notes(start + "void *one(void *u) { atexit(end); return y = 1, u; }\n"
                    "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0); y = 3; }\n"),
      1);
  EXPECT_EQ(notes(start + "void *one(void *u) { return y = 1, u; }\n"
                          "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0);\n"
                          "  atexit(end); pthread_exit(0); }\n"),
            1);
  EXPECT_EQ(notes(start + "void *one(void *u) { y = 1; exit(0); }\n"
                          "int main(void) { pthread_t s; atexit(end);\n"
                          "  pthread_create(&s, 0, one, 0); pthread_join(s, 0); }\n"),
            1);
  EXPECT_EQ(notes(start + "void *one(void *u) { return y = 1, u; }\n"
                          "int main(void) { pthread_t s; pthread_create(&s, 0, one, 0);\n"
                          "  atexit(end); pthread_join(s, 0); }\n"),
            0);
}

// The same of local variables of main: left out if nothing but such destructors follows and none of
// the program's own can run. The header is in a directory that is not the program's.
TEST(EndOfProgram, LeavesOutTheLastDestructorsOfMain) {
  std::string directory = "/var/tmp/robur-library-XXXXXX";
  ASSERT_NE(mkdtemp(directory.data()), nullptr);
  std::ofstream(directory + "/box.h")
      << "template <class T> struct Box { T value{}; Box() {} ~Box() { value = T{}; } };\n";
  const auto notes = [&](const std::string& text) {
    Reading reading;
    reading.clangFlags = {"-I" + directory};
    const Loaded loaded =
        readC(std::string(kHeaders[1]) + "#include <cassert>\n#include <box.h>\n" + text, ".cpp",
              reading);
    EXPECT_TRUE(loaded.program);
    return std::ranges::count_if(loaded.diagnostics, [](const Diagnostic& d) {
      return d.message.find("~Box") != std::string::npos;
    });
  };
  const std::string begin = "int main() { Box<int> box; std::thread t([&] { box.value = 1; }); ";
  EXPECT_EQ(notes(begin + "t.join(); }\n"), 1);
  EXPECT_EQ(notes(begin + "t.join(); return 0; }\n"), 1);
  EXPECT_EQ(notes(begin + "t.detach(); }\n"), 0);
  EXPECT_EQ(notes("int left = 1; int f() { Box<int> box; std::thread t([&] { box.value = 1; });\n"
                  "  t.join(); return left; } int main() { return f(); }\n"),
            0);
  EXPECT_EQ(
      notes("int main() { { Box<int> box; std::thread t([&] { box.value = 1; }); t.join(); }\n"
            "  std::thread u([] {}); u.join(); }\n"),
      0);
  EXPECT_EQ(
      notes("struct Own { int v = 0; ~Own() { assert(v == 0); } };\n"
            "int main() { Box<Own> box; std::thread t([&] { box.value.v = 1; }); t.join(); }\n"),
      0);
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace robur::testing

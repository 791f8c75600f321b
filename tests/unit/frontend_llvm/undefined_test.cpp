// Reaching code that the language leaves undefined is an error with its line, and the program has
// no verdict then.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "report/narrate.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Reached {
  const char* name;
  const char* extension;
  const char* functions;  // before the threads
  const char* statement;  // in a thread, where r is 0 or 1
  const char* headline;   // with the line of the statement, which is 10; empty: no error
  unsigned line;
};

constexpr Reached kReached[] = {
    {"Unreachable", ".c", "", "if (r == 1) __builtin_unreachable();",
     "__builtin_unreachable() can be reached here", 10},
    {"UnreachableOtherwise", ".c", "", "if (r == 2) __builtin_unreachable();", "", 0},
    {"UnreachableDefault", ".c",
     "int f(int v) { switch (v) { case 0: return 1; default:\n"
     "  __builtin_unreachable(); } }",
     "f(r);", "__builtin_unreachable() can be reached here", 5},
    {"Trap", ".c", "", "if (r == 1) __builtin_trap();", "__builtin_trap() can be reached here", 10},
    {"MissingReturn", ".cpp", "int f(int v) { if (v == 0) return 1;\n  }", "f(r);",
     "f can end without returning a value", 4},
    {"Returned", ".cpp", "int f(int v) { if (v != 2) return 1;\n  }", "f(r);", "", 0},
    {"Assumption", ".c", "", "__builtin_assume(r == 0);",
     "a condition that the compiler may assume can be false here", 10},
    {"AssumptionThatHolds", ".c", "", "__builtin_assume(r < 2);", "", 0},
    {"NoReturn", ".c", "__attribute__((noreturn)) void die(int v) { if (v) __builtin_abort(); }\n",
     "if (r == 1) die(0);", "a function that is declared noreturn can return here", 4},
    {"NoReturnAborts", ".c",
     "__attribute__((noreturn)) void die(int v) { if (v) __builtin_abort(); "
     "}\n",
     "if (r == 2) die(0);", "", 0},
    {"UnlocksWhatItDoesNotHold", ".c",
     "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
     "if (r == 0) pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
     "this unlocks a mutex that the thread does not hold", 10},
    {"UnlocksWhatItHolds", ".c",
     "#include <pthread.h>\npthread_mutex_t m[2];",
     "pthread_mutex_lock(&m[r]); if (pthread_mutex_trylock(&m[1 - r]) == 0) "
     "pthread_mutex_unlock(&m[1 - r]); pthread_mutex_unlock(r ? &m[1] : &m[0]);",
     "", 0},
    {"UnlocksTwice", ".cpp", "#include <mutex>\nstd::recursive_mutex m;",
     "m.lock(); m.lock(); m.unlock(); m.unlock(); if (r) m.unlock();",
     "this unlocks a mutex that the thread does not hold", 10},
    {"UsesWhatItDestroyed", ".c",
     "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
     "if (r == 1) { pthread_mutex_destroy(&m); pthread_mutex_lock(&m); }",
     "this uses a mutex that has been destroyed", 10},
    {"DestroysWhatItUsed", ".c",
     "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
     "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_destroy(&m);", "", 0},
    {"Alignment", ".c", "#include <stdlib.h>", "if (r == 1) free(aligned_alloc(24, 48));",
     "24 is no alignment: it is not a power of two", 10},
    {"AlignmentThatIsOne", ".c", "#include <stdlib.h>", "free(aligned_alloc(32, 64));", "", 0},
};

class Undefined : public ::testing::TestWithParam<Reached> {};

TEST_P(Undefined, IsAnErrorIfItIsReached) {
  const Reached& one = GetParam();
  std::string text = std::string("#pragma clang diagnostic ignored \"-Wreturn-type\"\n") +
                     "#pragma clang diagnostic ignored \"-Winvalid-noreturn\"\n" +
                     "extern int x;\n" + one.functions + "\n";
  while (std::count(text.begin(), text.end(), '\n') < 8) text += "\n";
  text += std::string(one.extension) == ".c" ? "" : "extern \"C\"\n";
  while (std::count(text.begin(), text.end(), '\n') < 9) text += "\n";
  text += fmt::format("void one(void) {{ int r = __atomic_load_n(&x, 5); {} }}\n", one.statement);
  text += std::string(one.extension) == ".c" ? "" : "extern \"C\"\n";
  text += "void two(void) { __atomic_store_n(&x, 1, 5); }\nint x;\n";
  Reading settings;
  settings.entries = "one,two";
  const Program program = programOf(text, one.extension, settings);
  for (const ModelName model : {ModelName::Rc11, ModelName::Tso}) {
    const Result result = check(program, model, {});
    if (std::string(one.headline).empty()) {
      EXPECT_EQ(result.verdict, Verdict::Robust);
      EXPECT_TRUE(result.findings.empty());
      continue;
    }
    EXPECT_EQ(result.verdict, Verdict::Unknown);
    ASSERT_EQ(result.findings.size(), 1u);
    EXPECT_EQ(narrate(program, model, result.findings[0]).headline, one.headline);
    EXPECT_EQ(result.findings[0].span.line, one.line);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Undefined, ::testing::ValuesIn(kReached),
                         [](const auto& one) { return std::string(one.param.name); });

// main runs with argc 1, the name of the program and no arguments; a note says so if they are used.
TEST(ArgumentsOfMain, AreKnownAndNoted) {
  const auto notes = [](const std::string& body) {
    const Loaded loaded = readC(
        "#include <assert.h>\n#include <pthread.h>\n_Atomic int x;\n"
        "void* work(void* p) { x = 1; return p; }\n"
        "int main(int argc, char** argv, char** envp) {\n"
        "  pthread_t t; pthread_create(&t, 0, work, 0); " +
            body + " pthread_join(t, 0); }\n",
        ".c");
    EXPECT_TRUE(loaded.program);
    EXPECT_EQ(verdictOf(loaded.program.value(), ModelName::Rc11), "robust");
    return loaded.diagnostics.size();
  };
  EXPECT_EQ(notes(""), 0u);
  EXPECT_EQ(notes("assert(argc == 1);"), 1u);
  EXPECT_EQ(notes("assert(argv[0][0] == 'p' && !argv[1] && !envp[0]);"), 1u);
}

TEST(ArgumentsOfMain, AnArgumentThatIsNotThereIsNull) {
  EXPECT_EQ(verdictOf(programOf("#include <pthread.h>\n_Atomic int x;\n"
                                "void* work(void* p) { x = 1; return p; }\n"
                                "int main(int argc, char** argv) { pthread_t t;\n"
                                "  pthread_create(&t, 0, work, 0); x = argv[1][0]; }\n"),
                      ModelName::Rc11),
            "unknown, out of bounds");
}

}  // namespace
}  // namespace robur::testing

// With --observational a stale load counts only if its value is used. A value that leaves the
// program is used: printed, written, the status of the process, of main or of a thread.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program/transform/spin_loops.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Use {
  const char* name;
  const char* extension;
  const char* text;  // what a thread does with r, which may be stale
  bool used;
};

constexpr Use kUses[] = {
    {"None", ".c", "", false},
    {"Discarded", ".c", "(void)r;", false},
    {"Printf", ".c", "printf(\"%d\\n\", r);", true},
    {"PrintedConstant", ".c", "printf(\"done\\n\");", false},
    {"PrintedSum", ".c", "printf(\"%d %d\\n\", 1, r + 1);", true},
    {"Fprintf", ".c", "fprintf(stderr, \"%d\\n\", r);", true},
    {"Putchar", ".c", "putchar(r);", true},
    {"Write", ".c", "write(1, &r, sizeof r);", true},
    {"Fwrite", ".c", "int copy[2] = {0, r}; fwrite(copy, 4, 2, stdout);", true},
    {"Exit", ".c", "exit(r);", true},
    {"ThreadResult", ".c", "return (void*)(long)r;", true},
    {"ThreadExit", ".c", "pthread_exit((void*)(long)r);", true},
    {"InACall", ".c", "show(r);", true},
    {"Asserted", ".c", "assert(r < 7);", true},
    {"Stream", ".cpp", "std::cout << r << std::endl;", true},
    {"StreamText", ".cpp", "std::cout << \"done\" << std::endl;", false},
};

std::string storeBuffering(const Use& use) {
  const std::string head = std::string(use.extension) == ".c"
                               ? "#include <stdatomic.h>\n"
                               : "#include <atomic>\n#include <iostream>\nusing namespace std;\n";
  const auto thread = [&](const char* name, const char* mine, const char* other) {
    return fmt::format(
        "void* {}(void* p) {{ atomic_store_explicit(&{}, 1, memory_order_relaxed);\n"
        "  int r = atomic_load_explicit(&{}, memory_order_relaxed); {} return p; }}\n",
        name, mine, other, use.text);
  };
  return head +
         "#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
         "#include <unistd.h>\natomic_int x, y;\n"
         "static void show(int v) { printf(\"%d\", v); }\n" +
         thread("one", "x", "y") + thread("two", "y", "x") +
         "int main(void) { pthread_t s, t; show(0); pthread_create(&s, 0, one, 0);\n"
         "  pthread_create(&t, 0, two, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }\n";
}

std::string observed(const Program& program) {
  CheckOptions options;
  options.observational = true;
  const Result result = check(program, ModelName::Rc11, options);
  return result.verdict == Verdict::Robust      ? "robust"
         : result.verdict == Verdict::NotRobust ? "not robust"
                                                : "unknown";
}

class Observation : public ::testing::TestWithParam<Use> {};

TEST_P(Observation, IsAUseIfTheValueLeavesTheProgram) {
  const Program program = programOf(storeBuffering(GetParam()), GetParam().extension);
  EXPECT_EQ(observed(program), GetParam().used ? "not robust" : "robust");
  EXPECT_EQ(verdictOf(program, ModelName::Rc11), "not robust");
}

INSTANTIATE_TEST_SUITE_P(Uses, Observation, ::testing::ValuesIn(kUses),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Observation, WhatMainReturnsIsUsed) {
  const auto text = [](const char* result) {
    return fmt::format(
        "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\n"
        "void* other(void* p) {{ atomic_store_explicit(&y, 1, memory_order_relaxed);\n"
        "  (void)atomic_load_explicit(&x, memory_order_relaxed); return p; }}\n"
        "int main(void) {{ pthread_t t; pthread_create(&t, 0, other, 0);\n"
        "  atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
        "  int r = atomic_load_explicit(&y, memory_order_relaxed); return {}; }}\n",
        result);
  };
  EXPECT_EQ(observed(programOf(text("0"))), "robust");
  EXPECT_EQ(observed(programOf(text("r"))), "not robust");
}

// A loop that only waits is a wait even if it says so; one that prints what it reads is not.
TEST(Observation, ALoopThatPrintsWhatItReadsIsNoWait) {
  const auto loops = [](const char* body) {
    Reading settings;
    settings.entries = "waiter,setter";
    Program program = programOf(
        fmt::format("#include <stdatomic.h>\n#include <stdio.h>\natomic_int flag;\n"
                    "void setter(void) {{ atomic_store(&flag, 2); }}\n"
                    "void waiter(void) {{ int r; while ((r = atomic_load(&flag)) != 2) {} }}\n",
                    body),
        ".c", settings);
    return blockSpinLoops(program).size();
  };
  EXPECT_EQ(loops("puts(\"waiting\");"), 1u);
  EXPECT_EQ(loops("printf(\"%d\", r);"), 0u);
}

}  // namespace
}  // namespace robur::testing

// What cannot be translated is an instruction that names the line and says what to do; runs that do
// not get there are decided.
#include <algorithm>

#include <gtest/gtest.h>

#include "check/check.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Refused {
  const char* name;
  const char* text;     // `threads` of a program: functions one and two
  std::uint32_t line;   // counted in the text
  const char* message;  // a part of it
};

constexpr Refused kRefused[] = {
    {"InlineAssembly",
     "\nvoid one(void) { int a; __asm__ volatile(\"cpuid\" : \"=a\"(a) : : \"ebx\", \"ecx\", "
     "\"edx\"); }\n",
     2, "inline assembly is not supported here: `cpuid`; the instruction `cpuid` is not known"},
    {"Syscall", "\nvoid one(void) { __asm__ volatile(\"nop\\n\\tsyscall\" ::: \"memory\"); }\n", 2,
     "inline assembly is not supported here: `nop; syscall`; the instruction `syscall`"},
    {"Labels", "\nvoid one(void) { __asm__ volatile(\"1: jmp 1f\" ::: \"memory\"); }\n", 2,
     "it jumps to a label that it does not have"},
    {"Directives", "\nvoid one(void) { __asm__ volatile(\".byte 0x90\" ::: \"memory\"); }\n", 2,
     "it has directives"},
    {"LockWithoutMemory",
     "\nvoid one(void) { int a = 1; __asm__ volatile(\"lock; addl $1, %0\" : \"+r\"(a)); }\n", 2,
     "it locks an instruction without memory"},
    {"AssemblyGoto", "\nvoid one(void) { __asm__ goto(\"jmp %l0\" : : : : there);\nthere:;\n}\n", 2,
     "inline assembly that jumps is not supported"},
    {"FloatingPoint", "double d;\nvoid one(void) { d = d + 1; }\nvoid two(void) { d = 2; }\n", 2,
     "floating point that depends on shared memory"},
    {"Recursion", "int x;\nvoid one(void) {\n  x++;\n  one();\n}\n", 4, "nested too deeply"},
    {"UnknownFunction", "int f(int);\nvoid one(void) { f(1); }\n", 2,
     "the body of f (called by one in line 2) is not known"},
    {"UnboundedChoice", "int rand(void);\nint x;\nvoid one(void) { x = rand(); }\n", 3,
     "too many values"},
};

class Refusals : public ::testing::TestWithParam<Refused> {};

TEST_P(Refusals, NameTheLine) {
  Reading settings;
  settings.entries =
      std::string(GetParam().text).find("two") != std::string::npos ? "one,two" : "one";
  const Loaded loaded = readC(GetParam().text, ".c", settings);
  ASSERT_TRUE(loaded.program);
  const Instr* refused = nullptr;
  for (const Code& code : loaded.program->codes) {
    for (const Instr& in : code.instrs) refused = in.unsupported ? &in : refused;
  }
  ASSERT_NE(refused, nullptr);
  EXPECT_NE(refused->complaint.find(GetParam().message), std::string::npos) << refused->complaint;
  EXPECT_EQ(refused->span.line, GetParam().line);
}

INSTANTIATE_TEST_SUITE_P(Programs, Refusals, ::testing::ValuesIn(kRefused),
                         [](const auto& one) { return std::string(one.param.name); });

// A program whose translation does not end is not an error, but the answer is unknown.
struct Endless {
  const char* name;
  const char* text;
  unsigned line;
  const char* message;
};

constexpr Endless kEndless[] = {
    {"Threads",
     "#include <pthread.h>\n_Atomic int x;\nvoid* run(void* p) { x++; return p; }\n"
     "void one(void) {\n  pthread_t t;\n  for (;;) pthread_create(&t, 0, run, 0);\n}\n",
     6, "creates more than 64 threads"},
    {"Pointer",
     "int numbers[2000];\n_Atomic(int*) at = numbers;\n"
     "void one(void) {\n  for (;;) {\n    int* p = at;\n    at = p + 1;\n  }\n}\n",
     5, "the set of targets of `at` keeps growing"},
    {"Silence", "int x;\nvoid one(void) {\n  x = 1;\n  for (int i = 0;; i++) {}\n}\n", 4,
     "this loop seems to run forever"},
};

class Endlessness : public ::testing::TestWithParam<Endless> {};

TEST_P(Endlessness, IsUnknownAndNamesTheLine) {
  Reading settings;
  settings.entries = "one";
  const Loaded loaded = readC(GetParam().text, ".c", settings);
  EXPECT_FALSE(loaded.program);
  EXPECT_FALSE(hasErrors(loaded.diagnostics));
  const std::string expected = "line " + std::to_string(GetParam().line) + ": ";
  EXPECT_TRUE(loaded.unfinished.starts_with(expected)) << loaded.unfinished;
  EXPECT_NE(loaded.unfinished.find(GetParam().message), std::string::npos) << loaded.unfinished;
  EXPECT_EQ(codeWithoutProgram(loaded), ExitCode::Unknown);
}

INSTANTIATE_TEST_SUITE_P(Programs, Endlessness, ::testing::ValuesIn(kEndless),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Refusal, IsForWhatIsReachedOnly) {
  const char* text =
      "#include <stdatomic.h>\natomic_int x;\nint f(int);\n"
      "void one(void) { if (x > LIMIT) f(1); }\nvoid two(void) { x = 1; }\n";
  for (const bool reached : {false, true}) {
    Reading settings;
    settings.entries = "one,two";
    const Loaded loaded = readC(
        (reached ? "#define LIMIT 0\n" : "#define LIMIT 1\n") + std::string(text), ".c", settings);
    ASSERT_TRUE(loaded.program);
    for (const ModelName model : {ModelName::Sc, ModelName::Rc11}) {
      const Result result = check(*loaded.program, model, {});
      EXPECT_EQ(result.verdict, reached ? Verdict::Unknown : Verdict::Robust);
      EXPECT_EQ(result.reason.empty(), !reached);
    }
  }
}

// A plain access to an atomic location is relaxed, and a race if another may run at the same time.
TEST(PlainAccessToAtomic, IsARaceUnlessItIsOrdered) {
  const auto verdictOf = [](const std::string& one, const std::string& two, ModelName model) {
    Reading settings;
    settings.entries = "one,two";
    const Loaded loaded =
        readC("int x, flag;\nvoid one(void) { " + one + " }\nvoid two(void) { " + two + " }\n",
              ".c", settings);
    EXPECT_TRUE(loaded.program);
    const Result result = check(*loaded.program, model, {});
    const bool race = std::ranges::any_of(
        result.findings, [](const Finding& f) { return f.property == Property::Race; });
    EXPECT_EQ(race, result.verdict != Verdict::Robust);
    return result.verdict;
  };
  const std::string publish = "x = 1; __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);";
  const std::string await = "if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) ";
  const std::string load = "__atomic_load_n(&x, __ATOMIC_RELAXED);";
  const std::string store = "__atomic_store_n(&x, 2, __ATOMIC_RELAXED);";
  for (const ModelName model : {ModelName::Rc11, ModelName::Rc20, ModelName::Ra, ModelName::Sra}) {
    EXPECT_EQ(verdictOf(publish, await + load, model), Verdict::Robust);
    EXPECT_EQ(verdictOf(publish, await + store, model), Verdict::Robust);
    EXPECT_EQ(verdictOf(publish, load, model), Verdict::NotRobust);
    EXPECT_EQ(verdictOf(store, "if (x) {}", model), Verdict::NotRobust);
    EXPECT_EQ(verdictOf(load, "if (x) {}", model), Verdict::Robust);
    EXPECT_EQ(verdictOf("__atomic_fetch_add(&x, 1, __ATOMIC_ACQ_REL);", "x = 1;", model),
              Verdict::NotRobust);
  }
}

TEST(Limits, MoreCellsThanAStateHoldsAreNoError) {
  Reading settings;
  settings.entries = "one,two";
  const std::string text =
      "#include <stdatomic.h>\natomic_int a[5][1000], i;\n"
      "void one(void) { for (int k = 0; k < 5; k++) a[k][i] = 1; }\nvoid two(void) { i = a[3][i]; "
      "}\n";
  const Loaded loaded = readC(text, ".c", settings);
  EXPECT_FALSE(loaded.program);
  EXPECT_NE(loaded.unfinished.find("more than 4096 memory cells"), std::string::npos)
      << loaded.unfinished;
}

TEST(Refusal, SayThatMainIsMissing) {
  const Loaded loaded = readC("int x;\n");
  ASSERT_EQ(loaded.diagnostics.size(), 1u);
  EXPECT_EQ(loaded.diagnostics.front().message, "the program has no function main");
}

TEST(Refusal, LeaveSyntaxToClang) {
  const Loaded loaded = readC("int main(void) { return }\n");
  EXPECT_FALSE(loaded.program);
  EXPECT_EQ(loaded.diagnostics.front().message, "clang could not compile this file");
}

}  // namespace
}  // namespace robur::testing

// Programs that cannot be translated are errors that name the line and say what to do.
#include <gtest/gtest.h>

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
    {"InlineAssembly", "\nvoid one(void) { __asm__ volatile(\"mfence\" ::: \"memory\"); }\n", 2,
     "inline assembly is not supported"},
    {"FloatingPoint", "double d;\nvoid one(void) { d = d + 1; }\n", 2,
     "floating point is not supported"},
    {"MixedSizes",
     "long both;\nvoid one(void) { both = 1; }\nvoid two(void) { *(char *)&both = 2; }\n", 3,
     "with another size"},
    {"Recursion", "int x;\nvoid one(void) {\n  x++;\n  one();\n}\n", 4, "nested too deeply"},
    {"UnknownFunction", "int f(int);\nvoid one(void) { f(1); }\n", 2, "the body of f is not known"},
    {"UnboundedChoice", "int rand(void);\nint x;\nvoid one(void) { x = rand(); }\n", 3,
     "too many values"},
    {"BitsOfPointers",
     "#include <stdint.h>\nint a; _Atomic(int *) p = &a;\n"
     "void one(void) { p = (int *)((uintptr_t)p | 1); }\n",
     3, "the bits of a pointer"},
};

class Refusals : public ::testing::TestWithParam<Refused> {};

TEST_P(Refusals, NameTheLine) {
  Reading settings;
  settings.entries =
      std::string(GetParam().text).find("two") != std::string::npos ? "one,two" : "one";
  const Loaded loaded = readC(GetParam().text, ".c", settings);
  EXPECT_FALSE(loaded.program);
  ASSERT_FALSE(loaded.diagnostics.empty());
  const Diagnostic& d = loaded.diagnostics.front();
  EXPECT_NE(d.message.find(GetParam().message), std::string::npos) << d.message;
  EXPECT_EQ(d.span.line, GetParam().line);
  EXPECT_FALSE(d.help.empty());
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
    {"Allocation",
     "#include <stdlib.h>\n#include <stdatomic.h>\n"
     "struct node { struct node* next; };\n_Atomic(struct node*) head;\n"
     "void one(void) {\n  for (;;) {\n    struct node* n = malloc(sizeof *n);\n"
     "    n->next = head;\n    head = n;\n  }\n}\n",
     7, "objects from this allocation are alive at once"},
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

// The rule that is broken selects the help: C has no orders named rlx and acq.
TEST(Refusal, PlainAccessesToAtomicsGetTheHelpForC) {
  Reading settings;
  settings.entries = "one,two";
  const Loaded loaded = readC(
      "#include <stdatomic.h>\natomic_int x;\nvoid one(void) { x = 1; }\n"
      "void two(void) { *(int *)&x = 2; }\n",
      ".c", settings);
  ASSERT_EQ(loaded.diagnostics.size(), 1u);
  const Diagnostic& d = loaded.diagnostics.front();
  EXPECT_EQ(d.code, Diagnostic::Code::PlainAccessToAtomic);
  EXPECT_EQ(d.span.line, 4u);
  EXPECT_EQ(d.help.find("rlx"), std::string::npos) << d.help;
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

// A verdict is about the program as it is written. Levels of optimisation are ignored with a note,
// so the program that is checked is the same with any of them.
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Text {
  const char* name;
  const char* extension;
  const char* text;
  const char* rc11;
  const char* tso;
};

// In each of them -O1, -O2 or -O3 changes which shared accesses there are.
constexpr Text kTexts[] = {
    {"SpinLoopWithPause", ".c",
     "#include <stdatomic.h>\natomic_int flag, x; int data;\n"
     "void one(void) { data = 1; atomic_store_explicit(&flag, 1, memory_order_release); }\n"
     "void two(void) { atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
     "  while (!atomic_load_explicit(&flag, memory_order_acquire)) __builtin_ia32_pause();\n"
     "  data = 2; }\n",
     "robust", "robust"},
    {"RaceOnAValueThatNobodyUses", ".c",
     "int data; void one(void) { int r = data; (void)r; } void two(void) { data = 1; }\n",
     "not robust, race", "robust"},
    {"StoreThatIsOverwritten", ".c",
     "#include <stdatomic.h>\natomic_int x; int data;\n"
     "void one(void) { if (atomic_load(&x)) data = 3; }\n"
     "void two(void) { data = 1; data = 2; atomic_store(&x, 1); data = 4; }\n",
     "not robust, race", "robust"},
    {"LoadInALoop", ".c",
     "#include <stdatomic.h>\nint data, sum; atomic_int go;\n"
     "void one(void) { for (int i = 0; i < 2; i++) sum += data; atomic_store(&go, 1); }\n"
     "void two(void) { if (atomic_load(&go)) data = 1; }\n",
     "robust", "robust"},
    {"Cpp", ".cpp",
     "#include <atomic>\nstd::atomic<int> x, y; int a, b;\n"
     "extern \"C\" void one() { x.store(1, std::memory_order_relaxed);\n"
     "  a = y.load(std::memory_order_relaxed); }\n"
     "extern \"C\" void two() { y.store(1, std::memory_order_relaxed);\n"
     "  b = x.load(std::memory_order_relaxed); }\n",
     "not robust", "not robust"},
};

Reading settingsFor(const std::vector<std::string>& flags) {
  Reading settings;
  settings.entries = "one,two";
  settings.clangFlags = flags;
  return settings;
}

class Optimisation : public ::testing::TestWithParam<Text> {};

TEST_P(Optimisation, DoesNotChangeTheVerdict) {
  const Text& text = GetParam();
  const Program plain = programOf(text.text, text.extension, settingsFor({}));
  EXPECT_EQ(verdictOf(plain, ModelName::Rc11), text.rc11);
  EXPECT_EQ(verdictOf(plain, ModelName::Tso), text.tso);
  std::vector<Reading> others;
  for (const char* level : {"-O1", "-O2", "-O3"}) others.push_back(settingsFor({level}));
  others.push_back(settingsFor({"-Xclang", "-O2"}));
  others.push_back(settingsFor({}));
  others.back().optimiseFirst = true;
  for (const Reading& other : others) {
    SCOPED_TRACE(other.clangFlags.empty() ? "--optimise" : other.clangFlags.back());
    const Loaded loaded = readC(text.text, text.extension, other);
    ASSERT_TRUE(loaded.program);
    EXPECT_EQ(verdictOf(*loaded.program, ModelName::Rc11), text.rc11);
    EXPECT_EQ(verdictOf(*loaded.program, ModelName::Tso), text.tso);
    const auto notes =
        std::count_if(loaded.diagnostics.begin(), loaded.diagnostics.end(),
                      [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::Note; });
    EXPECT_EQ(notes, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Texts, Optimisation, ::testing::ValuesIn(kTexts),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(OptimisationFlags, OtherFlagsArePassedOn) {
  const char* const text =
      "#ifdef __OPTIMIZE__\n#error optimised\n#endif\n#ifndef NDEBUG\n#error no NDEBUG\n#endif\n"
      "_Atomic int x; void one(void) { x = DEFINED; } void two(void) { x = 1; }\n";
  const Loaded loaded = readC(text, ".c", settingsFor({"-O2", "-DNDEBUG", "-D", "DEFINED=2"}));
  EXPECT_TRUE(loaded.program);
  const Loaded none = readC(text, ".c", settingsFor({"-DNDEBUG", "-DDEFINED=2", "-O0"}));
  EXPECT_TRUE(none.program);
  EXPECT_TRUE(none.diagnostics.empty());
}

}  // namespace
}  // namespace robur::testing

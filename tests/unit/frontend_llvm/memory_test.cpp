// Pointers as numbers and accesses of different sizes: random programs are compiled and run, and
// the sum that they compute is what the translated program computes.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generators/rng.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMemoryPrograms = 24;

// Another thread shares all variables, so that nothing about them is known, but changes none.
constexpr const char* kSharedMemory =
    "#include <stdatomic.h>\n#include <stdint.h>\n#include <string.h>\n"
    "typedef union { uint8_t b[16]; uint16_t h[8]; uint32_t w[4]; uint64_t d[2]; } bytes;\n"
    "struct pair { uint32_t left, right; };\n"
    "bytes m; struct pair pairs[2]; int cells[4];\n"
    "_Atomic(int *) p = cells; _Atomic uintptr_t t; _Atomic int go;\n"
    "static struct pair get(int i) { return pairs[i]; }\n"
    "void two(void) { if (go == 77) { m.d[0] = m.d[1] = 1; pairs[0].left = pairs[0].right = 1;\n"
    "  pairs[1].left = pairs[1].right = 1; p = cells; t = 0; cells[0] = cells[1] = 1;\n"
    "  cells[2] = cells[3] = 1; } }\n";

std::string statement(Rng& rng) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(rng.below(n)); };
  constexpr std::array<char, 4> kMember = {'b', 'h', 'w', 'd'};
  const auto element = [&] {
    const unsigned size = below(4);
    return fmt::format("m.{}[{}]", kMember[size], below(16u >> size));
  };
  switch (below(14)) {
    case 0:
    case 1:
      return fmt::format("{} = s + {};", element(), below(1000));
    case 2:
    case 3:
      return fmt::format("s = s * 31 + {};", element());
    case 4:
      return fmt::format("p = cells + {}; s += p - cells;", below(4));
    case 5:
      return fmt::format("t = (uintptr_t)p | {}; s += t & 3;", below(4));
    case 6:
      return "{ int *q = (int *)(t & ~(uintptr_t)3); if (q) { s += q - cells; *q += 1; } t = 0; }";
    case 7: {
      const unsigned other = below(4);
      return fmt::format(
          "{{ uintptr_t x = (uintptr_t)p ^ (uintptr_t)&cells[{0}]; t = x; x = t;\n"
          "  int *q = (int *)(x ^ (uintptr_t)&cells[{0}]); s += q - cells; *q += 2; t = 0; }}",
          other);
    }
    case 8:
      return fmt::format(
          "{{ t = (uintptr_t)p | (uintptr_t){} << 48; uintptr_t x = t; s += x >> 48;\n"
          "  int *q = (int *)(x << 16 >> 16); s += *q; t = 0; }}",
          1 + below(9));
    case 9:
      return fmt::format("s += p < cells + {} ? 3 : 5; s += cells[{}];", below(5), below(4));
    case 10:
      return "for (int *i = p; i != cells + 4; ++i) s += *i;";
    case 11:
      return fmt::format("pairs[{0}] = (struct pair){{(uint32_t)s, {1}}};", below(2), below(9));
    case 12:
      return fmt::format("{{ struct pair x = get({}); s = s * 7 + x.left + x.right; }}", below(2));
    default:
      return fmt::format("{{ bytes x = m; x.h[{}] += 3; memcpy(&m, &x, sizeof m); s += x.d[0]; }}",
                         below(8));
  }
}

std::string body(std::uint64_t seed) {
  Rng rng(seed);
  std::string out = "  uint64_t s = 1;\n";
  const std::size_t length = 3 + rng.below(6);
  for (std::size_t i = 0; i < length; ++i) out += "  " + statement(rng) + "\n";
  return out;
}

std::vector<std::uint64_t> reallyComputed() {
  std::string text = std::string("#include <stdio.h>\n") + kSharedMemory;
  std::string calls;
  for (unsigned i = 0; i < kMemoryPrograms; ++i) {
    text += fmt::format("uint64_t run{}(void) {{\n{}  return s;\n}}\n", i, body(i));
    calls += fmt::format(
        "  memset(&m, 0, sizeof m); memset(pairs, 0, sizeof pairs); memset(cells, 0, sizeof cells);"
        "\n  p = cells; t = 0; printf(\"%llu\\n\", (unsigned long long)run{}());\n",
        i);
  }
  text += "int main(void) {\n" + calls + "}\n";
  std::string pattern = (fs::temp_directory_path() / "robur-memory-XXXXXX").string();
  const fs::path directory = ::mkdtemp(pattern.data());
  std::ofstream(directory / "harness.c") << text;
  const std::string program = (directory / "harness").string();
  const std::string compile = fmt::format("clang-19 -w -O1 {0}.c -o {0}", program);
  EXPECT_EQ(std::system(compile.c_str()), 0);
  std::vector<std::uint64_t> out;
  if (FILE* const pipe = ::popen(program.c_str(), "r")) {
    unsigned long long value = 0;
    while (std::fscanf(pipe, "%llu", &value) == 1) out.push_back(value);
    ::pclose(pipe);
  }
  fs::remove_all(directory);
  return out;
}

TEST(Memory, IsWhatTheMachineHas) {
  const std::vector<std::uint64_t> sums = reallyComputed();
  ASSERT_EQ(sums.size(), kMemoryPrograms);
  Reading settings;
  settings.entries = "one,two";
  for (unsigned i = 0; i < kMemoryPrograms; ++i) {
    for (const std::uint64_t wrong : {0, 1}) {
      const std::string text =
          std::string("#include <assert.h>\n") + kSharedMemory +
          fmt::format("void one(void) {{\n{}  assert(s == {}u);\n}}\n", body(i), sums[i] + wrong);
      SCOPED_TRACE(text);
      const std::string verdict = verdictOf(programOf(text, ".c", settings), ModelName::Sc);
      EXPECT_EQ(verdict, wrong == 0 ? "robust" : "robust, an assertion fails") << verdict;
    }
  }
}

}  // namespace
}  // namespace robur::testing

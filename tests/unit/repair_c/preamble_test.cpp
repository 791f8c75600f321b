// Headers that are compiled ahead make compiling faster and change nothing else.
#include <gtest/gtest.h>

#include "cli/c_input.h"
#include "program/pack.h"
#include "unit/repair_c/directory.h"

namespace robur::testing {
namespace {

class Preamble : public ::testing::Test {
 protected:
  // The whole program, names and places included.
  std::string read(const std::string& file, bool ahead, const std::vector<Source>& replaced = {}) {
    Reading settings;
    settings.clangFlags = {"-I", directory.path().string()};
    settings.entries = "left,right";
    std::optional<Program> program =
        readC({file}, settings, replaced, ahead ? kept.path().string() : "");
    EXPECT_TRUE(program);
    Packed packed;
    if (program) packed.program = std::move(*program);
    return pack(packed);
  }
  bool somethingIsKept() const { return !std::filesystem::is_empty(kept.path()); }

  Directory directory;
  Directory kept;
};

const std::string kThreads =
    "void left() { x.store(1, std::memory_order_relaxed); y.load(std::memory_order_acquire); }\n"
    "void right() { y.store(1); x.load(); }\n";

TEST_F(Preamble, ChangesNothing) {
  const std::string file = directory.write("p.cpp",
                                           "// A comment, and another one: /*\n"
                                           "/* #include <none> */\n"
                                           "#include <atomic>\n"
                                           "# include <vector>  // not used\n"
                                           "std::atomic<int> x, y;\n" +
                                               kThreads);
  const std::string plain = read(file, false);
  EXPECT_FALSE(somethingIsKept());
  EXPECT_EQ(read(file, true), plain);
  EXPECT_TRUE(somethingIsKept());
  EXPECT_EQ(read(file, true), plain);
}

TEST_F(Preamble, WithoutHeadersThereIsNone) {
  const std::string file = directory.write("p.c",
                                           "#define NDEBUG\n#include <assert.h>\n"
                                           "int x;\n"
                                           "void left(void) { __atomic_store_n(&x, 1, 0); }\n"
                                           "void right(void) { __atomic_load_n(&x, 0); }\n");
  EXPECT_EQ(read(file, true), read(file, false));
  EXPECT_FALSE(somethingIsKept());
}

// A header that does not bear being read twice.
TEST_F(Preamble, HeadersWithoutGuards) {
  directory.write("cells.h", "std::atomic<int> x, y;\n");
  const std::string file =
      directory.write("p.cpp", "#include <atomic>\n#include <cells.h>\n" + kThreads);
  EXPECT_EQ(read(file, true), read(file, false));
  EXPECT_TRUE(somethingIsKept());
}

// The user's own header may be what is being changed.
TEST_F(Preamble, ChangedHeadersAreReadAgain) {
  const std::string before =
      "#pragma once\n#include <atomic>\nextern std::atomic<int> x, y;\n"
      "inline void put(std::atomic<int>& cell) { cell.store(1, std::memory_order_relaxed); }\n";
  std::string after = before;
  after.replace(after.find("relaxed"), 7, "release");
  const std::string header = directory.write("put.h", before);
  const std::string file =
      directory.write("p.cpp",
                      "#include <put.h>\nstd::atomic<int> x, y;\nvoid left() { put(x); }\n"
                      "void right() { put(y); }\n");
  const std::string first = read(file, true);
  EXPECT_TRUE(somethingIsKept());
  const std::string replaced = read(file, true, {{header, after}});
  EXPECT_EQ(replaced, read(file, false, {{header, after}}));
  EXPECT_NE(replaced, first);
  directory.write("put.h", after);
  EXPECT_EQ(read(file, true), read(file, false));
  EXPECT_NE(read(file, true), first);
}

}  // namespace
}  // namespace robur::testing

// --project: files are read as the project's build compiles them. And what a program cannot have
// twice.
#include <filesystem>

#include <gtest/gtest.h>

#include "e2e/run.h"

namespace robur::test {

namespace {

namespace fs = std::filesystem;

constexpr const char* kHeader = R"(#include <atomic>
struct Flag {
  std::atomic<int> ready{0};
  int data[SIZE];
  void set();
  bool test() const { return ready.load(std::memory_order_relaxed); }
};
)";
constexpr const char* kSetter = R"(#include <flag.h>
void Flag::set() {
  data[SIZE - 1] = 1;
  ready.store(1, std::memory_order_relaxed);
}
)";
constexpr const char* kMain = R"(#include <flag.h>
#include <cassert>
#include <thread>
Flag flag;
int main() {
  std::jthread setter([] { flag.set(); });
  if (flag.test()) assert(flag.data[SIZE - 1] == sizeof NAME - 3);
}
)";

class Project : public ::testing::Test {
 protected:
  Project() {
    for (const char* directory : {"/src", "/include", "/build"}) {
      fs::create_directory(scratch_.path() + directory);
    }
    scratch_.write("include/flag.h", kHeader);
    scratch_.write("src/setter.cpp", kSetter);
    scratch_.write("src/main.cpp", kMain);
  }
  void compileWith(const std::string& flags) const {
    std::string text = "[";
    for (const char* file : {"main.cpp", "setter.cpp"}) {
      text +=
          std::string(text.size() > 1 ? "," : "") +
          R"({"directory": "../build", "command": "c++ -I../include -std=gnu++20 -O3 -Werror )" +
          flags + R"( -DNAME=\\\"a\\ b\\\" -o x.o -c ../src/)" + file + R"(", "file": "../src/)" +
          file + "\"}";
    }
    scratch_.write("build/compile_commands.json", text + "]");
  }
  Ran ask(std::vector<std::string> words, const std::vector<std::string>& flags = {}) const {
    words.emplace_back("--");
    words.insert(words.end(), flags.begin(), flags.end());
    return run(words, {scratch_.path() + "/src"});
  }

  ScratchDirectory scratch_;
};

TEST_F(Project, FilesAreCompiledAsByTheBuild) {
  compileWith("-DSIZE=2");
  const Ran ran = ask({"check", "-q", "-p", "../build", "main.cpp", "setter.cpp"});
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_TRUE(has(ran.out, "there is a data race")) << ran.out;
  const Ran without = ask({"check", "-q", "main.cpp", "setter.cpp"});
  EXPECT_EQ(without.exit, 2) << without.out;
}

TEST_F(Project, AssertionsThatItTurnsOffAreMissed) {
  compileWith("-DSIZE=2 -DNDEBUG");
  const Ran ran = ask({"check", "-q", "-p", "../build", "main.cpp", "setter.cpp"});
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_TRUE(has(ran.err, "main.cpp+setter.cpp: note: the project defines NDEBUG")) << ran.err;
  const Ran again = ask({"check", "-q", "-p", "../build", "main.cpp", "setter.cpp"}, {"-UNDEBUG"});
  EXPECT_EQ(again.exit, 1) << again.out;
  EXPECT_FALSE(has(again.err, "NDEBUG")) << again.err;
}

TEST_F(Project, RepairsReadItTheSameWay) {
  compileWith("-DSIZE=2");
  const Ran ran = ask({"repair", "--goal", "safe", "-p", "../build", "main.cpp", "setter.cpp"});
  EXPECT_TRUE(has(ran.out, "std::memory_order_release")) << ran.out << ran.err;
}

TEST_F(Project, MistakesAreNamed) {
  compileWith("-DSIZE=2");
  scratch_.write("src/other.cpp", "int x;\n");
  const std::pair<std::vector<std::string>, const char*> wrong[] = {
      {{"-p", "../build", "../include/flag.h"},
       "does not compile ../include/flag.h; it is included by main.cpp, setter.cpp: name one of "
       "these"},
      {{"-p", "../build", "other.cpp"}, "does not compile other.cpp"},
      {{"-p", "..", "main.cpp"}, "there is no such file; CMake writes it with"},
      {{"-p", "main.cpp", "main.cpp"}, "this is no list of compile commands"},
      {{"-p", "../build", "x.rob"}, "--project is for C and C++"},
  };
  for (auto [words, message] : wrong) {
    words.insert(words.begin(), "check");
    const Ran ran = ask(words);
    EXPECT_EQ(ran.exit, 2) << message;
    EXPECT_TRUE(has(ran.err, message)) << ran.err;
  }
}

TEST_F(Project, WhatIsDefinedTwiceIsNamedWithBothPlaces) {
  scratch_.write("src/a.c", "int shared = 1;\nint main(void) { return shared; }\n");
  scratch_.write("src/b.c", "\nint main(void) { return 0; }\n");
  scratch_.write("src/c.c", "\n\nint shared;\n");
  const Ran mains = ask({"check", "a.c", "b.c"});
  EXPECT_EQ(mains.exit, 2);
  EXPECT_TRUE(has(mains.err, "main is defined in a.c:2 and in b.c:2")) << mains.err;
  EXPECT_TRUE(has(mains.err, "check the programs one by one")) << mains.err;
  const Ran variables = ask({"check", "a.c", "c.c"});
  EXPECT_EQ(variables.exit, 2);
  EXPECT_TRUE(has(variables.err, "shared is defined in a.c:1 and in c.c:3")) << variables.err;
}

}  // namespace

}  // namespace robur::test

// compile_commands.json: commands as words, what of them is taken over, and which file they are
// for.
#include "project/compile_commands.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "project/clang_flags.h"
#include "project/command_words.h"
#include "support/scratch_directory.h"

namespace robur::project {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

TEST(CommandWords, AreSplitAsAShellDoes) {
  EXPECT_EQ(commandWords(""), Words{});
  EXPECT_EQ(commandWords("  c++  -c\ta.cpp "), (Words{"c++", "-c", "a.cpp"}));
  EXPECT_EQ(commandWords(R"(c++ -DNAME=\"a\ b\" x)"), (Words{"c++", "-DNAME=\"a b\"", "x"}));
  EXPECT_EQ(commandWords(R"(c++ "-DNAME=\"a b\"" 'it'\''s')"),
            (Words{"c++", "-DNAME=\"a b\"", "it's"}));
  EXPECT_EQ(commandWords(R"("" '\n' "\n" a""b)"), (Words{"", "\\n", "\\n", "ab"}));
}

// What any quoting of words gives back are the words.
TEST(CommandWords, AreWhatWasQuoted) {
  std::mt19937 random(1);
  const std::string letters = "ab \\\"'$-=\t";
  for (int round = 0; round < 2000; ++round) {
    Words words(1 + random() % 4);
    std::string command;
    for (std::string& word : words) {
      for (std::size_t i = random() % 6; i > 0; --i) word += letters[random() % letters.size()];
      command += ' ';
      if (random() % 2 == 0) {
        command += '\'';
        for (const char c : word) command += c == '\'' ? "'\\''" : std::string(1, c);
        command += '\'';
      } else {
        command += '"';
        for (const char c : word)
          command += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        command += '"';
      }
    }
    EXPECT_EQ(commandWords(command), words) << command;
  }
}

TEST(MeaningfulFlags, AreThoseThatDecideTheMeaning) {
  const Words words = commandWords(
      "ccache -DA -D B=2 -UC -Iinc -I ../other -isystem /sys -include pre.h -std=c++20 -fno-rtti "
      "-march=native -pthread -x c++ --sysroot=root -Xclang -fblah");
  EXPECT_EQ(meaningfulFlags(words, "/p/build"), (Words{"-DA",
                                                       "-D",
                                                       "B=2",
                                                       "-UC",
                                                       "-I/p/build/inc",
                                                       "-I",
                                                       "/p/other",
                                                       "-isystem",
                                                       "/sys",
                                                       "-include",
                                                       "/p/build/pre.h",
                                                       "-std=c++20",
                                                       "-fno-rtti",
                                                       "-march=native",
                                                       "-pthread",
                                                       "-x",
                                                       "c++",
                                                       "--sysroot=/p/build/root",
                                                       "-Xclang",
                                                       "-fblah"}));
}

TEST(MeaningfulFlags, LeaveOutTheResultWarningsAndOptimisation) {
  const Words words = commandWords(
      "c++ -O2 -g3 -Wall -Werror -w -c a.cpp -o a.o -oa.o -MD -MF a.d -MT a.o -MQ a.o -flto=thin "
      "-fsanitize=address -fno-sanitize=null -fprofile-arcs --coverage -Llib -lfoo -Xlinker -z "
      "-fdiagnostics-color=always b.o -Xclang -include-pch -Xclang x.pch -pipe -- c.cpp -DLAST");
  EXPECT_EQ(meaningfulFlags(words, "/p"), Words{});
}

TEST(MeaningfulFlags, EndWithTheWords) {
  for (const char* last : {"-I", "-o", "-D", "-Xclang", "-Xclang -include-pch", "-MF"}) {
    meaningfulFlags(commandWords(std::string("c++ ") + last), "/p");
  }
}

TEST(MeaningfulFlags, SayWhetherAssertionsAreOff) {
  EXPECT_TRUE(definesNdebug({"-DNDEBUG"}));
  EXPECT_TRUE(definesNdebug({"-D", "NDEBUG"}));
  EXPECT_TRUE(definesNdebug({"-UNDEBUG", "-DNDEBUG=1"}));
  EXPECT_FALSE(definesNdebug({"-DNDEBUG", "-UNDEBUG"}));
  EXPECT_FALSE(definesNdebug({"-DNDEBUGGING", "NDEBUG"}));
}

class Commands : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((fs::path(root) / name).parent_path());
    std::ofstream(fs::path(root) / name) << text;
  }
  std::string at(const std::string& name) const { return (fs::path(root) / name).string(); }

  ScratchDirectory scratch;
  std::string root = scratch.path().string();
  std::string problem;
};

TEST_F(Commands, AreFoundByAnyPathOfAFile) {
  write("src/a.cpp", "#include \"deep/q.h\"\n");
  write("src/b.cpp", "  #  include <q.h>  // comment\n");
  write("src/c.cpp", "// #include \"q.h\"\n#include \"qq.h\"\n");
  fs::create_directory_symlink(at("src"), at("link"));
  write("build/compile_commands.json",
        R"([
    {"directory": ")" +
            root + R"(/build", "file": "../src/a.cpp", "command": "c++ -DA -Ii ../src/a.cpp"},
    {"directory": ".", "file": "../src/b.cpp", "arguments": ["c++", "-DB", "-c", "../src/b.cpp"]},
    {"directory": ".", "file": "../src/b.cpp", "arguments": ["c++", "-DSECOND"]},
    {"directory": ".", "file": "../src/c.cpp", "command": "c++"}])");
  const auto commands = CompileCommands::read(at("build"), problem);
  ASSERT_TRUE(commands) << problem;
  for (const char* name : {"src/a.cpp", "link/a.cpp", "build/../src/./a.cpp"}) {
    const Words* flags = commands->flagsOf(at(name));
    ASSERT_NE(flags, nullptr) << name;
    EXPECT_EQ(*flags, (Words{"-DA", "-I" + root + "/build/i"}));
  }
  ASSERT_NE(commands->flagsOf(at("src/b.cpp")), nullptr);
  EXPECT_EQ(*commands->flagsOf(at("src/b.cpp")), Words{"-DB"});
  EXPECT_EQ(commands->flagsOf(at("src/d.cpp")), nullptr);
  EXPECT_EQ(commands->including("include/q.h", 9).size(), 2u);
  EXPECT_EQ(commands->including("include/q.h", 1).size(), 1u);
  EXPECT_EQ(commands->including("h", 9).size(), 0u);
}

TEST_F(Commands, ThatAreNoneAreNamed) {
  EXPECT_FALSE(CompileCommands::read(at("nowhere"), problem));
  EXPECT_NE(problem.find("there is no such file"), std::string::npos) << problem;
  for (const char* text : {"", "{", "{}x", "[1]", "[{}]", "3", R"([{"directory": "/", "file": 3}])",
                           R"([{"directory": "/", "file": "a.c"}])"}) {
    write("compile_commands.json", text);
    problem.clear();
    EXPECT_FALSE(CompileCommands::read(root, problem)) << text;
    EXPECT_NE(problem.find("no list of compile commands"), std::string::npos) << text << problem;
  }
}

}  // namespace

}  // namespace robur::project

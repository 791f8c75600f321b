// A program that is wrong for checks and for proofs gets the same diagnostics from both.
//
// The wrong programs are those in the tests of the front end, and damaged programs of the corpus.
// A program is compared unless it has a construct that one of the two does not support.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include <gtest/gtest.h>

#include "frontend/rob/parse_rob.h"
#include "generators/mutate.h"
#include "program/print.h"
#include "prove/lower.h"

namespace robur::prove {
namespace {

namespace fs = std::filesystem;

const fs::path kTests = fs::path(ROBUR_SOURCE_DIR) / "tests";

std::vector<std::string> textsBelow(const fs::path& directory, const std::string& ending) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (entry.path().string().ends_with(ending)) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

// Proofs do not support the type of a declaration without one.
std::string withTypes(const std::string& program) {
  static const std::regex untyped(R"(\b(atomic|plain|local) (\w+\s*[;=,\[]))");
  return std::regex_replace(program, untyped, "$1 0..9 $2");
}

std::vector<std::string> wrongPrograms() {
  std::vector<std::string> programs;
  for (const std::string& test : textsBelow(kTests / "unit" / "frontend_rob", "_errors_test.cpp")) {
    const std::string begin = "complaints(R\"(";
    for (std::size_t at = test.find(begin); at != std::string::npos; at = test.find(begin, at)) {
      at += begin.size();
      programs.push_back(withTypes(test.substr(at, test.find(")\"", at) - at)));
    }
  }
  return programs;
}

std::string shown(const Source& source, const std::vector<Diagnostic>& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += render(source, d);
  return out;
}

bool isRefusal(const Diagnostic& d) {
  for (const char* part :
       {"proofs do not support", "proofs support", "for proofs", "cannot all be tried",
        "more than 4096", "at most 4096", "more than 64", "at most 64"}) {
    if (d.message.find(part) != std::string::npos) return true;
  }
  return false;
}

// Returns whether the program could be compared.
bool compare(const std::string& text) {
  const Source source{"t.rob", text};
  const Parsed checked = parseRob(source);
  const Lowered proved = lower(source);
  if (std::ranges::any_of(checked.diagnostics, isRefusal) ||
      std::ranges::any_of(proved.diagnostics, isRefusal)) {
    return false;
  }
  EXPECT_EQ(shown(source, checked.diagnostics), shown(source, proved.diagnostics)) << text;
  return !checked.program;
}

TEST(ProveDiagnostics, AreThoseOfACheck) {
  const std::vector<std::string> programs = wrongPrograms();
  ASSERT_GT(programs.size(), 40U);
  const auto compared = std::ranges::count_if(programs, compare);
  EXPECT_GT(compared, static_cast<std::ptrdiff_t>(programs.size() * 3 / 5));
}

TEST(ProveDiagnostics, AreThoseOfACheckForDamagedPrograms) {
  std::vector<std::string> seeds;
  for (const std::string& text : textsBelow(kTests / "corpus" / "litmus", ".rob")) {
    if (parseRob({"t.rob", text}).program && lower({"t.rob", text}).system) seeds.push_back(text);
  }
  ASSERT_GT(seeds.size(), 50U);
  testing::Mutator mutator(seeds, 47);
  int compared = 0;
  for (int round = 0; round < 3000; ++round) compared += compare(mutator.next()) ? 1 : 0;
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace robur::prove

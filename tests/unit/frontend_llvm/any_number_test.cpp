// Any number of threads that call functions of a C or C++ library (--any): the programs of
// tests/corpus/any-number, whose headers say what is expected, as for .rob, and how to run them.
//
//   //! run: --any read --entry update
//
// Each is compared with its sibling in .rob, which was written by hand, and with programs that have
// a given number of clients, each of them a thread of its own that is translated separately.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/rob/parse_rob.h"
#include "program/model_info.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur {
namespace {

namespace fs = std::filesystem;

const fs::path kAnyNumber = fs::path(ROBUR_SOURCE_DIR) / "tests/corpus/any-number";

std::vector<std::string> filesInC() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(kAnyNumber)) {
    if (entry.path().extension() != ".rob") out.push_back(entry.path().filename().string());
  }
  std::ranges::sort(out);
  return out;
}

std::string textOf(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Header {
  std::map<ModelName, unsigned> smallest;  // copies that are not robust; 0: every number is
  unsigned fails = 0;                      // copies with an error under SC
  Reading reading;
};

Header headerOf(const std::string& text) {
  Header out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("//! ");) {
    std::istringstream words(line.substr(4));
    std::string word;
    words >> word;
    if (word == "run:") {
      for (std::string option, value; words >> option >> value;) {
        if (option == "--any") out.reading.any = value;
        if (option == "--entry") out.reading.entries = value;
        if (option == "--init") out.reading.inits = value;
        if (option == "--objects") out.reading.objects = static_cast<unsigned>(std::stoul(value));
      }
      continue;
    }
    std::string verdict;
    words >> verdict;
    unsigned copies = 0;
    while (words >> word && word != "against") {
      if (std::isdigit(static_cast<unsigned char>(word[0]))) {
        copies += static_cast<unsigned>(std::stoul(word));
      }
    }
    if (verdict == "fails") out.fails = copies;
    while (words >> word) {
      const auto model = std::ranges::find(kAllModels, word,
                                           [](ModelName m) -> std::string { return spelling(m); });
      EXPECT_NE(model, kAllModels.end()) << word;
      out.smallest[*model] = copies;
    }
  }
  return out;
}

unsigned copiesIn(const Result& result) {
  unsigned sum = 0;
  for (const unsigned n : result.anyNumber->copies) sum += n;
  return sum;
}

CheckOptions oneWorker() {
  CheckOptions options;
  options.workers = 1;
  return options;
}

std::string robustnessOf(const Program& program, ModelName model) {
  const Result result = check(program, model, oneWorker());
  return result.verdict == Verdict::Robust      ? "robust"
         : result.verdict == Verdict::NotRobust ? "not robust"
                                                : "unknown: " + result.reason;
}

class AnyNumberInC : public ::testing::TestWithParam<std::string> {};

TEST_P(AnyNumberInC, IsAsItsHeaderSays) {
  const std::string file = (kAnyNumber / GetParam()).string();
  const Header header = headerOf(textOf(file));
  EXPECT_EQ(header.smallest.size(), weakModels().size());
  const Loaded loaded = loadC({file}, header.reading);
  ASSERT_TRUE(loaded.program);
  for (const auto& [model, smallest] : header.smallest) {
    const Result result = check(*loaded.program, model, oneWorker());
    if (smallest == 0) {
      EXPECT_EQ(result.verdict, Verdict::Robust) << titleOf(model) << ": " << result.reason;
      EXPECT_TRUE(result.anyNumber->every) << titleOf(model);
    } else {
      EXPECT_EQ(result.verdict, Verdict::NotRobust) << titleOf(model) << ": " << result.reason;
      EXPECT_EQ(copiesIn(result), smallest) << titleOf(model);
    }
  }
  const Result sc = check(*loaded.program, ModelName::Sc, oneWorker());
  EXPECT_EQ(sc.findings.empty() ? 0 : copiesIn(sc), header.fails);
}

TEST_P(AnyNumberInC, IsAsItsSibling) {
  const fs::path sibling = (kAnyNumber / GetParam()).replace_extension(".rob");
  if (!fs::exists(sibling)) {
    EXPECT_NE(GetParam().find("-free"), std::string::npos) << "only errors of C have no sibling";
    return;
  }
  const Header here = headerOf(textOf(kAnyNumber / GetParam()));
  for (const auto& [model, smallest] : headerOf(textOf(sibling)).smallest) {
    EXPECT_EQ(here.smallest.at(model), smallest) << titleOf(model);
  }
}

// Objects that are freed by others are used up if each client has its own, and pools have two: what
// is compared is without pools, or with as many clients as objects. A counter that is never reset
// makes the states of every such program infinitely many.
TEST_P(AnyNumberInC, IsAsWithClientsThatAreTranslatedForThemselves) {
  const std::string file = (kAnyNumber / GetParam()).string();
  const Header header = headerOf(textOf(file));
  const Loaded loaded = loadC({file}, header.reading);
  ASSERT_TRUE(loaded.program);
  const bool allocates = textOf(file).find("alloc(") != std::string::npos;
  const bool grows = textOf(file).find("atomic_ulong") != std::string::npos;
  if (allocates || grows) return;
  const unsigned most = loaded.program->bounds.empty() ? 3 : header.reading.objects.value_or(2);
  for (unsigned copies = 1; copies <= most; ++copies) {
    Reading reading = header.reading;
    reading.copies = copies;
    const Loaded some = loadC({file}, reading);
    ASSERT_TRUE(some.program) << some.unfinished;
    for (const auto& [model, smallest] : header.smallest) {
      const bool robust = smallest == 0 || copies < smallest;
      EXPECT_EQ(robustnessOf(*some.program, model), robust ? "robust" : "not robust")
          << titleOf(model) << " with " << copies;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, AnyNumberInC, ::testing::ValuesIn(filesInC()), [](const auto& test) {
  std::string name = test.param;
  std::ranges::replace(name, '-', '_');
  std::ranges::replace(name, '.', '_');
  return name;
});

}  // namespace
}  // namespace robur

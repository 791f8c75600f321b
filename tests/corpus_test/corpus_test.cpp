// Every file below tests/corpus is one test: it is parsed, checked against each model its
// header names, and verdict, races, assertions and blocked threads must be as written there.
// Programs marked slow, unless ROBUR_SLOW is set, and those marked open get one second only:
// they may end without a verdict, but not with another one.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.h"
#include "cli/c_input.h"
#include "frontend/language.h"
#include "graph/axioms.h"
#include "support/expectation.h"
#include "verify/consequence.h"
#include "verify/verify.h"

namespace robur {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = fs::path(ROBUR_SOURCE_DIR) / "tests" / "corpus";

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kCorpus)) {
    if (!entry.is_regular_file() || entry.path().filename() == "README.md") continue;
    const fs::path folder = entry.path().parent_path().filename();
    if (folder == "prove") continue;       // has no finite programs
    if (folder == "any-number") continue;  // tests/unit/anynumber
    files.push_back(fs::relative(entry.path(), kCorpus).generic_string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// GoogleTest wants names of letters, digits and underscores.
std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    if (c == '+') {
      name += "_with_";
    } else if (c == '/') {
      name += "__";
    } else {
      name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    }
  }
  return name;
}

std::string textOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << "cannot read " << path;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool hasAssertions(const Program& program) {
  return std::any_of(program.codes.begin(), program.codes.end(), [](const Code& code) {
    return std::any_of(code.instrs.begin(), code.instrs.end(),
                       [](const Instr& i) { return i.op == Instr::Op::Assert; });
  });
}

// The same program with every atomic access and fence sc.
Program withScOnly(Program program) {
  for (Code& code : program.codes) {
    for (Instr& i : code.instrs) {
      if (i.order == Order::NonAtomic) continue;
      i.order = Order::Sc;
      i.failOrder = Order::Sc;
    }
  }
  return program;
}

bool found(const Result& result, Property property) {
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [&](const Finding& f) { return f.property == property; });
}

class CorpusFile : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    source_ = {GetParam(), textOf(kCorpus / GetParam())};
    Header header = readHeader(source_.text);
    for (const std::string& error : header.errors) ADD_FAILURE() << error;
    expected_ = std::move(header.expectation);
    if (hasHelper(GetParam())) {
      Loaded loaded = loadC({(kCorpus / GetParam()).string()}, Reading{});
      for (const Diagnostic& d : loaded.diagnostics) {
        if (d.severity != Diagnostic::Severity::Note) ADD_FAILURE() << d.message;
      }
      ASSERT_TRUE(loaded.program);
      program_ = std::move(*loaded.program);
      return;
    }
    const auto language = languageOfPath(GetParam());
    ASSERT_TRUE(language) << "no language has this extension";
    Parsed parsed = parse(*language, source_);
    for (const Diagnostic& d : parsed.diagnostics) ADD_FAILURE() << render(source_, d);
    ASSERT_TRUE(parsed.program);
    program_ = std::move(*parsed.program);
  }

  Result run(ModelName model, const Reductions& reductions = {}, bool observational = false) const {
    CheckOptions options;
    options.reductions = reductions;
    options.observational = observational;
    options.exactLoops = expected_.exactLoops;
    options.limits.seconds = hasty() ? 1 : 1500;
    return check(program_, model, options);
  }

  bool hasty() const {
    return expected_.open || (expected_.slow && std::getenv("ROBUR_SLOW") == nullptr);
  }

  bool allowedToGiveUp(const Result& result) const {
    return hasty() && result.verdict == Verdict::Unknown;
  }

  // Faults that the header does not announce are mistakes in the program.
  void noOtherFindings(const Result& result) const {
    for (const Finding& f : result.findings) {
      const bool known = f.property == Property::Robustness || f.property == Property::Race ||
                         f.property == Property::Assertion || expected_.faults.contains(f.property);
      EXPECT_TRUE(known) << "line " << f.span.line << ": " << f.message;
    }
  }

  // What an exploration of all SC runs sees, under SC itself or under a model against which
  // the program is robust.
  void wholeRuns(const Result& result) const {
    EXPECT_EQ(found(result, Property::Assertion), expected_.assertionFails) << "assertion fails";
    EXPECT_EQ(!result.blocked.empty(), expected_.blocks) << "some thread waits forever";
    for (const Property fault : expected_.faults) EXPECT_TRUE(found(result, fault));
  }

  void against(ModelName model, Verdict verdict) const {
    SCOPED_TRACE(titleOf(model));
    const Result result = run(model);
    noOtherFindings(result);
    if (allowedToGiveUp(result)) return;
    EXPECT_STREQ(headerWord(result.verdict), headerWord(verdict)) << result.reason;
    const bool race = expected_.races.count(model) != 0;
    EXPECT_EQ(found(result, Property::Race), race) << "data race";
    if (!race) {
      EXPECT_EQ(found(result, Property::Robustness), verdict == Verdict::NotRobust)
          << "a violation comes with its witness";
    }
    if (result.verdict == Verdict::Robust) wholeRuns(result);
    const auto consequence = expected_.consequences.find(model);
    if (consequence != expected_.consequences.end()) leadsTo(model, consequence->second);
  }

  // As `robur check` asks, without its limit of time, so that a busy machine changes no answer.
  void leadsTo(ModelName model, const ExpectedConsequence& expected) const {
    verify::ConsequenceOptions options;
    options.observables = verify::defaultObservables(program_, !hasHelper(GetParam()));
    options.exactLoops = expected_.exactLoops;
    options.seconds = 0;
    const Consequence found = verify::consequenceOf(program_, model, options);
    EXPECT_STREQ(spelling(found.answer), spelling(expected.answer)) << found.reason;
    if (expected.answer != Consequence::Answer::Harmful) return;
    EXPECT_STREQ(spelling(found.property), spelling(expected.bad));
    ASSERT_TRUE(found.finding);
    const ExecutionGraph& graph = found.finding->witness.graph;
    EXPECT_TRUE(consistent(program_, graph, model));
    // A race may show in an execution of SC, since orders decide what a race is.
    const bool sequential = consistent(program_, graph, ModelName::Sc);
    EXPECT_TRUE(!sequential || expected.bad == Consequence::Bad::Race);
    EXPECT_EQ(found.departure.has_value(), !sequential);
  }

  void observationallyAgainst(ModelName model, Verdict verdict) const {
    SCOPED_TRACE(titleOf(model));
    const Result result = run(model, {}, true);
    EXPECT_STREQ(headerWord(result.verdict), headerWord(verdict)) << result.reason;
  }

  // No way of leaving states out changes what is found. For small programs.
  void withoutReductions(ModelName model, Verdict verdict) const {
    for (bool Reductions::*const off :
         {&Reductions::partialOrder, &Reductions::symmetry, &Reductions::mergeLocal,
          &Reductions::clearDead, &Reductions::columns, &Reductions::fixpoint,
          &Reductions::coarseValues, &Reductions::fenceSufficiency}) {
      Reductions reductions;
      reductions.fenceSufficiency = false;  // or there would be no monitor to ask
      reductions.*off = false;
      const Result result = run(model, reductions);
      EXPECT_STREQ(headerWord(result.verdict), headerWord(verdict)) << result.reason;
    }
  }
  bool isSmall() const {
    return GetParam().starts_with("litmus/") || GetParam().starts_with("mixes/");
  }

  // With nothing but sc RC11 is SC, and costs as many states.
  void robustWithScOnly() const {
    SCOPED_TRACE("every order sc");
    const Program program = withScOnly(program_);
    CheckOptions options;
    options.exactLoops = expected_.exactLoops;
    const Result sc = check(program, ModelName::Sc, options);
    const Result rc11 = check(program, ModelName::Rc11, options);
    if (found(rc11, Property::Race)) return;
    EXPECT_STREQ(headerWord(rc11.verdict), headerWord(Verdict::Robust)) << rc11.reason;
    EXPECT_EQ(rc11.statistics.states, sc.statistics.states);
  }

  // Every engine that has an answer has the same; a run is one that the model allows.
  void verified(ModelName model, Safety safety) const {
    SCOPED_TRACE(titleOf(model));
    const Machine machine(program_);
    verify::VerifyOptions options;
    options.check.limits.seconds = 1500;
    options.hangs = expected_.hangs;
    if (!expected_.reach.empty()) {
      verify::ParsedReach parsed = verify::parseReach(machine, expected_.reach);
      for (const Diagnostic& d : parsed.diagnostics) ADD_FAILURE() << d.message;
      ASSERT_TRUE(parsed.reach);
      options.reach = std::move(parsed.reach);
    }
    for (const Engine engine :
         {Engine::All, Engine::Sc, Engine::Robust, Engine::Potential, Engine::Buffers}) {
      options.engine = engine;
      const Verification v = verify::verify(program_, model, options);
      const bool must = engine == Engine::All || v.safety != Safety::Unknown;
      if (must) {
        EXPECT_STREQ(spelling(v.safety), spelling(safety)) << v.reason;
      }
      if (v.safety != Safety::Unsafe) continue;
      ASSERT_TRUE(v.finding);
      EXPECT_TRUE(consistent(program_, v.finding->witness.graph, model));
      EXPECT_EQ(consistent(program_, v.finding->witness.graph, ModelName::Sc), !v.departure);
    }
  }

  Source source_;
  Expectation expected_;
  Program program_;
};

TEST_P(CorpusFile, IsAsItsHeaderSays) {
  for (const auto& [model, verdict] : expected_.verdicts) {
    against(model, verdict);
    if (isSmall()) withoutReductions(model, verdict);
  }
  if (isSmall()) robustWithScOnly();
  for (const auto& [model, verdict] : expected_.observational) {
    observationallyAgainst(model, verdict);
  }
  for (const auto& [model, safety] : expected_.safety) verified(model, safety);
  if (expected_.assertionFails || expected_.blocks || !expected_.faults.empty() ||
      hasAssertions(program_)) {
    SCOPED_TRACE("SC");
    const Result result = run(ModelName::Sc);
    noOtherFindings(result);
    if (allowedToGiveUp(result)) return;
    EXPECT_EQ(result.verdict, Verdict::Robust) << result.reason;
    wholeRuns(result);
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, CorpusFile, testing::ValuesIn(corpusFiles()), testName);

TEST(Corpus, HasItsFolders) {
  const std::vector<std::string> files = corpusFiles();
  for (const char* folder :
       {"fig7/", "table2/", "litmus/", "misc/", "mixes/", "real/", "scale/", "verify/"}) {
    const auto inside = [&](const std::string& f) { return f.starts_with(folder); };
    EXPECT_GE(std::count_if(files.begin(), files.end(), inside), 20) << folder;
  }
}

}  // namespace
}  // namespace robur

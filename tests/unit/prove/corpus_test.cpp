// The first lines of every program in tests/corpus/prove state the expected result of the proof and
// its finite instances. Proofs are compared with these instances: by `robur check`, which decides
// traces, and by an interpreter with store buffers, which compares states.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.h"
#include "prove/annotate.h"
#include "prove/instance.h"
#include "prove/lower.h"
#include "prove/prove.h"
#include "prove/result.h"
#include "report/text_events.h"
#include "unit/prove/interpreter.h"
#include "unit/prove/lowered.h"

namespace robur::prove {
namespace {

namespace fs = std::filesystem;

// With more states under SC than this, an instance is checked by `robur check` only.
constexpr std::size_t kStates = 15'000;

const fs::path kCorpus = fs::path(ROBUR_SOURCE_DIR) / "tests" / "corpus" / "prove";

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(kCorpus)) {
    files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    if (c == '+') {
      name += "_with_";
    } else {
      name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    }
  }
  return name;
}

std::string textOf(const std::string& file) {
  std::ifstream in(kCorpus / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// "robust" of the line "//! prove: robust".
std::string header(const std::string& text, const std::string& key) {
  const std::string begin = "//! " + key + ": ";
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return {};
  return text.substr(at + begin.size(), text.find('\n', at) - at - begin.size());
}

std::string verdictOf(const Proof& proof) {
  if (!proof.proved()) return "not-proved";
  if (proof.abstractions > 0) return "abstracted";
  return proof.robustness == Robustness::Robust ? "robust" : "equal-values";
}

class ProveCorpus : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { text_ = textOf(GetParam()); }
  std::string text_;
};

TEST_P(ProveCorpus, IsProvedAsItSays) {
  const Proof proof = prove(lowered(text_), {});
  EXPECT_EQ(verdictOf(proof), header(text_, "prove"))
      << proofText(resultOf(proof, std::nullopt), {});
  EXPECT_EQ(
      fmt::format("RA {} RM {} LM {}", proof.abstractions, proof.rightMovers, proof.leftMovers),
      header(text_, "movers"));
}

// Without any one of its fences the proof must fail.
TEST_P(ProveCorpus, NeedsEachOfItsFences) {
  const std::string fence = "fence(sc);";
  for (std::size_t at = text_.find(fence); at != std::string::npos;
       at = text_.find(fence, at + 1)) {
    std::string without = text_;
    without.replace(at, fence.size(), "skip;");
    EXPECT_FALSE(prove(lowered(without), {}).proved()) << without;
  }
}

// The invariants that are reported can be claimed by the program: it is still proved with them.
TEST(ProveAnnotated, IsProvedWithWhatWasFoundWrittenIn) {
  for (const char* file :
       {"chase-lev.rob", "dc-locking.rob", "event-count.rob", "fig6-read-abstraction.rob",
        "lifo-iwsq.rob", "peterson.rob", "pgsql-latch.rob", "sb+detours.rob"}) {
    SCOPED_TRACE(file);
    const std::string text = textOf(file);
    ProveOptions options;
    options.reportInvariants = true;
    const Proof proof = prove(lowered(text), options);
    EXPECT_FALSE(proof.found.empty());
    const std::string written = annotated(proof, options);
    EXPECT_NE(written, text);
    const Proof again = prove(lowered(written), {});
    EXPECT_EQ(verdictOf(again), header(text, "prove")) << written;
    EXPECT_TRUE(again.lost.empty()) << written;
  }
}

struct Instances {
  std::string kind;  // robust, state-robust, not-robust
  InstanceOptions options;
  std::string text;  // with its constants replaced
};

// "robust 0..3" or "state-robust 0..7 SIZE 2".
Instances instancesOf(const std::string& text) {
  Instances result;
  result.text = text;
  std::string line = header(text, "instance");
  std::replace(line.begin(), line.end(), '.', ' ');
  std::istringstream in(line);
  std::string name;
  std::string value;
  in >> result.kind >> result.options.lo >> result.options.hi;
  result.options.elements = result.options.hi + 1;
  if (in >> name >> value) {
    const std::size_t at = text.find(fmt::format("const {} = ", name));
    EXPECT_NE(at, std::string::npos);
    result.text.replace(at, text.find(';', at) - at, fmt::format("const {} = {}", name, value));
  }
  return result;
}

std::size_t threadsIn(const System& system, std::size_t copies) {
  std::size_t count = 0;
  for (const Thread& t : system.threads) {
    count += t.copies == Thread::Copies::Any ? copies : static_cast<std::size_t>(t.count);
  }
  return count;
}

// Two and three threads, or one of each kind if there are more.
TEST_P(ProveCorpus, ItsInstancesAreAsProved) {
  const Instances instances = instancesOf(text_);
  const System abstract = lowered(instances.text);
  const System original = withOriginals(abstract);
  bool someNotRobust = false;
  int seen = 0;
  for (std::size_t copies = 1; copies <= 3; ++copies) {
    const std::size_t threads = threadsIn(abstract, copies);
    if (threads == 1 || (threads > 3 && copies > 1)) continue;
    SCOPED_TRACE(fmt::format("{} threads", threads));
    ++seen;
    InstanceOptions options = instances.options;
    options.copies = copies;
    const auto program = instanceOf(original, options);
    ASSERT_TRUE(program);
    CheckOptions check;
    check.workers = 1;
    check.exactLoops = true;
    const Result result = robur::check(*program, ModelName::Tso, check);
    someNotRobust |= result.verdict == Verdict::NotRobust;
    if (instances.kind == "robust") {
      // A value may leave the range that the instance gives to an unbounded type.
      const bool leaves =
          std::any_of(result.findings.begin(), result.findings.end(),
                      [](const Finding& f) { return f.property == Property::Overflow; });
      EXPECT_EQ(result.verdict, leaves ? Verdict::Unknown : Verdict::Robust);
    }
    // The program that the proof is about, with its havocs.
    const Domain d{options.lo, options.hi, true};
    const Explored sc = exploreSc(abstract, copies, d, kStates);
    const Explored tso = exploreTso(abstract, copies, d, 2, kStates);
    if (sc.complete) {
      for (const World& w : tso.worlds) ASSERT_TRUE(sc.worlds.contains(w));
    }
    if (instances.kind != "state-robust") continue;
    // For the original program only memory is compared; registers may differ where reads are
    // abstracted.
    const Explored sc2 = exploreSc(original, copies, d, 4 * kStates);
    const Explored tso2 = exploreTso(original, copies, d, 2, 4 * kStates);
    ASSERT_TRUE(sc2.complete);
    std::set<Cells> reached;
    for (const World& w : sc2.worlds) reached.insert(w.cells);
    for (const World& w : tso2.worlds) ASSERT_TRUE(reached.contains(w.cells));
  }
  EXPECT_GT(seen, 0);
  EXPECT_EQ(instances.kind != "robust", someNotRobust) << "the header could say more";
}

INSTANTIATE_TEST_SUITE_P(All, ProveCorpus, ::testing::ValuesIn(corpusFiles()), testName);

}  // namespace
}  // namespace robur::prove

// Spin repeats the check. The exported model is a second implementation of every rule, so agreement
// on verdicts and, without reductions, on the number of states is strong evidence that both are
// correct.
#include <gtest/gtest.h>

#include <ostream>

#include "generators/program.h"
#include "program/model_info.h"
#include "support/case_name.h"
#include "unit/promela/compare.h"
#include "unit/promela/pan.h"

namespace robur::testing {

namespace {

struct Case {
  const char* file;
  ModelName model;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.file << " " << spelling(c.model);
}

class SpinOnCorpus : public ::testing::TestWithParam<Case> {};

TEST_P(SpinOnCorpus, Agrees) {
  ASSERT_TRUE(spinInstalled()) << "spin is not installed";
  EXPECT_EQ(difference(corpusProgram(GetParam().file), GetParam().model), "");
}

// Every model gets programs with both verdicts, blocking accesses, updates and fences.
INSTANTIATE_TEST_SUITE_P(
    Corpus, SpinOnCorpus,
    ::testing::Values(
        Case{"litmus/sb.rob", ModelName::Tso}, Case{"litmus/sb+failed-cas.rob", ModelName::Tso},
        Case{"litmus/iriw.rob", ModelName::Tso}, Case{"litmus/r+fences.rob", ModelName::Tso},
        Case{"litmus/2+2w.rob", ModelName::Sra}, Case{"litmus/2+2w.rob", ModelName::Ra},
        Case{"litmus/2+2w-xchg.rob", ModelName::Ra}, Case{"litmus/iriw.rob", ModelName::Ra},
        Case{"litmus/cas-unexpected-stale.rob", ModelName::Sra},
        Case{"litmus/bcas-stale.rob", ModelName::Ra}, Case{"litmus/mp-rlx.rob", ModelName::Rc20},
        Case{"litmus/mp-release-sequence.rob", ModelName::Rc20},
        Case{"litmus/mp-fences.rob", ModelName::Rc20},
        Case{"litmus/iriw-rlx+fences.rob", ModelName::Rc20},
        Case{"litmus/isa2-rlx-middle.rob", ModelName::Rc20},
        Case{"fig7/spinlock.rob", ModelName::Tso}, Case{"fig7/spinlock.rob", ModelName::Ra},
        Case{"fig7/spinlock.rob", ModelName::Rc20}, Case{"fig7/ticketlock.rob", ModelName::Ra},
        Case{"fig7/ticketlock.rob", ModelName::Tso}, Case{"fig7/peterson-ra.rob", ModelName::Ra},
        Case{"fig7/dekker-tso.rob", ModelName::Tso}, Case{"fig7/barrier.rob", ModelName::Sra}),
    [](const auto& test) {
      return caseName(std::string(test.param.file) + "_" + std::string(spelling(test.param.model)));
    });

TEST(Spin, AgreesOnRandomPrograms) {
  ASSERT_TRUE(spinInstalled()) << "spin is not installed";
  const std::vector<ModelName> exported = modelsWith(&ModelInfo::exported);
  for (std::uint64_t seed = 0; seed < 15; ++seed) {
    GeneratorOptions options;
    options.model = exported[seed % exported.size()];
    options.unboundedLoops = seed % 3 == 0;
    EXPECT_EQ(difference(generate(seed, options), options.model), "") << "seed " << seed;
  }
}

class SpinOnFeature : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

// Features that are rare in the corpus: arrays and pointers with computed addresses, rows of
// several words, choice, wrapping types, and every kind of fault.
const std::pair<const char*, const char*> kFeatures[] = {
    {"arrays", R"(
      atomic 0..2 a[3] = {1, 0, 2};
      plain 0..2 d[2];
      thread t[2] {
        local 0..2 i, r;
        i = nondet(0, 2);
        r = a[i].load(acq);
        a[(i + 1) % 3].store(r, rel);
        d[tid] = r;
        r = a[tid].cas(r, 1, acq_rel, acq);
      })"},
    {"pointers", R"(
      atomic 0..3 x;
      atomic bool y[2];
      plain 0..3 d = 3;
      thread t[2] {
        local 0..3 p, r;
        p = &y[tid];
        r = (*p).exchange(1, acq_rel);
        (*(p - tid)).store(1, rel);
        if (tid == 0) { (*&d).store(2, na); } else { r = x.fetch_add(1, rlx); }
      })"},
    {"wide rows", R"(
      atomic u5 x;
      atomic 0..39 y;
      thread t[2] {
        local 0..39 r;
        r = x.fetch_add(7, rlx);
        y.store(r + 8, rel);
        wait(y > 8, acq);
        r = x.cas(r, 30, acq_rel, rlx);
      })"},
    {"many cells", R"(
      atomic bool a[40];
      thread t[2] {
        local 0..39 i;
        choose { i = 38; } or { i = 3; }
        a[i].store(1, rel);
        a[39 - tid].load(acq);
        a[39].exchange(tid, acq_rel);
      })"},
    {"an overflow is seen by others", R"(
      atomic 0..2 x = 1;
      thread a { x.fetch_add(1, acq_rel); x.fetch_add(1, acq_rel); }
      thread b { local 0..2 r; r = x.load(acq); assert(r != 1); })"},
    {"types that wrap", R"(
      atomic wrap -1..3 x;
      thread t[2] {
        local i3 r;
        r = x.fetch_add(3, rlx);
        r = r * 3 - 5;
        x.store(r, rel);
        assume(r > -3);
        x.fetch_sub(4, acq);
      })"},
    {"divisions and bounds", R"(
      atomic 0..3 x[2];
      thread t[2] {
        local 0..3 r;
        r = x[0].load(acq);
        if (r != 0 && 3 / r == 3) { x[1].store(3 % r, rel); }
        x[0].store(1, rel);
        r = 3 / x[1].load(acq);
      }
      thread u { local 0..3 r; r = x[0].load(acq); x[r * 2].store(1, rel); })"},
    {"plain memory behind a pointer", R"(
      atomic bool x;
      plain bool d;
      thread a { local 0..1 p; p = nondet(0, 1); (*p).store(1, na); }
      thread b { x.store(1, rel); })"},
};

TEST_P(SpinOnFeature, Agrees) {
  ASSERT_TRUE(spinInstalled()) << "spin is not installed";
  const auto& [name, text] = GetParam();
  const Program program = programFrom(name, text);
  for (const ModelName model : modelsWith(&ModelInfo::exported)) {
    EXPECT_EQ(difference(program, model), "") << spelling(model);
  }
}

INSTANTIATE_TEST_SUITE_P(Features, SpinOnFeature, ::testing::ValuesIn(kFeatures),
                         [](const auto& test) { return caseName(test.param.first); });

}  // namespace

}  // namespace robur::testing

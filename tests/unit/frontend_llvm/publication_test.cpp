// What a thread does with an object before it publishes it is kept aside until then. That must not
// be seen: every release on the way covers what was done before it, and none what was done after.
// Each program stands beside the same one over plain variables in the IR's own language, where
// nothing is kept aside.
#include <gtest/gtest.h>

#include "frontend/language.h"
#include "property/compare.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Publication {
  const char* name;
  const char* writer;  // in C: `n` is the new object
  const char* reader;
  const char* robWriter;  // the object is there from the beginning, and p says that it may be used
  const char* robReader;
};

constexpr const char* kPlainRead = "struct node *m = LOAD(&p, acquire); if (m) d = m->data;";
constexpr const char* kRobRead = "g = p.load(acq); if (g == 1) { d = data; }";
constexpr const char* kFlagRead =
    "if (LOAD(&flag, acquire)) { struct node *m = LOAD(&p, relaxed); if (m) d = m->data; }";
constexpr const char* kRobFlagRead =
    "f = flag.load(acq); if (f == 1) { g = p.load(rlx); if (g == 1) { d = data; } }";

constexpr Publication kPublications[] = {
    {"ReleaseStore", "n->data = 1; STORE(&p, n, release);", kPlainRead,
     "data = 1; p.store(1, rel);", kRobRead},
    {"RelaxedStore", "n->data = 1; STORE(&p, n, relaxed);", kPlainRead,
     "data = 1; p.store(1, rlx);", kRobRead},
    {"ReleaseFenceThenStore", "n->data = 1; FENCE(release); STORE(&p, n, relaxed);", kPlainRead,
     "data = 1; fence(rel); p.store(1, rlx);", kRobRead},
    {"ScFenceThenStore", "n->data = 1; FENCE(seq_cst); STORE(&p, n, relaxed);", kPlainRead,
     "data = 1; fence(sc); p.store(1, rlx);", kRobRead},
    {"AcquireFenceThenStore", "n->data = 1; FENCE(acquire); STORE(&p, n, relaxed);", kPlainRead,
     "data = 1; fence(acq); p.store(1, rlx);", kRobRead},
    {"FenceBeforeTheContents", "FENCE(release); n->data = 1; STORE(&p, n, relaxed);", kPlainRead,
     "fence(rel); data = 1; p.store(1, rlx);", kRobRead},
    {"FenceBetweenTwoContents", "n->other = 1; FENCE(release); n->data = 1; STORE(&p, n, relaxed);",
     kPlainRead, "fence(rel); data = 1; p.store(1, rlx);", kRobRead},
    {"AnotherStoreReleases", "n->data = 1; STORE(&flag, 1, release); STORE(&p, n, relaxed);",
     kFlagRead, "data = 1; flag.store(1, rel); p.store(1, rlx);", kRobFlagRead},
    {"AnotherStoreReleasesTooEarly",
     "STORE(&flag, 1, release); n->data = 1; STORE(&p, n, relaxed);", kFlagRead,
     "flag.store(1, rel); data = 1; p.store(1, rlx);", kRobFlagRead},
    {"AnExchangeReleases",
     "n->data = 1; atomic_exchange_explicit(&flag, 1, memory_order_acq_rel);"
     "STORE(&p, n, relaxed);",
     kFlagRead, "data = 1; flag.exchange(1, acq_rel); p.store(1, rlx);", kRobFlagRead},
    {"ACompareExchangeReleases",
     "n->data = 1; int e = 0; atomic_compare_exchange_strong_explicit(&flag, &e, 1,"
     "memory_order_release, memory_order_relaxed); STORE(&p, n, relaxed);",
     kFlagRead, "data = 1; flag.cas(0, 1, rel, rlx); p.store(1, rlx);", kRobFlagRead},
    // A member that releases passes on what came before it, even when it was set in secret.
    {"AMemberReleases", "global = 1; STORE(&n->flag, 1, release); STORE(&p, n, release);",
     "struct node *m = LOAD(&p, relaxed); if (m && LOAD(&m->flag, acquire)) d = global;",
     "data = 1; flag.store(1, rel); p.store(1, rel);",
     "g = p.load(rlx); if (g == 1) { f = flag.load(acq); if (f == 1) { d = data; } }"},
};

std::string asC(const Publication& it) {
  return std::string("#include <stdatomic.h>\n#include <stdlib.h>\n") +
         "#define LOAD(a, o) atomic_load_explicit(a, memory_order_##o)\n"
         "#define STORE(a, v, o) atomic_store_explicit(a, v, memory_order_##o)\n"
         "#define FENCE(o) atomic_thread_fence(memory_order_##o)\n"
         "struct node { int data; int other; atomic_int flag; };\n"
         "_Atomic(struct node *) p; atomic_int flag; int global;\n"
         "void writer(void) { struct node *n = malloc(sizeof *n); " +
         it.writer + " }\nvoid reader(void) { int d = 0; " + it.reader + " (void)d; }\n";
}

std::string asRob(const Publication& it) {
  return std::string("atomic 0..1 p, flag;\nplain 0..1 data;\n") + "thread writer {\n  " +
         it.robWriter + "\n}\nthread reader {\n  local 0..1 d, f, g;\n  " + it.robReader + "\n}\n";
}

class Publications : public ::testing::TestWithParam<Publication> {};

TEST_P(Publications, AreCoveredByEveryReleaseBefore) {
  Reading settings;
  settings.entries = "writer,reader";
  const Program c = programOf(asC(GetParam()), ".c", settings);
  const Parsed rob = parse(Language::Rob, {"publication.rob", asRob(GetParam())});
  for (const Diagnostic& d : rob.diagnostics) ADD_FAILURE() << d.message;
  ASSERT_TRUE(rob.program) << asRob(GetParam());
  for (const ModelName model :
       {ModelName::Tso, ModelName::Sra, ModelName::Ra, ModelName::Rc20, ModelName::Rc11}) {
    EXPECT_EQ(verdictOf(c, model), verdictOf(*rob.program, model)) << titleOf(model);
    Question question;
    question.model = model;
    question.program = c;
    const Opinion opinion = compare(question);
    EXPECT_EQ(opinion.kind, Opinion::Kind::Agree) << titleOf(model) << ": " << opinion.what;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Publications, ::testing::ValuesIn(kPublications),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace robur::testing

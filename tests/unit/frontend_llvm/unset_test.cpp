// Variables and memory without a value: depending on them is an error, and nothing else is.
#include <gtest/gtest.h>

#include "report/narrate.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

constexpr const char* kHead =
    "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "struct node { int a; char b; struct node *next; long c; unsigned f : 3, g : 5; };\n"
    "atomic_int x; _Atomic(struct node *) p; int sink;\n"
    "void publish(struct node *n) { atomic_store_explicit(&p, n, memory_order_release); }\n"
    "struct node *get(void) { return atomic_load_explicit(&p, memory_order_acquire); }\n";

struct Case {
  const char* name;
  const char* one;
  const char* two;
  bool wrong;
};

constexpr Case kCases[] = {
    // Variables of a thread.
    {"Branch", "int r; if (x) r = 1; if (r) x = 2;", "x = 1;", true},
    {"BranchOnASum", "int r; if (x) r = 1; if (r + 1 > 1) x = 2;", "x = 1;", true},
    {"Switch", "int r; if (x) r = 1; switch (r) { case 1: x = 2; }", "x = 1;", true},
    {"SetOnAllWays", "int r; if (x) r = 1; else r = 2; if (r) x = 2;", "x = 1;", false},
    {"OnlyCopied", "int r, s; s = r; x = 2; (void)s;", "x = 1;", false},
    {"NeverUsed", "int r; if (x) { r = 1; if (r) x = 2; }", "x = 1;", false},
    {"Index", "int a[2], i; a[0] = a[1] = 1; if (x) i = 0; if (a[i]) x = 2;", "x = 1;", true},
    {"MemberOfALocal", "struct node n; n.a = 1; if (n.b) x = 2;", "x = 1;", true},
    {"LocalArray", "int a[3]; a[0] = 1; if (a[1]) x = 2;", "x = 1;", true},
    {"BitsOfALocal", "struct node n; n.f = 2; if (n.f == 2) x = 2;", "x = 1;", false},
    {"ClearedLocal", "struct node n; memset(&n, 0, sizeof n); if (n.b) x = 2;", "x = 1;", false},
    {"InitialisedLocal", "struct node n = {1}; if (n.b || n.next) x = 2;", "x = 1;", false},
    {"CopyOfAClearedLocal",
     "struct node n; memset(&n, 0, sizeof n); struct node *m = malloc(sizeof *m); *m = n;"
     "if (m->b || m->c) x = 2; free(m);",
     "x = 1;", false},
    {"CopyIntoAPart", "struct node n, m[2]; memset(&n, 0, sizeof n); m[1] = n; if (m[1].c) x = 2;",
     "x = 1;", false},
    {"CopyBesideAPart",
     "struct node n, m[2]; memset(&n, 0, sizeof n); m[1] = n; if (m[0].c) x = 2;", "x = 1;", true},
    // Objects that threads hand to each other.
    {"Member", "struct node *n = malloc(sizeof *n); n->b = 1; publish(n);",
     "struct node *n = get(); if (n) sink = n->a;", true},
    {"OtherMember", "struct node *n = malloc(sizeof *n); n->a = 1; publish(n);",
     "struct node *n = get(); if (n) sink = n->a;", false},
    {"Pointer", "struct node *n = malloc(sizeof *n); n->a = 1; publish(n);",
     "struct node *n = get(); if (n && n->next) sink = 1;", true},
    {"Long", "struct node *n = malloc(sizeof *n); n->a = 1; publish(n);",
     "struct node *n = get(); if (n && n->c) sink = 1;", true},
    {"SetLater", "struct node *n = malloc(sizeof *n); publish(n); n->a = 1; x = 1;",
     "struct node *n = get(); if (n && x) sink = n->a;", false},
    {"SetTooLate", "struct node *n = malloc(sizeof *n); publish(n); x = 1; n->a = 1;",
     "struct node *n = get(); if (n && x) sink = n->a;", true},
    {"Cleared", "struct node *n = calloc(1, sizeof *n); publish(n);",
     "struct node *n = get(); if (n) sink = n->a;", false},
    {"Static", "static struct node n; publish(&n);", "struct node *n = get(); if (n) sink = n->a;",
     false},
    {"CopiedStructure", "struct node m, *n = malloc(sizeof *n); m.a = 1; *n = m; publish(n);",
     "struct node *n = get(); if (n) { struct node m = *n; sink = m.a; }", false},
    {"Updated", "struct node *n = malloc(sizeof *n); publish(n);",
     "struct node *n = get(); if (n) __atomic_fetch_add(&n->a, 1, __ATOMIC_RELAXED);", true},
};

class Unset : public ::testing::TestWithParam<Case> {};

TEST_P(Unset, IsAnErrorWhereItMatters) {
  Reading settings;
  settings.entries = "one,two";
  const std::string text = std::string(kHead) + "void one(void) { " + GetParam().one +
                           " }\nvoid two(void) { " + GetParam().two + " }\n";
  const Program program = programOf(text, ".c", settings);
  CheckOptions options;
  const Result result = check(program, ModelName::Sc, options);
  std::string found;
  for (const Finding& f : result.findings) {
    if (f.property != Property::Race) found = narrate(program, ModelName::Sc, f).headline;
  }
  if (!GetParam().wrong) {
    EXPECT_EQ(found, "");
  } else if (std::string(GetParam().name) == "Index") {
    EXPECT_EQ(found, "an index or pointer can be out of bounds here");
  } else {
    EXPECT_NE(found.find("never set"), std::string::npos) << found;
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Unset, ::testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace robur::testing

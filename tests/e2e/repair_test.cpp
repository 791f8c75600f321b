// robur repair and robur relax.
#include <tuple>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

TEST(Repair, ShowsADiffAndWhyEachChangeIsNeeded) {
  const Ran ran = run({"repair", "--model", "tso", "dekker.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  expectSameAsFile("tests/golden/e2e-repair.txt", ran.out);
}

TEST(Repair, OrdersAreRaisedWhereTheModelKnowsThem) {
  const Ran ran = run({"repair", "--model", "rc11", "message-relaxed.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  expectSameAsFile("tests/golden/e2e-repair-orders.txt", ran.out);
}

// Under PSO a release fence between two stores is enough, and it costs less than a full one. Orders
// of accesses do not help.
TEST(Repair, AReleaseFenceKeepsStoresInOrder) {
  const Ran ran = run({"repair", "--model", "pso", "message.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "   data.store(42, rlx);\n+  fence(rel);\n   ready.store(1, rel);"))
      << ran.out;
  EXPECT_FALSE(has(ran.out, "fence(sc)")) << ran.out;
}

TEST(Repair, TheFileChangesOnlyWhenAskedFor) {
  const ScratchDirectory scratch;
  const std::string text = readWhole(programsDirectory() + "/dekker.rob");
  const std::string file = scratch.write("dekker.rob", text);
  EXPECT_EQ(run({"repair", "--model", "ra", file}).exit, 0);
  EXPECT_EQ(readWhole(file), text);
  const Ran ran = run({"repair", "--model", "ra", "--in-place", file});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, file + ": rewritten")) << ran.out;
  EXPECT_NE(readWhole(file), text);
  EXPECT_EQ(run({"check", "--model", "ra", file}).exit, 0);
  const Ran again = run({"repair", "--model", "ra", "--in-place", file});
  EXPECT_EQ(again.exit, 0);
  EXPECT_TRUE(has(again.out, "already robust against RA")) << again.out;
}

TEST(Repair, OtherLanguagesAreEditedAsTheyAre) {
  const ScratchDirectory scratch;
  const std::string file =
      scratch.write("dekker.tpl", readWhole(programsDirectory() + "/dekker.tpl"));
  const Ran ran = run({"repair", "--model", "ra", "--in-place", file});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "+")) << ran.out;
  EXPECT_TRUE(has(readWhole(file), "fence(seq_cst);"));
  EXPECT_EQ(run({"check", "--model", "ra", file}).exit, 0);
}

TEST(Repair, CIsEditedInItsOwnFiles) {
  const Ran ran = run({"repair", "dekker.c"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  expectSameAsFile("tests/golden/e2e-repair-c.txt", ran.out);
}

TEST(Repair, CIsRewrittenOnlyWhenAskedFor) {
  const ScratchDirectory scratch;
  const std::string text = readWhole(programsDirectory() + "/dekker.c");
  const std::string file = scratch.write("dekker.c", text);
  const Ran asked =
      run({"repair", "--format", "json", "--all", "--cost", "size", file, "--", "-DN=2"});
  EXPECT_EQ(asked.exit, 0) << asked.err;
  const auto result = nlohmann::json::parse(asked.out)["results"][0];
  EXPECT_EQ(result["outcome"], "repaired");
  ASSERT_FALSE(result["solutions"].empty());
  EXPECT_EQ(result["solutions"][0]["changes"][0]["file"], file);
  EXPECT_EQ(readWhole(file), text);
  const Ran ran = run({"repair", "--model", "tso", "--in-place", file});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, file + ": rewritten")) << ran.out;
  EXPECT_TRUE(has(readWhole(file), "\n  atomic_thread_fence(memory_order_seq_cst);\n"));
  EXPECT_EQ(run({"check", "--model", "tso", file}).exit, 0);
  EXPECT_TRUE(has(run({"repair", "--model", "tso", file}).out, "already robust against TSO"));
}

TEST(Repair, WhatCannotBeDoneSaysWhatRemains) {
  const Ran ran = run({"repair", "--model", "tso", "--allow", "order", "dekker.rob"});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "cannot be made robust")) << ran.out;
  EXPECT_TRUE(has(ran.out, "store-buffering")) << ran.out;
}

// Some races no fence and no order can prevent: which, and between what, is said.
TEST(Repair, RacesThatRemainAreNamed) {
  const std::string corpus = std::string(ROBUR_SOURCE_DIR) + "/tests/corpus/c/";
  const std::tuple<const char*, const char*, const char*> files[] = {
      {"lazy-init-racy.c", "at line 13, data race on value", "(race; line 13)"},
      {"treiber-free.cpp", "at line 24, data race on Node#2", "(race; lines 27, 24)"},
      {"use-after-free.cpp", "at line 11, data race on int", "(race; lines 10, 11)"}};
  for (const auto& [file, what, where] : files) {
    const Ran ran = run({"repair", corpus + file});
    EXPECT_EQ(ran.exit, 1) << file;
    std::string out = ran.out;  // lines are broken anywhere
    for (std::size_t at = 0; (at = out.find("\n  ", at)) != std::string::npos;) {
      out.replace(at, 3, " ");
    }
    EXPECT_TRUE(has(out, what)) << out;
    EXPECT_TRUE(has(out, where)) << out;
    EXPECT_TRUE(has(out, "no allowed change prevents it")) << out;
  }
}

TEST(Repair, DiffsOfHeadersHavePathsThatEveryToolTakes) {
  const ScratchDirectory scratch;
  scratch.write("cell.h",
                "#include <stdatomic.h>\n"
                "static inline int pass(atomic_int* to, atomic_int* from) {\n"
                "  atomic_store_explicit(to, 1, memory_order_relaxed);\n"
                "  return atomic_load_explicit(from, memory_order_relaxed);\n"
                "}\n");
  const std::string file = scratch.write("p.c",
                                         "#include \"cell.h\"\n"
                                         "atomic_int x, y;\n"
                                         "void a(void) { pass(&x, &y); }\n"
                                         "void b(void) { pass(&y, &x); }\n");
  How there;
  there.directory = file.substr(0, file.rfind('/'));
  const Ran ran = run({"repair", "--model", "tso", "--entry", "a,b", "p.c"}, there);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "--- cell.h\n+++ cell.h\n")) << ran.out;
  EXPECT_TRUE(has(ran.out, "(1) cell.h, line 4: ")) << ran.out;
}

TEST(Repair, WhatCouldNotBeTriedInCIsSaid) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write(
      "macro.c",
      "#include <pthread.h>\n#include <stdatomic.h>\n"
      "#define SET(v) atomic_store_explicit(&v, 1, memory_order_relaxed)\n"
      "#define GET(v) atomic_load_explicit(&v, memory_order_relaxed)\n"
      "atomic_int x, y;\n"
      "void* a(void* p) {\n  SET(x);\n  atomic_load_explicit(&y, memory_order_relaxed);\n"
      "  return p;\n}\n"
      "void* b(void* p) {\n  SET(y);\n  GET(x);\n  return p;\n}\n"
      "int main(void) {\n  pthread_t s, t;\n  pthread_create(&s, 0, a, 0);\n"
      "  pthread_create(&t, 0, b, 0);\n  pthread_join(s, 0);\n  pthread_join(t, 0);\n}\n");
  const Ran orders = run({"repair", "--model", "rc11", "--allow", "order", file});
  EXPECT_EQ(orders.exit, 1) << orders.out;
  EXPECT_TRUE(has(orders.out, "not tried: some changes at lines 7, 12, 13, because")) << orders.out;
  const Ran json = run({"repair", "--model", "rc11", "--allow", "order", "--format", "json", file});
  EXPECT_EQ(nlohmann::json::parse(json.out)["results"][0]["untried"].size(), 3u) << json.out;
  // Statements are clear, so that fences are complete.
  const Ran fences = run({"repair", "--model", "tso", file});
  EXPECT_EQ(fences.exit, 0) << fences.out;
  EXPECT_TRUE(has(fences.out, "; no cheaper solution exists (")) << fences.out;
}

TEST(Repair, AllOfThem) {
  const Ran ran = run(
      {"repair", "--model", "tso", "--all", "--cost", "size", "--format", "json", "dekker.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const auto result = nlohmann::json::parse(ran.out)["results"][0];
  EXPECT_EQ(result["outcome"], "repaired");
  ASSERT_GE(result["solutions"].size(), 1u);
  for (const auto& solution : result["solutions"]) {
    EXPECT_EQ(solution["cost"], result["solutions"][0]["cost"]);
    EXPECT_EQ(solution["cost"], solution["changes"].size());
    EXPECT_TRUE(has(solution["diff"], "+  fence(sc);")) << solution["diff"];
  }
}

TEST(Repair, PricesComeFromAFile) {
  const ScratchDirectory scratch;
  const std::string prices = scratch.write("prices", "fence 3\nfence sc 5\nfence sc 7 at 1\n");
  const Ran ran =
      run({"repair", "--model", "tso", "--cost", prices, "--format", "json", "dekker.rob"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(nlohmann::json::parse(ran.out)["results"][0]["solutions"][0]["cost"], 10);
  const std::string wrong = scratch.write("wrong", "# prices\nfense sc 5\n");
  const Ran refused = run({"repair", "--cost", wrong, "dekker.rob"});
  EXPECT_EQ(refused.exit, 2);
  EXPECT_TRUE(has(refused.err, "line 2: 'fense' is no kind of change")) << refused.err;
  EXPECT_EQ(run({"repair", "--cost", scratch.path() + "/none", "dekker.rob"}).exit, 2);
  EXPECT_EQ(run({"repair", "--profile", prices, "dekker.rob"}).exit, 2);
}

TEST(Repair, LimitsEndInUnknown) {
  const Ran ran = run({"repair", "--model", "tso", "--max-states", "1000", "endless.rob"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "UNKNOWN")) << ran.out;
}

TEST(Repair, BrokenProgramsAndOtherLanguagesAreRefused) {
  EXPECT_EQ(run({"repair", "broken.rob"}).exit, 2);
  const ScratchDirectory scratch;
  const Ran bitcode = run({"repair", scratch.write("lock.ll", "; nothing\n")});
  EXPECT_EQ(bitcode.exit, 2);
  EXPECT_TRUE(has(bitcode.err, "has no text to be changed; name the C and C++ files"))
      << bitcode.err;
  const Ran wrong = run({"repair", scratch.write("lock.c", "int main(void) { return x; }\n")});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_TRUE(has(wrong.err, "use of undeclared identifier 'x'")) << wrong.err;
}

TEST(Repair, AutomataGetNewStates) {
  const Ran ran = run({"repair", "--model", "tso", "dekker.trencher"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  expectSameAsFile("tests/golden/e2e-repair-trencher.txt", ran.out);
}

TEST(Relax, TakesAwayWhatIsNotNeeded) {
  const ScratchDirectory scratch;
  const std::string file = scratch.write("mp.rob",
                                         "atomic bool data, flag;\n"
                                         "\n"
                                         "thread sender {\n"
                                         "  data.store(1, rel);\n"
                                         "  fence(sc);\n"
                                         "  flag.store(1, rel);\n"
                                         "}\n"
                                         "\n"
                                         "thread receiver {\n"
                                         "  wait(flag == 1, acq);\n"
                                         "  assert(data.load(acq) == 1);\n"
                                         "}\n");
  const Ran ran = run({"relax", "--model", "rc11", "--in-place", file});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "weakened")) << ran.out;
  const std::string text = readWhole(file);
  EXPECT_FALSE(has(text, "fence")) << text;
  EXPECT_TRUE(has(text, "data.store(1, rlx);")) << text;
  EXPECT_TRUE(has(text, "flag.store(1, rel);")) << text;
  EXPECT_TRUE(has(text, "wait(flag == 1, acq);")) << text;
  EXPECT_TRUE(has(text, "data.load(rlx)")) << text;
  EXPECT_EQ(run({"check", "--model", "rc11", file}).exit, 0);
  EXPECT_TRUE(has(run({"relax", "--model", "rc11", file}).out, "nothing can be weakened"));
}

TEST(Relax, WhatIsNotRobustIsNotWeakened) {
  const Ran ran = run({"relax", "--model", "tso", "dekker.rob"});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "not robust against TSO as it is, so nothing can be weakened"))
      << ran.out;
  EXPECT_TRUE(has(ran.out, "help: robur repair finds the missing fences and orders")) << ran.out;
}

}  // namespace

}  // namespace robur::test

// robur verify from end to end: verdicts, runs, states in words, exit codes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

constexpr const char* kBuffering =
    "atomic bool x, y;\n"
    "thread a { local bool r; x.store(1, rel); r = y.load(acq); done: skip; }\n"
    "thread b { local bool s; y.store(1, rel); s = x.load(acq); }\n";

Ran verify(std::vector<std::string> arguments, const std::string& program = kBuffering) {
  arguments.insert(arguments.begin(), "verify");
  arguments.insert(arguments.end(), {"--language", "rob", "-"});
  return run(arguments, {.input = program});
}

TEST(Verify, ShowsTheRunAndWhereItLeavesSc) {
  const Ran ran =
      verify({"-m", "sra", "--reach", "a.r == 0 && b.s == 0 && at(a, done) && at(b, end)"});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.err, "");
  expectGolden("e2e-verify.txt", withoutNumbers(ran.out));
}

TEST(Verify, SaysSafeAndHowItIsKnown) {
  const Ran ran = verify({"-m", "sra", "--reach", "a.r == 0 && at(a, done) && x == 0"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_TRUE(has(ran.out, "safe under SRA: not reachable under SRA")) << ran.out;
}

TEST(Verify, AnOrdinaryBugIsOneUnderEveryModel) {
  const Ran ran = verify({"--model", "sc,tso,sra,ra", "-q", "--reach", "a.r == 1"});
  EXPECT_EQ(ran.exit, 1);
  for (const char* model : {"SC", "TSO", "SRA", "RA"}) {
    EXPECT_TRUE(has(ran.out, std::string("UNSAFE under ") + model + ": an ordinary bug"))
        << ran.out;
  }
}

TEST(Verify, GraphsDecideStatesUnderEveryModel) {
  const std::string both = "a.r == 0 && b.s == 0 && at(a, end) && at(b, end)";
  for (const char* model : {"tso", "pso", "sra", "ra", "rc20", "rc11"}) {
    const std::vector<std::string> by = {"--engine", "graphs", "-m", model, "--reach"};
    std::vector<std::string> never = by;
    never.push_back("a.r == 0 && at(a, done) && x == 0");
    EXPECT_EQ(verify(never).exit, 0) << model;
    std::vector<std::string> sometimes = by;
    sometimes.push_back(both);
    EXPECT_EQ(verify(sometimes).exit, 1) << model;
  }
  EXPECT_EQ(verify({"--engine", "graphs", "-m", "sc", "--reach", both}).exit, 0);
}

TEST(Verify, ListsFinalStates) {
  const Ran ran = verify({"--outcomes"});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "1 *> a.r=0; b.s=0; x=1; y=1;")) << ran.out;
  EXPECT_TRUE(has(ran.out, "1 :> a.r=1; b.s=1; x=1; y=1;")) << ran.out;
  EXPECT_TRUE(has(ran.out, "4 final states")) << ran.out;
  const Ran one = verify({"--observe", "a.r", "-q"});
  EXPECT_EQ(one.exit, 0) << one.out;
  EXPECT_TRUE(has(one.out, "every final state is one of SC")) << one.out;
  const Ran wrong = verify({"--observe", "a.r, q"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_TRUE(has(wrong.err, "--observe:1:6: error: there is no shared location 'q'")) << wrong.err;
}

TEST(Verify, AThreadThatWaitsForeverIsAnError) {
  const std::string program =
      "atomic bool x, y;\nthread a { x.store(1, rlx); y.store(1, rlx); }\n"
      "thread b { local bool r; wait(y == 1, rlx); r = x.load(rlx);\n"
      "  if (r == 0) { wait(x == 0, rlx); } }\n";
  const Ran ran = verify({}, program);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "this thread can wait forever [hang]")) << ran.out;
  EXPECT_TRUE(has(ran.out, "waits forever: the last write to x is 1, by a at line 2")) << ran.out;
  EXPECT_EQ(verify({"--no-hangs"}, program).exit, 0);
  EXPECT_EQ(verify({"-m", "sc"}, program).exit, 0);
  // A loop without exit does not wait for anything.
  EXPECT_EQ(verify({},
                   "atomic bool x;\nthread a { local bool r; loop { r = x.load(acq); } }\n"
                   "thread b { x.store(1, rel); }\n")
                .exit,
            0);
}

TEST(Verify, UnrolledLoopsFindErrorsAndProveNothing) {
  const std::string loop =
      "atomic 0..3 x;\nthread a { local 0..3 r; loop { r = x.load(rlx); if (r < 3) {\n"
      "  x.store(r + 1, rlx); } else { x.store(0, rlx); } %} }\n"
      "thread b { local 0..3 s; s = x.load(rlx); s = x.load(rlx); }\n";
  const auto with = [&](const std::string& statement) {
    std::string out = loop;
    return out.replace(out.find('%'), 1, statement);
  };
  const Ran none = verify({"--unroll", "2", "--engine", "graphs"}, with(""));
  EXPECT_EQ(none.exit, 3);
  EXPECT_TRUE(has(none.out, "more than 2 rounds of a loop of thread a")) << none.out;
  const Ran bug = verify({"--unroll", "3", "--engine", "graphs"}, with("assert(r < 2);"));
  EXPECT_EQ(bug.exit, 1) << bug.out;
  EXPECT_EQ(verify({"--unroll", "0"}, with("")).exit, 2);
}

TEST(Verify, EnginesCanBeAskedAlone) {
  const std::string state = "a.r == 0 && b.s == 0 && at(a, done) && at(b, end)";
  EXPECT_EQ(verify({"--engine", "sc", "--reach", state}).exit, 3);
  EXPECT_EQ(verify({"--engine", "robust", "--reach", state}).exit, 3);
  EXPECT_EQ(verify({"--engine", "potential", "-m", "sra", "--reach", state}).exit, 1);
  EXPECT_EQ(verify({"--engine", "graphs", "--reach", state}).exit, 1);
}

TEST(Verify, AssertionsAndRacesAreBadByThemselves) {
  const Ran fails = verify({},
                           "atomic bool x;\nthread a { x.store(1, rel); }\n"
                           "thread b { local bool r; r = x.load(acq); assert(r == 0); }\n");
  EXPECT_EQ(fails.exit, 1);
  EXPECT_TRUE(has(fails.out, "[assertion]")) << fails.out;
  const Ran races = verify({"--engine", "potential"},
                           "plain bool d;\nthread a { d = 1; }\nthread b { d = 1; }\n");
  EXPECT_EQ(races.exit, 1);
  EXPECT_TRUE(has(races.out, "[race]")) << races.out;
}

TEST(Verify, JsonHasVerdictStepsAndRun) {
  const Ran ran = verify(
      {"-f", "json", "-m", "sra", "--reach", "a.r == 0 && b.s == 0 && at(b, end) && at(a, done)"});
  const auto result = nlohmann::json::parse(ran.out).at("results").at(0);
  EXPECT_EQ(result.at("verdict"), "unsafe");
  EXPECT_EQ(result.at("steps").size(), 3u);
  EXPECT_EQ(result.at("violation").at("run").size(), 4u);
  EXPECT_EQ(result.at("violation").at("sequential"), false);
  EXPECT_EQ(result.at("violation").at("leaves_sc").at("kind"), "store-buffering");
}

TEST(Verify, MistakesInTheStateArePointedAt) {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const Case& c :
       {Case{"a.q == 0", "--reach:1:3: error: thread a has no register 'q'"},
        Case{"c.r == 0", "--reach:1:1: error: there is no thread 'c'"},
        Case{"at(a, cs)", "--reach:1:7: error: the thread has no label 'cs'"},
        Case{"z == 0", "--reach:1:1: error: there is no shared location 'z'"},
        Case{"a.r == b.s", "--reach:1:1: error: this comparison mentions more than one"},
        Case{"a.r ==", "--reach:1:7: error: the expression ends too early"},
        Case{"(a.r == 0", "expected ')'"},
        Case{"a.r == 0 }", "this is not part of an expression"}}) {
    const Ran ran = verify({"--reach", c.text});
    EXPECT_EQ(ran.exit, 2) << c.text;
    EXPECT_TRUE(has(ran.err, c.message)) << c.text << ":\n" << ran.err;
  }
  EXPECT_EQ(verify({"--reach", " "}).exit, 2);
  EXPECT_EQ(verify({"--model", "rc12"}).exit, 2);
  EXPECT_EQ(verify({"--engine", "magic"}).exit, 2);
}

TEST(Verify, ExpressionsThatAreTooLargeAreRefused) {
  const Ran deep = verify({"--reach", std::string(50000, '(') + "1" + std::string(50000, ')')});
  EXPECT_EQ(deep.exit, 2);
  EXPECT_TRUE(has(deep.err, "nested too deeply")) << deep.err.substr(0, 200);
  EXPECT_EQ(verify({"--reach", std::string(100000, '!') + "1"}).exit, 2);
  std::string chain = "1";
  for (int i = 0; i < 20000; ++i) chain += "&&1";
  const Ran wide = verify({"--reach", chain});
  EXPECT_EQ(wide.exit, 2);
  EXPECT_TRUE(has(wide.err, "too long")) << wide.err.substr(0, 200);
}

TEST(Verify, LimitsEndInUnknownAndAreNamed) {
  const std::string program =
      "atomic wrap 0..6 next, serving;\n"
      "thread worker[6] { local wrap 0..6 mine; loop { mine = next.fetch_add(1, acq_rel);\n"
      "  wait(serving == mine, acq); cs: skip; serving.store(mine + 1, rel); } }\n";
  const std::string state = "at(worker[0], cs) && at(worker[1], cs)";
  struct Case {
    const char* engine;
    const char* limit;
    const char* value;
  };
  for (const Case& c :
       {Case{"potential", "--max-states", "50"}, Case{"potential", "--max-memory", "1M"},
        Case{"potential", "--timeout", "100ms"}, Case{"sc", "--max-states", "50"},
        Case{"sc", "--max-memory", "1M"}, Case{"sc", "--timeout", "100ms"}}) {
    const Ran ran =
        verify({"--engine", c.engine, "-m", "sra", c.limit, c.value, "--reach", state}, program);
    EXPECT_EQ(ran.exit, 3) << c.engine << c.limit;
    EXPECT_TRUE(has(ran.out, std::string("the limit of ") + c.limit + " was reached"))
        << c.engine << ": " << ran.out;
  }
}

TEST(Verify, WithoutAnythingBadEveryModelIsSafe) {
  const Ran ran = verify({"--model", "tso,sra,ra"});
  EXPECT_EQ(ran.exit, 0) << ran.out;
  EXPECT_TRUE(has(ran.out, "safe under TSO: no thread can reach a bad state")) << ran.out;
}

constexpr const char* kRelaxedMessage =
    "atomic bool x, f;\n"
    "thread a { x.store(1, rlx); f.store(1, rlx); }\n"
    "thread b { local bool r; wait(f == 1, rlx); r = x.load(rlx); assert(r == 1); }\n";

TEST(Verify, TheModelFollowsTheOrdersOfTheProgram) {
  const Ran ran = verify({}, kRelaxedMessage);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_TRUE(has(ran.out, "UNSAFE under RC11: only under weak memory")) << ran.out;
  EXPECT_TRUE(has(ran.out, "graphs: a bad state is reachable")) << ran.out;
  EXPECT_FALSE(has(ran.out, "warning:")) << ran.out;
  const Ran without = verify({}, "atomic bool x;\nthread a { x.store(1); }\n");
  EXPECT_EQ(without.exit, 0);
  EXPECT_TRUE(has(without.out, "safe under SRA")) << without.out;
}

TEST(Verify, AModelThatIgnoresTheOrdersIsSaidToDoSo) {
  const Ran sra = verify({"--model", "sra"}, kRelaxedMessage);
  EXPECT_EQ(sra.exit, 0);
  EXPECT_TRUE(has(sra.out, "warning: SRA is stronger than the orders in this program")) << sra.out;
  const Ran tso = verify({"--model", "tso", "--quiet"}, kRelaxedMessage);
  EXPECT_TRUE(has(tso.out, "warning: TSO ignores the orders of accesses")) << tso.out;
  const Ran json = verify({"--model", "sra", "--format", "json"}, kRelaxedMessage);
  EXPECT_TRUE(nlohmann::json::parse(json.out)["results"][0].contains("warning")) << json.out;
  EXPECT_FALSE(has(verify({"--model", "sra", "--reach", "x == 1"}).out, "warning:"));
}

TEST(Verify, ALoopThatNeedNotEndIsUnknownAndNamed) {
  const Ran ran = verify({"--model", "rc11"},
                         "atomic bool x, y;\n"
                         "thread a { local bool r; loop { x.store(1, rlx); r = y.load(rlx); "
                         "assert(r == 0 || x.load(rlx) == 1); } }\n"
                         "thread b { local bool s; loop { y.store(1, rlx); s = x.load(rlx); } }\n");
  EXPECT_EQ(ran.exit, 3);
  EXPECT_TRUE(has(ran.out, "graphs decide only programs whose runs end")) << ran.out;
  EXPECT_TRUE(has(ran.out, "at line 2")) << ran.out;
}

TEST(Verify, CIsVerifiedUnderRc11) {
  const Ran ran =
      run({"verify", "--engine", "graphs", std::string(ROBUR_SOURCE_DIR) + "/examples/lock.cpp"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  EXPECT_TRUE(has(ran.out, "UNSAFE under RC11")) << ran.out;
}

// The front end says which cells a computed address can be, so no thread waits in vain for others
// to write the flags with which threads are created.
TEST(Verify, ComputedAddressesStayInTheirArray) {
  const ScratchDirectory scratch;
  const Ran ran = run(
      {"verify", "--model", "sc", "--engine", "graphs",
       scratch.write("p.c",
                     "#include <pthread.h>\n#include <stdatomic.h>\n"
                     "atomic_int a[4]; int number[4];\n"
                     "void* reader(void* u) { for (int i = 3; a[i] != 0; i--); return 0; }\n"
                     "void* writer(void* u) { int i = *(int*)u; a[i] = a[i - 1] + 1; return 0; }\n"
                     "int main(void) {\n  pthread_t t;\n"
                     "  pthread_create(&t, 0, reader, 0);\n"
                     "  for (int i = 1; i < 4; i++) {\n    number[i] = i;\n"
                     "    pthread_create(&t, 0, writer, &number[i]);\n  }\n}\n")});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(has(ran.out, "(12 execution graphs)")) << ran.out;
}

TEST(Verify, ALoopThatWaitsForWhatNobodyWritesIsAHang) {
  const ScratchDirectory scratch;
  const Ran ran = run(
      {"verify", scratch.write("p.c",
                               "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\n"
                               "void* t(void* u) { while (!x); x = 42; return 0; }\n"
                               "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); }\n")});
  EXPECT_EQ(ran.exit, 1) << ran.out;
  EXPECT_TRUE(has(ran.out, "[hang]")) << ran.out;
}

// Which mutex it is, is known when the program runs.
TEST(Verify, MutexesThatMemoryChoosesMayBeUnlocked) {
  const ScratchDirectory scratch;
  const Ran ran = run(
      {"verify",
       scratch.write("p.c",
                     "#include <pthread.h>\npthread_mutex_t m[3], n[20]; int number[2], busy[20];\n"
                     "void* t(void* u) {\n  int i = *(int*)u;\n  pthread_mutex_lock(&m[i]);\n"
                     "  while (1) {\n    pthread_mutex_lock(&n[i]);\n"
                     "    if (!busy[i]) { busy[i] = 1; pthread_mutex_unlock(&n[i]); break; }\n"
                     "    pthread_mutex_unlock(&n[i]);\n    i = (i + 1) % 20;\n  }\n"
                     "  pthread_mutex_unlock(&m[*(int*)u]);\n  return 0;\n}\n"
                     "int main(void) {\n  pthread_t a;\n  for (int i = 0; i < 2; i++) {\n"
                     "    number[i] = i;\n    pthread_create(&a, 0, t, &number[i]);\n  }\n}\n")});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
}

// A lock that nobody else can release: no thread exists yet, or the mutex is private.
TEST(Verify, ALockThatIsTakenTwiceIsAHang) {
  const ScratchDirectory scratch;
  const auto verdict = [&](const std::string& body) {
    return run({"verify",
                scratch.write("p.c",
                              "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n"
                              "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; atomic_int x;\n"
                              "void* t(void* u) { assert(x); return 0; }\n"
                              "int main(void) { pthread_t a; " +
                                  body + " return 0; }\n")});
  };
  for (const char* body :
       {"pthread_mutex_lock(&m); pthread_mutex_lock(&m);",
        "pthread_mutex_lock(&m); pthread_mutex_lock(&m); assert(0);",
        "pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_create(&a, 0, t, 0);",
        "x = 1; pthread_create(&a, 0, t, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&m);"}) {
    const Ran ran = verdict(body);
    EXPECT_EQ(ran.exit, 1) << body << ran.out << ran.err;
    EXPECT_TRUE(has(ran.out, "[hang]")) << body << ran.out;
  }
  EXPECT_EQ(
      verdict("pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&m);").exit, 0);
}

}  // namespace

}  // namespace robur::test

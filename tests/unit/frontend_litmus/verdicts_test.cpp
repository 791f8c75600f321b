// Well-known tests, with the answers of the literature for RC11: whether the outcome in question
// can be observed.
#include <gtest/gtest.h>

#include <algorithm>

#include "frontend/litmus/parse_litmus.h"
#include "verify/verify.h"

namespace robur::testing {
namespace {

std::string load(const char* reg, const char* from, const char* order) {
  return std::string("int ") + reg + " = atomic_load_explicit(" + from + ", memory_order_" + order +
         ");";
}

std::string store(const char* to, int value, const char* order) {
  return std::string("atomic_store_explicit(") + to + ", " + std::to_string(value) +
         ", memory_order_" + order + ");";
}

struct Case {
  const char* name;
  std::vector<std::string> threads;
  const char* condition;
  bool observed;
};

bool isObserved(const Case& c) {
  std::string text = std::string("C ") + c.name + "\n{ x = 0; y = 0; }\n";
  for (std::size_t i = 0; i < c.threads.size(); ++i) {
    text += "P" + std::to_string(i) + " (atomic_int* x, atomic_int* y) {" + c.threads[i] + "}\n";
  }
  const Parsed parsed = parseLitmus({"a.litmus", text + "exists (" + c.condition + ")\n"});
  EXPECT_TRUE(parsed.program) << parsed.diagnostics[0].message;
  if (!parsed.program) return false;
  verify::VerifyOptions options;
  options.condition = parsed.condition;
  options.outcomes = verify::observablesOf(*parsed.condition);
  const Verification v = verify::verify(*parsed.program, ModelName::Rc11, options);
  EXPECT_TRUE(v.outcomes && v.outcomes->complete);
  return std::ranges::any_of(v.outcomes->states, [&](const FinalStates::State& state) {
    return holds(*parsed.condition->claim, state.values);
  });
}

TEST(LitmusVerdicts, AreThoseOfTheLiterature) {
  const auto sb = [](const char* s, const char* l, const std::string& fence = "") {
    return std::vector<std::string>{store("x", 1, s) + fence + load("r0", "y", l),
                                    store("y", 1, s) + fence + load("r0", "x", l)};
  };
  const auto mp = [](const char* s, const char* l) {
    return std::vector<std::string>{store("x", 1, "relaxed") + store("y", 1, s),
                                    load("r0", "y", l) + load("r1", "x", "relaxed")};
  };
  const auto iriw = [](const char* s, const char* l) {
    return std::vector<std::string>{store("x", 1, s), store("y", 1, s),
                                    load("r0", "x", l) + load("r1", "y", l),
                                    load("r0", "y", l) + load("r1", "x", l)};
  };
  const std::string scFence = "atomic_thread_fence(memory_order_seq_cst);";
  const std::string add = "int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);";
  const std::vector<std::string> updates = {add, add};
  const Case cases[] = {
      {"SB+rlx", sb("relaxed", "relaxed"), "0:r0=0 /\\ 1:r0=0", true},
      {"SB+ra", sb("release", "acquire"), "0:r0=0 /\\ 1:r0=0", true},
      {"SB+sc", sb("seq_cst", "seq_cst"), "0:r0=0 /\\ 1:r0=0", false},
      {"SB+fences", sb("relaxed", "relaxed", scFence), "0:r0=0 /\\ 1:r0=0", false},
      {"MP+rlx", mp("relaxed", "relaxed"), "1:r0=1 /\\ 1:r1=0", true},
      {"MP+ra", mp("release", "acquire"), "1:r0=1 /\\ 1:r1=0", false},
      {"MP+rel-rlx", mp("release", "relaxed"), "1:r0=1 /\\ 1:r1=0", true},
      {"LB",
       {load("r0", "x", "relaxed") + store("y", 1, "relaxed"),
        load("r0", "y", "relaxed") + store("x", 1, "relaxed")},
       "0:r0=1 /\\ 1:r0=1",
       false},
      {"2+2W",
       {store("x", 1, "relaxed") + store("y", 2, "relaxed"),
        store("y", 1, "relaxed") + store("x", 2, "relaxed")},
       "x=1 /\\ y=1",
       true},
      {"CoRR",
       {store("x", 1, "relaxed"), load("r0", "x", "relaxed") + load("r1", "x", "relaxed")},
       "1:r0=1 /\\ 1:r1=0",
       false},
      {"CoWW", {store("x", 1, "relaxed") + store("x", 2, "relaxed"), ""}, "x=1", false},
      {"IRIW+ra", iriw("release", "acquire"), "2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0", true},
      {"IRIW+sc", iriw("seq_cst", "seq_cst"), "2:r0=1 /\\ 2:r1=0 /\\ 3:r0=1 /\\ 3:r1=0", false},
      {"RMW-twice", updates, "x=1", false},
      {"RMW-both-0", updates, "0:r0=0 /\\ 1:r0=0", false},
      {"RMW-one-0", updates, "0:r0=0 /\\ 1:r0=1 /\\ x=2", true},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(isObserved(c), c.observed) << c.name;
  }
}

}  // namespace
}  // namespace robur::testing

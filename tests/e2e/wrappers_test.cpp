// A client of a library that wraps atomics: in several levels, with an order that is passed on, in
// a macro, and with orders in the names of its functions. Reports and repairs are about the client.
#include <filesystem>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "e2e/run.h"
#include "golden/golden.h"

namespace robur::test {

namespace {

using Json = nlohmann::json;

constexpr const char* kLibrary = R"(#include <stdatomic.h>
typedef struct { _Atomic unsigned value; } cell_t;
enum { lib_order_relaxed = memory_order_relaxed, lib_order_release = memory_order_release,
       lib_order_acquire = memory_order_acquire, lib_order_seq_cst = memory_order_seq_cst };
static inline void lib_store_(cell_t *c, unsigned v, memory_order o) {
  atomic_store_explicit(&c->value, v, o);
}
static inline void lib_store(cell_t *c, unsigned v, memory_order o) {
  lib_store_(c, v, o);
}
#define LIB_LOAD(c, o) atomic_load_explicit(&(c)->value, o)
static inline unsigned lib_get(cell_t *c) {
  return LIB_LOAD(c, memory_order_seq_cst);
}
static inline unsigned lib_get_acq(cell_t *c) {
  return LIB_LOAD(c, memory_order_acquire);
}
static inline unsigned lib_get_rlx(cell_t *c) {
  return LIB_LOAD(c, memory_order_relaxed);
}
static inline void lib_set(cell_t *c, unsigned v) {
  lib_store(c, v, memory_order_relaxed);
}
)";

// Two wrappers of the client's own, and one of the library's without an order.
constexpr const char* kClient = R"(#include "lib.h"
#include <pthread.h>
static cell_t x, y;
static void raise_flag(cell_t *flag) {
  lib_set(flag, -1);
}
static void *left(void *p) {
  raise_flag(&x);
  lib_get_acq(&y);
  return p;
}
static void *right(void *p) {
  lib_store(&y, 1, lib_order_release);
  LIB_LOAD(&x, lib_order_acquire);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
)";

class Wrappers : public ::testing::Test {
 protected:
  Wrappers() {
    std::filesystem::create_directory(scratch_.path() + "/client");
    std::filesystem::create_directory(scratch_.path() + "/library");
    library_ = scratch_.write("library/lib.h", kLibrary);
    scratch_.write("client/client.c", kClient);
  }
  Ran ask(std::vector<std::string> words, const std::string& flag = "-I") const {
    words.insert(words.end(), {"client.c", "--", flag, "../library"});
    return run(words, {scratch_.path() + "/client"});
  }
  Json answer(std::vector<std::string> words) const {
    words.insert(words.end(), {"-f", "json"});
    return Json::parse(ask(words).out)["results"][0];
  }
  std::string diffOf(const std::vector<std::string>& words) const {
    const Json result = answer(words);
    return result["solutions"].empty() ? result["outcome"].get<std::string>()
                                       : result["solutions"][0]["diff"].get<std::string>();
  }

  ScratchDirectory scratch_;
  std::string library_;
};

TEST_F(Wrappers, TextShowsTheLinesOfTheClient) {
  const Ran ran = ask({"check", "--model", "rc11", "--consequence", "off"});
  EXPECT_EQ(ran.exit, 1) << ran.err;
  expectGolden("e2e-wrappers.txt", withoutNumbers(ran.out));
}

TEST_F(Wrappers, JsonHasTheCalls) {
  const Json violation = answer({"check", "--model", "rc11"})["violation"];
  ASSERT_EQ(violation["cycle"].size(), 4u) << violation;
  for (const Json& access : violation["cycle"]) EXPECT_EQ(access["file"], "client.c") << access;
  for (const Json& step : violation["run"]) {
    if (step["cell"] != "x.value" || step["access"] != "write") continue;
    EXPECT_EQ(step["line"], 5);
    EXPECT_EQ(step["written"], 4294967295u);
    std::vector<std::string> functions;
    for (const Json& call : step["calls"]) functions.push_back(call["function"]);
    EXPECT_EQ(functions, (std::vector<std::string>{"lib_store_", "lib_store", "lib_set",
                                                   "raise_flag", "left"}));
    EXPECT_EQ(step["calls"][0]["file"], "../library/lib.h");
    EXPECT_EQ(step["calls"][0]["line"], 6);
    EXPECT_EQ(step["calls"][4]["line"], 8);
  }
}

TEST_F(Wrappers, PicturesHaveTheLinesOfTheClient) {
  const std::string picture = ask({"check", "--model", "rc11", "-f", "dot"}).out;
  EXPECT_TRUE(has(picture, "client.c:5, in lib_store_<")) << picture;
  EXPECT_TRUE(has(picture, "client.c:13, in lib_store_<")) << picture;
}

TEST_F(Wrappers, AViolationIsAcceptedAtTheCallOrInTheWrapper) {
  const auto with = [&](const std::string& file, std::string text, const std::string& line) {
    text.insert(text.find(line), "  // robur: allow(store-buffering) nobody looks at both\n");
    scratch_.write(file, text);
    const Ran ran = ask({"check", "--model", "rc11"});
    EXPECT_EQ(ran.exit, 0) << ran.out;
    EXPECT_TRUE(has(ran.out, "nobody looks at both")) << ran.out;
  };
  with("client/client.c", kClient, "  lib_get_acq(&y);");
  scratch_.write("client/client.c", kClient);
  with("library/lib.h", kLibrary, "  atomic_store_explicit");
}

TEST_F(Wrappers, ASystemDirectoryHasNoLines) {
  const Ran ran = ask({"check", "--model", "rc11"}, "-isystem");
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_FALSE(has(ran.out, "lib.h")) << ran.out;
  EXPECT_TRUE(has(ran.out, "thread left\n")) << ran.out;
}

// lib_set takes no order: only fences help there. Elsewhere the order is in the call.
TEST_F(Wrappers, RepairsChangeTheClient) {
  const std::string diff = diffOf({"repair", "--model", "rc11"});
  EXPECT_TRUE(has(diff, "--- client.c\n")) << diff;
  EXPECT_FALSE(has(diff, "lib.h")) << diff;
  EXPECT_TRUE(has(diff, "+  atomic_thread_fence(memory_order_seq_cst);\n")) << diff;

  scratch_.write("client/client.c",
                 std::string(kClient).replace(std::string(kClient).find("lib_set(flag, -1)"), 17,
                                              "lib_store(flag, -1, lib_order_relaxed)"));
  const std::string orders = diffOf({"repair", "--model", "rc11", "--allow", "order"});
  for (const char* line :
       {"+  lib_store(flag, -1, lib_order_seq_cst);\n", "+  lib_get(&y);\n",
        "+  lib_store(&y, 1, lib_order_seq_cst);\n", "+  LIB_LOAD(&x, lib_order_seq_cst);\n"}) {
    EXPECT_TRUE(has(orders, line)) << line << orders;
  }
}

TEST_F(Wrappers, RepairInPlaceLeavesTheLibraryAlone) {
  EXPECT_EQ(ask({"repair", "--model", "rc11", "--in-place"}).exit, 0);
  EXPECT_EQ(ask({"check", "--model", "rc11"}).exit, 0);
  EXPECT_EQ(readWhole(library_), kLibrary);
}

TEST_F(Wrappers, RelaxChangesTheClient) {
  std::string text = kClient;
  const auto put = [&](const std::string& old, const std::string& now) {
    text.replace(text.find(old), old.size(), now);
  };
  put("  raise_flag(&x);\n  lib_get_acq(&y);\n", "  lib_get(&y);\n");
  put("lib_order_release", "lib_order_seq_cst");
  put("  LIB_LOAD(&x, lib_order_acquire);\n", "");
  scratch_.write("client/client.c", text);
  const std::string diff = diffOf({"relax", "--model", "rc11"});
  EXPECT_TRUE(has(diff, "+  lib_get_rlx(&y);\n")) << diff;
  EXPECT_TRUE(has(diff, "+  lib_store(&y, 1, lib_order_relaxed);\n")) << diff;
}

}  // namespace

}  // namespace robur::test

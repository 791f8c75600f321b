// What repairs do to texts of many shapes. Every changed text is compiled again and checked.
#include <sstream>

#include <gtest/gtest.h>

#include "report/diff.h"
#include "unit/repair_c/compiled.h"
#include "unit/repair_c/directory.h"

namespace robur::testing {
namespace {

// Two threads, `left` and `right`, for C.
std::string inC(const std::string& body) {
  return "#include <pthread.h>\n#include <stdatomic.h>\n" + body +
         "int main(void) {\n"
         "  pthread_t a, b;\n"
         "  pthread_create(&a, 0, left, 0);\n"
         "  pthread_create(&b, 0, right, 0);\n"
         "  pthread_join(a, 0);\n"
         "  pthread_join(b, 0);\n"
         "}\n";
}
std::string inCpp(const std::string& body) {
  return "#include <atomic>\n#include <thread>\n" + body +
         "int main() {\n"
         "  std::thread a(left), b(right);\n"
         "  a.join();\n"
         "  b.join();\n"
         "}\n";
}

struct AskedEdit {
  std::string extension = ".c";
  ModelName model = ModelName::Tso;
  bool relaxing = false;
  bool locked = false;
  bool orders = true;
};

// What the cheapest robust variant changes: the lines of the diff that are not the same.
std::string changed(const std::string& text, const AskedEdit& asked) {
  const Directory directory;
  const CProgram program({directory.write("p" + asked.extension, text)});
  Allowed allowed;
  allowed.orders = asked.orders;
  allowed.locked = asked.locked;
  allowed.adaptTo({asked.model});
  const CDraft draft = program.draft(allowed, asked.relaxing);
  const Repair repair = program.repaired(draft, asked.model);
  if (repair.solutions.empty()) return "impossible";
  const std::vector<Source> after = draft.textsOf(repair.solutions.front().choice);
  if (after.empty()) return "nothing to do";
  const std::optional<Program> again = program.with(after);
  EXPECT_TRUE(again && isRobust(*again, asked.model)) << after.front().text;
  std::string out;
  std::istringstream diff(unifiedDiff("p", text, after.front().text));
  for (std::string line; std::getline(diff, line);) {
    const bool head = line.starts_with("---") || line.starts_with("+++");
    if (!head && (line.starts_with("-") || line.starts_with("+"))) out += line + "\n";
  }
  return out;
}

constexpr const char* kFence = "+  atomic_thread_fence(memory_order_seq_cst);\n";

// A lambda is named after its line in the user's file, not in the text with fences that was
// compiled.
TEST(CEdit, KeepsTheNamesOfThreads) {
  const Directory directory;
  const CProgram program(
      {directory.write("p.cpp",
                       "#include <atomic>\n#include <thread>\n"
                       "std::atomic<int> x, y;\n"
                       "void left() {\n  x.store(1, std::memory_order_relaxed);\n"
                       "  y.load(std::memory_order_relaxed);\n}\n"
                       "int main() {\n  std::thread a(left);\n"
                       "  std::thread b([] { y = 1; x.load(); });\n"
                       "  a.join();\n  b.join();\n}\n")});
  const CDraft draft = program.draft(ModelName::Rc11);
  ASSERT_GT(draft.draft.sites.size(), 2u);
  std::string names;
  for (const Thread& thread : draft.draft.program.threads) names += thread.name + " ";
  EXPECT_EQ(names, "left lambda:10 ");
  for (std::size_t i = 0; i < program.original().locations.size(); ++i) {
    EXPECT_EQ(draft.draft.program.locations[i].name, program.original().locations[i].name);
  }
}

TEST(CEdit, OneFunctionInBothThreadsIsChangedOnce) {
  EXPECT_EQ(changed(inC("atomic_int x, y;\n"
                        "static int pass(atomic_int* to, atomic_int* from) {\n"
                        "  atomic_store_explicit(to, 1, memory_order_relaxed);\n"
                        "  return atomic_load_explicit(from, memory_order_relaxed);\n"
                        "}\n"
                        "static void* left(void* p) { pass(&x, &y); return p; }\n"
                        "static void* right(void* p) { pass(&y, &x); return p; }\n"),
                    {}),
            kFence);
}

TEST(CEdit, BodiesWithoutBracesKeepTheirStatement) {
  EXPECT_EQ(changed(inC("atomic_int x, y;\n"
                        "static void* left(void* p) {\n"
                        "  if (p == 0) atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
                        "  else\n"
                        "    atomic_store_explicit(&x, 2, memory_order_relaxed);\n"
                        "  for (int i = 0; i < 1; i++)\n"
                        "    atomic_load_explicit(&y, memory_order_relaxed);\n"
                        "  return p;\n"
                        "}\n"
                        "static void* right(void* p) {\n"
                        "  atomic_store_explicit(&y, 1, memory_order_relaxed);\n"
                        "  atomic_thread_fence(memory_order_seq_cst);\n"
                        "  atomic_load_explicit(&x, memory_order_relaxed);\n"
                        "  return p;\n"
                        "}\n"),
                    {}),
            kFence);
}

TEST(CEdit, BodiesWithoutBracesGetThemIfNothingElseHelps) {
  EXPECT_EQ(changed(inC("atomic_int x, y;\n"
                        "static void* left(void* p) {\n"
                        "  for (int i = 0; i < 2; i++)\n"
                        "    if (i == 0)\n"
                        "      atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
                        "    else\n"
                        "      atomic_load_explicit(&y, memory_order_relaxed);\n"
                        "  return p;\n"
                        "}\n"
                        "static void* right(void* p) {\n"
                        "  atomic_store_explicit(&y, 1, memory_order_relaxed);\n"
                        "  atomic_thread_fence(memory_order_seq_cst);\n"
                        "  atomic_load_explicit(&x, memory_order_relaxed);\n"
                        "  return p;\n"
                        "}\n"),
                    {}),
            "-  for (int i = 0; i < 2; i++)\n"
            "+  for (int i = 0; i < 2; i++) {\n"
            "+    atomic_thread_fence(memory_order_seq_cst);\n"
            "+  }\n");
}

TEST(CEdit, OnOneLineItStaysOnIt) {
  EXPECT_EQ(changed(inC("int x, y;\n"
                        "static void* left(void* p) { x = 1; int r = y; return p; }\n"
                        "static void* right(void* p) { y = 1; int r = x; return p; }\n"),
                    {}),
            "-static void* left(void* p) { x = 1; int r = y; return p; }\n"
            "-static void* right(void* p) { y = 1; int r = x; return p; }\n"
            "+static void* left(void* p) { x = 1; atomic_thread_fence(memory_order_seq_cst); int r "
            "= y; return p; }\n"
            "+static void* right(void* p) { y = 1; atomic_thread_fence(memory_order_seq_cst); int "
            "r = x; return p; }\n");
}

TEST(CEdit, OperatorsAreSeqCstAndStayAsTheyAre) {
  const std::string text = inCpp(
      "std::atomic<int> x, y;\n"
      "void left() { x = 1; int r = y; (void)r; }\n"
      "void right() { y++; int r = x; (void)r; }\n");
  EXPECT_EQ(changed(text, {".cpp", ModelName::Rc11}), "nothing to do");
  EXPECT_EQ(changed(text, {".cpp", ModelName::Rc11, true}), "nothing to do");
}

// What a macro stands for is not touched; in front of where it is used, a fence may stand.
TEST(CEdit, MacrosAreNotEdited) {
  EXPECT_EQ(changed(inC("#define PUT(v) atomic_store_explicit(&v, 1, memory_order_relaxed)\n"
                        "#define GET(v) atomic_load_explicit(&v, memory_order_relaxed)\n"
                        "#define BOTH(v, w) PUT(v); GET(w)\n"
                        "atomic_int x, y;\n"
                        "static void* left(void* p) {\n"
                        "  PUT(x);\n"
                        "  GET(y);\n"
                        "  return p;\n"
                        "}\n"
                        "static void* right(void* p) {\n"
                        "  PUT(y);\n"
                        "  atomic_thread_fence(memory_order_seq_cst);\n"
                        "  GET(x);\n"
                        "  return p;\n"
                        "}\n"),
                    {".c", ModelName::Rc11}),
            kFence);
  EXPECT_EQ(changed(inC("#define BOTH(v, w) \\\n"
                        "  atomic_store_explicit(&v, 1, memory_order_relaxed); \\\n"
                        "  atomic_load_explicit(&w, memory_order_relaxed)\n"
                        "atomic_int x, y;\n"
                        "static void* left(void* p) { BOTH(x, y); return p; }\n"
                        "static void* right(void* p) { BOTH(y, x); return p; }\n"),
                    {".c", ModelName::Rc11}),
            "impossible");
}

// Behind an access in a condition comes what the body begins with, and that need not be atomic.
TEST(CEdit, BodiesMayBeginWithAFence) {
  EXPECT_EQ(changed(inC("#define IS_SET(v) atomic_load_explicit(&(v), memory_order_relaxed)\n"
                        "atomic_int ready;\n"
                        "int payload;\n"
                        "static void* left(void* p) {\n"
                        "  payload = 1;\n"
                        "  atomic_store_explicit(&ready, 1, memory_order_release);\n"
                        "  return p;\n"
                        "}\n"
                        "static void* right(void* p) {\n"
                        "  if (!IS_SET(ready))\n"
                        "    return 0;\n"
                        "  while (IS_SET(ready))\n"
                        "    return (void*)(long)payload;\n"
                        "  return p;\n"
                        "}\n"),
                    {".c", ModelName::Rc11}),
            "+  atomic_thread_fence(memory_order_acquire);\n");
  EXPECT_EQ(changed(inC("#define IS_SET(v) atomic_load_explicit(&(v), memory_order_relaxed)\n"
                        "atomic_int ready;\n"
                        "int payload;\n"
                        "static void* left(void* p) {\n"
                        "  payload = 1;\n"
                        "  atomic_store_explicit(&ready, 1, memory_order_release);\n"
                        "  return p;\n"
                        "}\n"
                        "static void* right(void* p) {\n"
                        "  if (IS_SET(ready))\n"
                        "    return (void*)(long)payload;\n"
                        "  return p;\n"
                        "}\n"),
                    {".c", ModelName::Rc11}),
            "-  if (IS_SET(ready))\n"
            "+  if (IS_SET(ready)) {\n"
            "+    atomic_thread_fence(memory_order_acquire);\n"
            "+  }\n");
}

TEST(CEdit, NamesInUtf8) {
  EXPECT_EQ(changed(inCpp("std::atomic<int> größe, мир;\n"
                          "void left() {\n"
                          "  größe.store(1, std::memory_order_relaxed); мир.store(1, "
                          "std::memory_order_relaxed);\n"
                          "}\n"
                          "void right() {\n"
                          "  if (мир.load(std::memory_order_acquire)) "
                          "größe.load(std::memory_order_relaxed);\n"
                          "}\n"),
                    {".cpp", ModelName::Rc11}),
            "-  größe.store(1, std::memory_order_relaxed); мир.store(1, "
            "std::memory_order_relaxed);\n"
            "+  größe.store(1, std::memory_order_relaxed); мир.store(1, "
            "std::memory_order_release);\n");
}

// What an object holds is covered by a release in front of the statement that publishes it.
TEST(CEdit, ReleasesCoverWhatIsPublishedLater) {
  const std::string text = inCpp(
      "struct Node {\n"
      "  int value = 0;\n"
      "  std::atomic<int> state{0};\n"
      "};\n"
      "std::atomic<Node*> slots[2];\n"
      "std::atomic<int> count;\n"
      "void left() {\n"
      "  Node* n = new Node;\n"
      "  n->value = 7;\n"
      "  count.store(1, std::memory_order_relaxed);\n"
      "  slots[0].store(n, std::memory_order_relaxed);\n"
      "  slots[1].store(n, std::memory_order_relaxed);\n"
      "}\n"
      "void right() {\n"
      "  for (int i = 0; i < 2; ++i) {\n"
      "    Node* n = slots[i].load(std::memory_order_relaxed);\n"
      "    if (n) count += n->value;\n"
      "  }\n"
      "}\n");
  EXPECT_EQ(changed(text, {".cpp", ModelName::Rc11}),
            "-  slots[0].store(n, std::memory_order_relaxed);\n"
            "-  slots[1].store(n, std::memory_order_relaxed);\n"
            "+  slots[0].store(n, std::memory_order_release);\n"
            "+  slots[1].store(n, std::memory_order_release);\n"
            "-    Node* n = slots[i].load(std::memory_order_relaxed);\n"
            "+    Node* n = slots[i].load(std::memory_order_acquire);\n");
  EXPECT_EQ(changed(text, {".cpp", ModelName::Rc11, false, false, false}),
            "+  std::atomic_thread_fence(std::memory_order_release);\n"
            "+    std::atomic_thread_fence(std::memory_order_acquire);\n");
}

TEST(CEdit, WithoutHeadersTheCompilersOwnFence) {
  EXPECT_EQ(changed("#include <pthread.h>\n"
                    "int x, y;\n"
                    "static void* left(void* p) {\n"
                    "  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);\n"
                    "  __atomic_load_n(&y, __ATOMIC_RELAXED);\n"
                    "  return p;\n"
                    "}\n"
                    "int main(void) {\n"
                    "  pthread_t a;\n"
                    "  pthread_create(&a, 0, left, 0);\n"
                    "  __atomic_store_n(&y, 1, __ATOMIC_RELAXED);\n"
                    "  __atomic_thread_fence(__ATOMIC_SEQ_CST);\n"
                    "  __atomic_load_n(&x, __ATOMIC_RELAXED);\n"
                    "  pthread_join(a, 0);\n"
                    "}\n",
                    {}),
            "+  __atomic_thread_fence(__ATOMIC_SEQ_CST);\n");
  // Names that only look like those of the library do not help.
  EXPECT_EQ(changed("#include <pthread.h>\n"
                    "enum { memory_order_relaxed };\n"
                    "int x, y;\n"
                    "static void* left(void* p) {\n"
                    "  __atomic_store_n(&x, 1, memory_order_relaxed);\n"
                    "  __atomic_load_n(&y, memory_order_relaxed);\n"
                    "  return p;\n"
                    "}\n"
                    "int main(void) {\n"
                    "  pthread_t a;\n"
                    "  pthread_create(&a, 0, left, 0);\n"
                    "  __atomic_exchange_n(&y, 1, memory_order_relaxed);\n"
                    "  __atomic_load_n(&x, memory_order_relaxed);\n"
                    "  pthread_join(a, 0);\n"
                    "}\n",
                    {}),
            "+  __atomic_thread_fence(__ATOMIC_SEQ_CST);\n");
}

TEST(CEdit, TemplatesAndLambdasInCpp) {
  EXPECT_EQ(changed(inCpp("template <class T>\n"
                          "struct Cell {\n"
                          "  void put(T value) { at.store(value, std::memory_order_relaxed); }\n"
                          "  T get() const { return at.load(std::memory_order_relaxed); }\n"
                          "  std::atomic<T> at{};\n"
                          "};\n"
                          "Cell<int> data;\n"
                          "Cell<bool> flag;\n"
                          "const auto left = [] {\n"
                          "  data.put(1);\n"
                          "  flag.put(true);\n"
                          "};\n"
                          "const auto right = [] {\n"
                          "  if (flag.get()) (void)data.get();\n"
                          "};\n"),
                    {".cpp", ModelName::Rc11}),
            "-  void put(T value) { at.store(value, std::memory_order_relaxed); }\n"
            "-  T get() const { return at.load(std::memory_order_relaxed); }\n"
            "+  void put(T value) { at.store(value, std::memory_order_release); }\n"
            "+  T get() const { return at.load(std::memory_order_acquire); }\n");
}

TEST(CEdit, OrdersOfComparisons) {
  EXPECT_EQ(changed(inCpp("std::atomic<int> lock;\n"
                          "int data;\n"
                          "void left() {\n"
                          "  int e = 0;\n"
                          "  while (!lock.compare_exchange_weak(e, 1, std::memory_order_relaxed)) "
                          "e = 0;\n"
                          "  ++data;\n"
                          "  lock.store(0);\n"
                          "}\n"
                          "void right() { left(); }\n"),
                    {".cpp", ModelName::Rc11}),
            "-  while (!lock.compare_exchange_weak(e, 1, std::memory_order_relaxed)) e = 0;\n"
            "+  while (!lock.compare_exchange_weak(e, 1, std::memory_order_acquire)) e = 0;\n");
}

TEST(CEdit, RelaxesWhatIsNotNeeded) {
  EXPECT_EQ(changed(inC("atomic_int data, flag;\n"
                        "static void* left(void* p) {\n"
                        "  atomic_store(&data, 1);\n"
                        "  atomic_thread_fence(memory_order_seq_cst);\n"
                        "  atomic_store(&flag, 1);\n"
                        "  return p;\n"
                        "}\n"
                        "static void* right(void* p) {\n"
                        "  if (atomic_load(&flag))\n"
                        "    atomic_load_explicit(&data, memory_order_acquire);\n"
                        "  return p;\n"
                        "}\n"),
                    {".c", ModelName::Rc11, true}),
            "-  atomic_store(&data, 1);\n"
            "-  atomic_thread_fence(memory_order_seq_cst);\n"
            "-  atomic_store(&flag, 1);\n"
            "+  atomic_store_explicit(&data, 1, memory_order_relaxed);\n"
            "+  atomic_store_explicit(&flag, 1, memory_order_release);\n"
            "-  if (atomic_load(&flag))\n"
            "-    atomic_load_explicit(&data, memory_order_acquire);\n"
            "+  if (atomic_load_explicit(&flag, memory_order_acquire))\n"
            "+    atomic_load_explicit(&data, memory_order_relaxed);\n");
}

TEST(CEdit, OperatorsBecomeCallsWhenTheyAreRelaxed) {
  const char* const body =
      "atomic_int data, copy;\n"
      "atomic_bool flag;\n"
      "static void* left(void* p) {\n"
      "  data = 1;\n"
      "  flag = 1;\n"
      "  return p;\n"
      "}\n"
      "static void* right(void* p) {\n"
      "  while (!flag);\n"
      "  copy = data;\n"
      "  return p;\n"
      "}\n";
  EXPECT_EQ(changed(inC(body), {".c", ModelName::Rc11, true}),
            "-  data = 1;\n"
            "-  flag = 1;\n"
            "+  atomic_store_explicit(&data, 1, memory_order_relaxed);\n"
            "+  atomic_store_explicit(&flag, 1, memory_order_release);\n"
            "-  while (!flag);\n"
            "-  copy = data;\n"
            "+  while (!atomic_load_explicit(&flag, memory_order_acquire));\n"
            "+  atomic_store_explicit(&copy, atomic_load_explicit(&data, memory_order_relaxed), "
            "memory_order_relaxed);\n");
  EXPECT_EQ(changed(inCpp("std::atomic<int> data, copy;\n"
                          "std::atomic<bool> flag;\n"
                          "void left() {\n"
                          "  data = 1;\n"
                          "  flag = true;\n"
                          "}\n"
                          "void right() {\n"
                          "  while (!flag);\n"
                          "  copy = data.load();\n"
                          "}\n"),
                    {".cpp", ModelName::Rc11, true}),
            "-  data = 1;\n"
            "-  flag = true;\n"
            "+  data.store(1, std::memory_order_relaxed);\n"
            "+  flag.store(true, std::memory_order_release);\n"
            "-  while (!flag);\n"
            "-  copy = data.load();\n"
            "+  while (!flag.load(std::memory_order_acquire));\n"
            "+  copy.store(data.load(std::memory_order_relaxed), std::memory_order_relaxed);\n");
}

TEST(CEdit, UpdatesIfAllowed) {
  const std::string text =
      inC("atomic_int x, y;\n"
          "static void* left(void* p) {\n"
          "  for (atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
          "       atomic_load_explicit(&y, memory_order_relaxed);)\n"
          "    break;\n"
          "  return p;\n"
          "}\n"
          "static void* right(void* p) {\n"
          "  atomic_exchange_explicit(&y, 1, memory_order_acq_rel);\n"
          "  atomic_load_explicit(&x, memory_order_acquire);\n"
          "  return p;\n"
          "}\n");
  EXPECT_EQ(changed(text, {".c", ModelName::Tso}), "impossible");
  EXPECT_EQ(changed(text, {".c", ModelName::Tso, false, true}),
            "-  for (atomic_store_explicit(&x, 1, memory_order_relaxed);\n"
            "+  for (atomic_exchange_explicit(&x, 1, memory_order_acq_rel);\n");
}

TEST(CEdit, HeadersOfTheUserAreEditedToo) {
  const Directory directory;
  const std::string header = directory.write("cell.h",
                                             "inline void pass(std::atomic<int>& to, "
                                             "std::atomic<int>& from) {\n"
                                             "  to.store(1, std::memory_order_relaxed);\n"
                                             "  from.load(std::memory_order_relaxed);\n"
                                             "}\n");
  const std::string file = directory.write("p.cpp", inCpp("#include \"cell.h\"\n"
                                                          "std::atomic<int> x, y;\n"
                                                          "void left() { pass(x, y); }\n"
                                                          "void right() { pass(y, x); }\n"));
  const CProgram program({file});
  const CDraft draft = program.draft(ModelName::Tso);
  const Repair repair = program.repaired(draft, ModelName::Tso);
  ASSERT_EQ(repair.outcome, Repair::Outcome::Repaired);
  const std::vector<Source> after = draft.textsOf(repair.solutions.front().choice);
  ASSERT_EQ(after.size(), 1u);
  EXPECT_EQ(after.front().path, header);
  EXPECT_NE(after.front().text.find("relaxed);\n"
                                    "  std::atomic_thread_fence(std::memory_order_seq_cst);\n"
                                    "  from.load"),
            std::string::npos)
      << after.front().text;
  const std::optional<Program> again = program.with(after);
  ASSERT_TRUE(again);
  EXPECT_TRUE(isRobust(*again, ModelName::Tso));
}

}  // namespace
}  // namespace robur::testing

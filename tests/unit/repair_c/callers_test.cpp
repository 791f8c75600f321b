// Repairs of programs that use atomics through functions and macros of a library: what is changed
// is the call, never the library, and in the user's own wrappers only what all callers can share.
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "repair/c/passed_order.h"
#include "repair/c/spelling.h"
#include "report/diff.h"
#include "unit/repair_c/compiled.h"
#include "unit/repair_c/directory.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMain =
    "int main(void) {\n"
    "  pthread_t a, b;\n"
    "  pthread_create(&a, 0, left, 0);\n"
    "  pthread_create(&b, 0, right, 0);\n"
    "  pthread_join(a, 0);\n"
    "  pthread_join(b, 0);\n"
    "}\n";

// Store buffering by two calls each.
std::string storeBufferingWith(const std::string& store, const std::string& load) {
  return "#include <pthread.h>\n#include \"wrap.h\"\n"
         "static atomic_int x, y;\n"
         "static void *left(void *p) {\n"
         "  " +
         store + ";\n  " + load +
         ";\n  return p;\n}\n"
         "static void *right(void *p) {\n"
         "  atomic_store(&y, 1);\n  atomic_thread_fence(memory_order_seq_cst);\n"
         "  atomic_load(&x);\n  return p;\n}\n" +
         kMain;
}

struct AskedOfCaller {
  ModelName model = ModelName::Rc11;
  bool relaxing = false;
  bool fences = true;
  bool orders = true;
  std::string where = "library";  // or "client", beside the program
};

// The lines that the cheapest robust variant changes, in whichever file.
std::string changedAtCaller(const std::string& header, const std::string& text,
                            const AskedOfCaller& asked = {}) {
  const Directory directory;
  fs::create_directory(directory.path() / "library");
  fs::create_directory(directory.path() / "client");
  directory.write(asked.where + "/wrap.h", "#include <stdatomic.h>\n" + header);
  Reading reading;
  reading.clangFlags = {"-I" + (directory.path() / "library").string()};
  const CProgram program({directory.write("client/p.c", text)}, reading);
  Allowed allowed;
  allowed.fences = asked.fences;
  allowed.orders = asked.orders;
  allowed.adaptTo({asked.model});
  const CDraft draft = program.draft(allowed, asked.relaxing);
  const Repair repair = program.repaired(draft, asked.model);
  if (repair.solutions.empty()) return "impossible";
  const std::vector<Source> after = draft.textsOf(repair.solutions.front().choice);
  if (after.empty()) return "nothing to do";
  const std::optional<Program> again = program.with(after);
  EXPECT_TRUE(again && isRobust(*again, asked.model)) << after.front().text;
  std::string out;
  for (const Source& file : after) {
    const auto before =
        std::ranges::find(program.original().sources, file.path, &Source::path)->text;
    std::istringstream diff(unifiedDiff("p", before, file.text));
    for (std::string line; std::getline(diff, line);) {
      const bool head = line.starts_with("---") || line.starts_with("+++");
      if (!head && (line.starts_with("-") || line.starts_with("+"))) out += line + "\n";
    }
  }
  return out;
}

TEST(RepairAtTheCall, OrdersThatAreArgumentsOfMacros) {
  EXPECT_EQ(changedAtCaller("#define lib_memory_order_relaxed memory_order_relaxed\n"
                            "#define lib_memory_order_release memory_order_release\n"
                            "#define lib_memory_order_seq_cst memory_order_seq_cst\n"
                            "#define lib_put(p, v, o) atomic_store_explicit(p, v, o)\n"
                            "#define lib_get(p, o) atomic_load_explicit(p, o)\n",
                            storeBufferingWith("lib_put(&x, 1, lib_memory_order_relaxed)",
                                               "lib_get(&y, lib_memory_order_relaxed)"),
                            {ModelName::Rc11, false, false}),
            "-  lib_put(&x, 1, lib_memory_order_relaxed);\n"
            "-  lib_get(&y, lib_memory_order_relaxed);\n"
            "+  lib_put(&x, 1, lib_memory_order_seq_cst);\n"
            "+  lib_get(&y, lib_memory_order_seq_cst);\n");
}

constexpr const char* kOrderParameters =
    "static inline void lib_store(atomic_int *p, int v, memory_order o) {\n"
    "  atomic_store_explicit(p, v, o);\n}\n"
    "static inline void lib_put(atomic_int *p, int v, memory_order o) {\n"
    "  lib_store(p, v, o);\n}\n"
    "static inline int lib_get(atomic_int *p, memory_order o) {\n"
    "  return atomic_load_explicit(p, o);\n}\n";

TEST(RepairAtTheCall, OrdersThatAreParametersOfALibrary) {
  EXPECT_EQ(changedAtCaller(kOrderParameters,
                            storeBufferingWith("lib_put(&x, 1, memory_order_relaxed)",
                                               "lib_get(&y, memory_order_relaxed)"),
                            {ModelName::Rc11, false, false}),
            "-  lib_put(&x, 1, memory_order_relaxed);\n"
            "-  lib_get(&y, memory_order_relaxed);\n"
            "+  lib_put(&x, 1, memory_order_seq_cst);\n"
            "+  lib_get(&y, memory_order_seq_cst);\n");
}

// The name that the primitive gets is a parameter, which would be changed for every caller.
TEST(RepairAtTheCall, OrdersThatAreParametersOfTheUsersFunctions) {
  EXPECT_EQ(changedAtCaller(kOrderParameters,
                            storeBufferingWith("lib_put(&x, 1, memory_order_relaxed)",
                                               "lib_get(&y, memory_order_relaxed)"),
                            {ModelName::Rc11, false, false, true, "client"}),
            "-  lib_put(&x, 1, memory_order_relaxed);\n"
            "-  lib_get(&y, memory_order_relaxed);\n"
            "+  lib_put(&x, 1, memory_order_seq_cst);\n"
            "+  lib_get(&y, memory_order_seq_cst);\n");
}

// No acq_rel, as in libvsync.
constexpr const char* kFamily =
    "#define READ(name, o) static inline int name(atomic_int *p) {\\\n"
    "  return atomic_load_explicit(p, o); }\n"
    "#define WRITE(name, o) static inline void name(atomic_int *p, int v) {\\\n"
    "  atomic_store_explicit(p, v, o); }\n"
    "#define ADD(name, o) static inline int name(atomic_int *p, int v) {\\\n"
    "  return atomic_fetch_add_explicit(p, v, o); }\n"
    "READ(lib_read, memory_order_seq_cst) READ(lib_read_acq, memory_order_acquire)\n"
    "READ(lib_read_rlx, memory_order_relaxed)\n"
    "WRITE(lib_write, memory_order_seq_cst) WRITE(lib_write_rel, memory_order_release)\n"
    "WRITE(lib_write_rlx, memory_order_relaxed)\n"
    "ADD(lib_add, memory_order_seq_cst) ADD(lib_add_acq, memory_order_acquire)\n"
    "ADD(lib_add_rel, memory_order_release) ADD(lib_add_rlx, memory_order_relaxed)\n";

TEST(RepairAtTheCall, OrdersInTheNamesOfFunctions) {
  EXPECT_EQ(changedAtCaller(kFamily, storeBufferingWith("lib_write_rlx(&x, 1)", "lib_read_acq(&y)"),
                            {ModelName::Rc11, false, false}),
            "-  lib_write_rlx(&x, 1);\n"
            "-  lib_read_acq(&y);\n"
            "+  lib_write(&x, 1);\n"
            "+  lib_read(&y);\n");
}

TEST(RepairAtTheCall, NamesThatDoNotExistAreNotUsed) {
  const std::string program =
      "#include <pthread.h>\n#include \"wrap.h\"\n"
      "static atomic_int x, y;\n"
      "static void *left(void *p) {\n"
      "  lib_write_rlx(&x, 1);\n  lib_add_rlx(&y, 1);\n  return p;\n}\n"
      "static void *right(void *p) {\n"
      "  lib_add_rlx(&y, 1);\n  lib_read_rlx(&x);\n  return p;\n}\n" +
      std::string(kMain);
  const std::string changes = changedAtCaller(kFamily, program, {ModelName::Rc11, false, false});
  EXPECT_EQ(changes.find("acq_rel"), std::string::npos) << changes;
  EXPECT_NE(changes.find("+  lib_add"), std::string::npos) << changes;
}

TEST(RepairAtTheCall, RelaxingAlsoChangesNames) {
  const std::string program =
      "#include <pthread.h>\n#include \"wrap.h\"\n"
      "static atomic_int x;\nstatic int data;\n"
      "static void *left(void *p) {\n"
      "  data = 1;\n  lib_write(&x, 1);\n  return p;\n}\n"
      "static void *right(void *p) {\n"
      "  if (lib_read(&x))\n    data = 2;\n  return p;\n}\n" +
      std::string(kMain);
  EXPECT_EQ(changedAtCaller(kFamily, program, {ModelName::Rc11, true}),
            "-  lib_write(&x, 1);\n"
            "+  lib_write_rel(&x, 1);\n"
            "-  if (lib_read(&x))\n"
            "+  if (lib_read_acq(&x))\n");
}

constexpr const char* kNoOrders =
    "static inline void put(atomic_int *p, int v) {\n"
    "  atomic_store_explicit(p, v, memory_order_relaxed);\n}\n"
    "static inline int get(atomic_int *p) {\n"
    "  return atomic_load_explicit(p, memory_order_relaxed);\n}\n";

TEST(RepairAtTheCall, WithoutAnOrderAFenceIsInsertedThere) {
  EXPECT_EQ(changedAtCaller(kNoOrders, storeBufferingWith("put(&x, 1)", "get(&y)")),
            "+  atomic_thread_fence(memory_order_seq_cst);\n");
  EXPECT_EQ(
      changedAtCaller(kNoOrders, storeBufferingWith("put(&x, 1)", "get(&y)"), {ModelName::Tso}),
      "+  atomic_thread_fence(memory_order_seq_cst);\n");
}

// In a function of a library that makes several accesses nothing can be inserted.
TEST(RepairAtTheCall, ALibraryIsNeverEdited) {
  EXPECT_EQ(changedAtCaller("static inline int both(atomic_int *p, atomic_int *q) {\n"
                            "  atomic_store_explicit(p, 1, memory_order_relaxed);\n"
                            "  return atomic_load_explicit(q, memory_order_relaxed);\n}\n",
                            storeBufferingWith("both(&x, &y)", "(void)0")),
            "impossible");
}

// One change of the wrapper counts once for each of its calls.
TEST(RepairAtTheCall, AWrapperOfTheUserIsChangedIfThatIsCheaperThanItsCalls) {
  const auto program = [](const std::string& more) {
    return "#include <pthread.h>\n#include \"wrap.h\"\n"
           "static atomic_int x, y, z;\n"
           "static void *left(void *p) {\n" +
           more +
           "  put(&x, 1);\n  put(&y, 1);\n  return p;\n}\n"
           "static void *right(void *p) {\n"
           "  atomic_load(&z);\n  if (atomic_load(&y))\n    atomic_load(&x);\n  return p;\n}\n" +
           kMain;
  };
  const AskedOfCaller own{ModelName::Rc11, false, true, true, "client"};
  EXPECT_EQ(changedAtCaller(kNoOrders, program(""), own),
            "-  atomic_store_explicit(p, v, memory_order_relaxed);\n"
            "+  atomic_store_explicit(p, v, memory_order_release);\n");
  EXPECT_EQ(changedAtCaller(kNoOrders, program("  put(&z, 1);\n  put(&z, 2);\n"), own),
            "+  atomic_thread_fence(memory_order_release);\n");
}

TEST(PassedOrders, AnotherOrderIsWrittenAlike) {
  using repair_c::inStyleOf;
  EXPECT_EQ(inStyleOf("rte_memory_order_relaxed", Order::AcqRel), "rte_memory_order_acq_rel");
  EXPECT_EQ(inStyleOf("__ATOMIC_RELAXED", Order::Acq), "__ATOMIC_ACQUIRE");
  EXPECT_EQ(inStyleOf("std::memory_order::acquire", Order::Sc), "std::memory_order::seq_cst");
  EXPECT_EQ(inStyleOf("lib::MEMORY_ORDER_ACQ_REL", Order::Rel), "lib::MEMORY_ORDER_RELEASE");
  EXPECT_EQ(inStyleOf("order", Order::Rel), std::nullopt);
  EXPECT_EQ(inStyleOf("lock_release", Order::Rel), std::nullopt);
  EXPECT_EQ(inStyleOf("order+relaxed", Order::Rel), std::nullopt);
  EXPECT_EQ(inStyleOf("preordered", Order::Rel), std::nullopt);
}

std::vector<std::string> namesAt(const std::string& text, Order now,
                                 const std::string& callee = "") {
  const std::vector<repair_c::Token> tokens = repair_c::tokensOf(text);
  const auto call = repair_c::namedOrderAt(tokens, 0, Instr::Op::Load, now, callee,
                                           {{"p.h", "get_rlx() get_acq() lock_acquire()"}});
  std::vector<std::string> out;
  if (call) {
    for (const auto& [order, name] : call->names) out.push_back(name);
  }
  return out;
}

TEST(PassedOrders, TheNamesOfAFamily) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(namesAt("get_acq(&x)", Order::Acq),
            (Names{"get_rlx", "get_acq", "get_rel", "get_acq_rel", "get"}));
  EXPECT_EQ(namesAt("a->x.read_relaxed()", Order::Rlx),
            (Names{"read_relaxed", "read_acquire", "read_release", "read_acq_rel", "read"}));
  EXPECT_EQ(namesAt("x.loadAcquire()", Order::Acq),
            (Names{"loadRelaxed", "loadAcquire", "loadRelease", "loadOrdered", "loadOrdered"}));
  EXPECT_EQ(namesAt("get_acq(&x)", Order::Rlx), Names{});  // the name is about something else
  EXPECT_EQ(namesAt("get(&x)", Order::Sc).front(), "get_rlx");
  EXPECT_EQ(namesAt("fetch(&x)", Order::Sc), Names{});  // there is no fetch_rlx
  // Only acquiring a lock is called like this.
  EXPECT_EQ(namesAt("lock_acquire(&l)", Order::Acq, "lock_acquire"), Names{});
  EXPECT_EQ(namesAt("get_acq(&x)", Order::Acq, "get_acq").front(), "get_rlx");
}

}  // namespace
}  // namespace robur::testing

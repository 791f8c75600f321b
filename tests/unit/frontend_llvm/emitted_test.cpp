// What compilers emit for atomic accesses on x86-64, which is what --model tso means for C and C++:
// the table in docs/cpp.md, checked against the assembly of clang and gcc.
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/scratch_directory.h"
#include "support/subprocess.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Emitted {
  const char* statement;
  enum class Kind { Move, Locked, Fence, Nothing } kind;
};

constexpr Emitted kTable[] = {
    {"r = atomic_load_explicit(&x, memory_order_relaxed)", Emitted::Kind::Move},
    {"r = atomic_load_explicit(&x, memory_order_acquire)", Emitted::Kind::Move},
    {"r = atomic_load_explicit(&x, memory_order_seq_cst)", Emitted::Kind::Move},
    {"atomic_store_explicit(&x, 1, memory_order_relaxed)", Emitted::Kind::Move},
    {"atomic_store_explicit(&x, 1, memory_order_release)", Emitted::Kind::Move},
    {"atomic_store_explicit(&x, 1, memory_order_seq_cst)", Emitted::Kind::Locked},
    {"r = atomic_exchange_explicit(&x, 1, memory_order_relaxed)", Emitted::Kind::Locked},
    {"r = atomic_fetch_add_explicit(&x, 1, memory_order_relaxed)", Emitted::Kind::Locked},
    {"r = atomic_compare_exchange_strong_explicit(&x, &r, 1, memory_order_relaxed, "
     "memory_order_relaxed)",
     Emitted::Kind::Locked},
    {"atomic_thread_fence(memory_order_acquire)", Emitted::Kind::Nothing},
    {"atomic_thread_fence(memory_order_release)", Emitted::Kind::Nothing},
    {"atomic_thread_fence(memory_order_acq_rel)", Emitted::Kind::Nothing},
    {"atomic_thread_fence(memory_order_seq_cst)", Emitted::Kind::Fence},
};

Emitted::Kind kindIn(const std::string& assembly) {
  const auto has = [&](const char* word) { return assembly.find(word) != std::string::npos; };
  // gcc writes a fence as a locked instruction on the stack.
  if (has("mfence") || has("(%rsp)")) return Emitted::Kind::Fence;
  if (has("xchg") || has("lock")) return Emitted::Kind::Locked;
  return has("x(%rip)") ? Emitted::Kind::Move : Emitted::Kind::Nothing;
}

// The instructions of one function without arguments.
std::string assemblyOf(const char* compiler, const char* statement) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("one.c").string();
  std::ofstream(file) << "#include <stdatomic.h>\natomic_int x;\nint f(void) { int r = 0; "
                      << statement << "; return r; }\n";
  const std::string to = scratch.file("one.s").string();
  EXPECT_TRUE(runSubprocess({{compiler, "-O2", "-S", "-fno-asynchronous-unwind-tables",
                              "-fcf-protection=none", file, "-o", to}})
                  .succeeded());
  std::ifstream in(to);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(Emitted, ForX86IsWhatTheTableSays) {
  for (const Emitted& row : kTable) {
    for (const char* compiler : {"clang-19", "gcc"}) {
      const std::string assembly = assemblyOf(compiler, row.statement);
      EXPECT_EQ(kindIn(assembly), row.kind) << compiler << "\n" << assembly;
    }
  }
}

// Two stores, each followed by a load of the other location.
std::string storeBuffering(const char* first, const char* second) {
  return fmt::format(
      "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z;\n"
      "void *f(void *a) {{ {}; atomic_load_explicit(&y, memory_order_relaxed); return a; }}\n"
      "int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0);\n"
      "  {}; atomic_load_explicit(&x, memory_order_relaxed); pthread_join(t, 0); }}\n",
      first, second);
}

TEST(Emitted, SeqCstStoresEmptyTheBuffer) {
  const char* sc = "atomic_store(&x, 1)";
  const char* alsoSc = "y = 1";
  const char* weak = "atomic_store_explicit(&y, 1, memory_order_release)";
  EXPECT_EQ(verdictOf(programOf(storeBuffering(sc, alsoSc)), ModelName::Tso), "robust");
  EXPECT_EQ(verdictOf(programOf(storeBuffering(sc, weak)), ModelName::Tso), "not robust");
  // As a fence, whatever it stores to.
  const std::string other = std::string(weak) + "; z = 1";
  EXPECT_EQ(verdictOf(programOf(storeBuffering(sc, other.c_str())), ModelName::Tso), "robust");
  // Other models see a store: RC11 does not order these loads after it.
  EXPECT_EQ(verdictOf(programOf(storeBuffering(sc, alsoSc)), ModelName::Rc11), "not robust");
}

}  // namespace
}  // namespace robur::testing

// However a spin loop is spelled, it is the same wait.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "program/transform/spin_loops.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

struct Spelling {
  const char* name;
  const char* extension;
  const char* loop;
};

constexpr Spelling kSpellings[] = {
    {"While", ".c", "while (atomic_load_explicit(&flag, memory_order_acquire) == 0) {}"},
    {"WhileNot", ".c", "while (!atomic_load_explicit(&flag, memory_order_acquire));"},
    {"DoWhile", ".c",
     "int seen; do { seen = atomic_load_explicit(&flag, memory_order_acquire); } "
     "while (seen != 1);"},
    {"For", ".c",
     "for (int seen = 0; seen == 0; seen = atomic_load_explicit(&flag, memory_order_acquire));"},
    {"ForEver", ".c",
     "for (;;) { if (atomic_load_explicit(&flag, memory_order_acquire) == 1) break; }"},
    {"Goto", ".c",
     "again: if (atomic_load_explicit(&flag, memory_order_acquire) != 1) goto again;"},
    {"Pause", ".c",
     "while (atomic_load_explicit(&flag, memory_order_acquire) == 0) __asm__ volatile(\"pause\");"},
    {"Yield", ".c",
     "while (atomic_load_explicit(&flag, memory_order_acquire) == 0) sched_yield();"},
    {"Cpp", ".cpp", "while (flag.load(std::memory_order_acquire) == 0) {}"},
    {"CppYield", ".cpp",
     "while (flag.load(std::memory_order_acquire) != 1) std::this_thread::yield();"},
    {"CppFlagInVariable", ".cpp",
     "bool done = false; while (!done) done = flag.load(std::memory_order_acquire) == 1;"},
};

std::string programWith(const Spelling& s) {
  const bool c = std::string(s.extension) == ".c";
  const std::string head =
      c ? "#include <stdatomic.h>\n#include <sched.h>\n_Atomic int flag; int data;\n"
        : "#include <atomic>\n#include <thread>\nstd::atomic<int> flag; int data;\nextern \"C\" "
          "{\n";
  return head + fmt::format("void reader(void) {{ {} data = 2; }}\n", s.loop) +
         fmt::format("void writer(void) {{ data = 1; {}; }}\n",
                     c ? "atomic_store_explicit(&flag, 1, memory_order_release)"
                       : "flag.store(1, std::memory_order_release)") +
         (c ? "" : "}\n");
}

class SpinLoops : public ::testing::TestWithParam<Spelling> {};

TEST_P(SpinLoops, AreWaits) {
  Reading settings;
  settings.entries = "reader,writer";
  Program program = programOf(programWith(GetParam()), GetParam().extension, settings);
  const std::vector<BlockedLoop> loops = blockSpinLoops(program);
  ASSERT_EQ(loops.size(), 1u);
  ASSERT_EQ(program.threads.size(), 2u);
  const Code& reader = program[program.threads[0].code];
  // Nothing is left of the loop but the wait: wait, store, end.
  std::size_t accesses = 0;
  for (const Instr& in : reader.instrs) accesses += accessesMemory(in.op) ? 1 : 0;
  EXPECT_EQ(accesses, 2u);
  EXPECT_EQ(verdictOf(program, ModelName::Rc20), "robust");
}

INSTANTIATE_TEST_SUITE_P(Spellings, SpinLoops, ::testing::ValuesIn(kSpellings),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(SpinLoop, ACompareAndSwapThatIsTriedAgainBlocks) {
  const char* text =
      "#include <stdatomic.h>\n_Atomic int lock;\n"
      "void taker(void) { int free = 0; while (!atomic_compare_exchange_weak(&lock, &free, 1)) "
      "free = 0; atomic_store(&lock, 0); }\n";
  Reading settings;
  settings.entries = "taker,taker";
  Program program = programOf(text, ".c", settings);
  EXPECT_EQ(blockSpinLoops(program).size(), 2u);
  for (const Code& code : program.codes) {
    for (const Instr& in : code.instrs) EXPECT_NE(in.op, Instr::Op::Cas);
  }
}

}  // namespace
}  // namespace robur::testing

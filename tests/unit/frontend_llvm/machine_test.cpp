// Loop-free programs in C, compiled and really run many times. What the machine does to a
// program that is called robust, an interleaving can do too; and what it does to any program, a
// machine with store buffers can do. Both are enumerated here, on lists of operations, by code that
// shares nothing with the checker.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generators/rng.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

constexpr int kThreads = 2;
constexpr int kCells = 2;
constexpr int kPrograms = 36;

struct Op {
  enum class Kind { Load, Store, Add, Fence };
  Kind kind = Kind::Load;
  int cell = 0;
  int value = 0;     // stored or added
  int result = 0;    // the register that a load or addition fills
  bool sc = false;   // relaxed and release or acquire otherwise
  bool weak = true;  // relaxed
};

using Threads = std::array<std::vector<Op>, kThreads>;
using Outcome = std::vector<int>;  // registers, then cells

struct Litmus {
  Threads threads;
  int registers = 0;
};

Litmus litmus(std::uint64_t seed) {
  Rng rng(seed);
  Litmus out;
  int next = 1;
  for (auto& thread : out.threads) {
    const std::size_t length = 2 + rng.below(3);
    for (std::size_t i = 0; i < length; ++i) {
      Op op;
      const std::size_t die = rng.below(10);
      op.kind = die < 4   ? Op::Kind::Load
                : die < 8 ? Op::Kind::Store
                : die < 9 ? Op::Kind::Add
                          : Op::Kind::Fence;
      op.cell = static_cast<int>(rng.below(kCells));
      op.value = next++;
      op.sc = rng.below(3) == 0 || op.kind == Op::Kind::Fence;
      op.weak = rng.below(2) == 0;
      if (op.kind == Op::Kind::Load || op.kind == Op::Kind::Add) op.result = out.registers++;
      thread.push_back(op);
    }
  }
  return out;
}

const char* orderOf(const Op& op) {
  if (op.sc) return "memory_order_seq_cst";
  if (op.weak) return "memory_order_relaxed";
  return op.kind == Op::Kind::Load    ? "memory_order_acquire"
         : op.kind == Op::Kind::Store ? "memory_order_release"
                                      : "memory_order_acq_rel";
}

// `cell` and `result` are how the text names them: patterns that take a number.
std::string statements(const std::vector<Op>& ops, const char* cell, const char* result) {
  std::string out;
  for (const Op& op : ops) {
    const std::string at = fmt::format(fmt::runtime(cell), op.cell);
    const std::string to = fmt::format(fmt::runtime(result), op.result);
    switch (op.kind) {
      case Op::Kind::Load:
        out += fmt::format("  {} = atomic_load_explicit(&{}, {});\n", to, at, orderOf(op));
        break;
      case Op::Kind::Store:
        out += fmt::format("  atomic_store_explicit(&{}, {}, {});\n", at, op.value, orderOf(op));
        break;
      case Op::Kind::Add:
        out += fmt::format("  {} = atomic_fetch_add_explicit(&{}, {}, {});\n", to, at, op.value,
                           orderOf(op));
        break;
      case Op::Kind::Fence:
        out += "  atomic_thread_fence(memory_order_seq_cst);\n";
    }
  }
  return out;
}

std::string asProgram(const Litmus& one) {
  std::string out = "#include <stdatomic.h>\natomic_int x0, x1;\nint r[16];\n";
  for (int t = 0; t < kThreads; ++t) {
    out += fmt::format("void thread{}(void) {{\n{}}}\n", t,
                       statements(one.threads[t], "x{}", "r[{}]"));
  }
  return out;
}

// Runs every program on many copies of its variables, and prints each outcome once.
std::string asHarness(const std::vector<Litmus>& all) {
  std::string out =
      "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdio.h>\n#include <string.h>\n"
      "enum { kCopies = 20000 };\n"
      "struct copy { atomic_int x[2]; int r[16]; };\n"
      "static struct copy copies[kCopies];\nstatic atomic_int ready;\n"
      "static void begin(void) { ready++; while (ready < 2) {} }\n";
  std::string calls;
  for (std::size_t p = 0; p < all.size(); ++p) {
    for (int t = 0; t < kThreads; ++t) {
      out += fmt::format(
          "static void* run{}_{}(void* arg) {{\n begin();\n for (int i = 0; i < kCopies; i++) {{\n"
          "  struct copy* c = &copies[i];\n{} }}\n return arg;\n}}\n",
          p, t, statements(all[p].threads[t], "c->x[{}]", "c->r[{}]"));
    }
    calls += fmt::format("  measure({0}, {1}, run{0}_0, run{0}_1);\n", p, all[p].registers);
  }
  return out +
         "static void measure(int p, int registers, void* (*a)(void*), void* (*b)(void*)) {\n"
         "  memset(copies, 0, sizeof copies);\n  ready = 0;\n  pthread_t s, t;\n"
         "  pthread_create(&s, 0, a, 0);\n  pthread_create(&t, 0, b, 0);\n"
         "  pthread_join(s, 0);\n  pthread_join(t, 0);\n"
         "  for (int i = 0; i < kCopies; i++) {\n"
         "    if (i > 0 && memcmp(&copies[i], &copies[i - 1], sizeof copies[i]) == 0) continue;\n"
         "    printf(\"%d\", p);\n"
         "    for (int k = 0; k < registers; k++) printf(\" %d\", copies[i].r[k]);\n"
         "    printf(\" %d %d\\n\", copies[i].x[0], copies[i].x[1]);\n  }\n}\n"
         "int main(void) {\n" +
         calls + "}\n";
}

// Every outcome, with store buffers or without.
class Machine {
 public:
  Machine(const Litmus& program, bool buffers) : program(program), buffers(buffers) {
    State start;
    start.registers.assign(static_cast<std::size_t>(program.registers), 0);
    go(start);
  }
  std::set<Outcome> outcomes;

 private:
  struct State {
    std::array<std::size_t, kThreads> at{};
    std::array<int, kCells> memory{};
    std::array<std::vector<std::pair<int, int>>, kThreads> buffer;
    std::vector<int> registers;
    friend auto operator<=>(const State&, const State&) = default;
  };

  void go(const State& state) {
    if (!seen.insert(state).second) return;
    bool ended = true;
    for (std::size_t t = 0; t < kThreads; ++t) {
      if (!state.buffer[t].empty()) {
        ended = false;
        State next = state;
        const auto [cell, value] = next.buffer[t].front();
        next.buffer[t].erase(next.buffer[t].begin());
        next.memory[static_cast<std::size_t>(cell)] = value;
        go(next);
      }
      if (state.at[t] == program.threads[t].size()) continue;
      ended = false;
      step(state, t);
    }
    if (!ended) return;
    Outcome out = state.registers;
    out.insert(out.end(), state.memory.begin(), state.memory.end());
    outcomes.insert(out);
  }

  void step(const State& state, std::size_t t) {
    const Op& op = program.threads[t][state.at[t]];
    const auto cell = static_cast<std::size_t>(op.cell);
    State next = state;
    ++next.at[t];
    // What is locked, as seq_cst stores are on x86, and a fence wait until the buffer is empty.
    const bool locked = op.kind == Op::Kind::Add || op.kind == Op::Kind::Fence ||
                        (op.kind == Op::Kind::Store && op.sc);
    if (locked && !state.buffer[t].empty()) return;
    if (op.kind == Op::Kind::Store && buffers && !locked) {
      next.buffer[t].emplace_back(op.cell, op.value);
    } else if (op.kind == Op::Kind::Store) {
      next.memory[cell] = op.value;
    } else if (op.kind != Op::Kind::Fence) {
      int value = state.memory[cell];
      for (const auto& [where, what] : state.buffer[t]) {
        if (where == op.cell) value = what;
      }
      next.registers[static_cast<std::size_t>(op.result)] = value;
      if (op.kind == Op::Kind::Add) next.memory[cell] += op.value;
    }
    go(next);
  }

  const Litmus& program;
  bool buffers;
  std::set<State> seen;
};

std::map<int, std::set<Outcome>> reallyRun(const std::vector<Litmus>& all) {
  std::map<int, std::set<Outcome>> out;
  std::string pattern = (fs::temp_directory_path() / "robur-machine-XXXXXX").string();
  const fs::path directory = ::mkdtemp(pattern.data());
  std::ofstream(directory / "harness.c") << asHarness(all);
  const std::string program = (directory / "harness").string();
  const std::string compile = fmt::format("clang-19 -w -O1 -pthread {0}.c -o {0}", program);
  EXPECT_EQ(std::system(compile.c_str()), 0);
  if (FILE* const pipe = ::popen(program.c_str(), "r")) {
    std::array<char, 4096> line{};
    while (std::fgets(line.data(), line.size(), pipe) != nullptr) {
      std::istringstream numbers(line.data());
      int which = 0;
      numbers >> which;
      Outcome outcome;
      for (int value = 0; numbers >> value;) outcome.push_back(value);
      out[which].insert(outcome);
    }
    ::pclose(pipe);
  }
  fs::remove_all(directory);
  return out;
}

std::string textOf(const Outcome& outcome) {
  return fmt::format("{}", fmt::join(outcome, " "));
}

TEST(Machine, DoesToRobustProgramsWhatInterleavingsDo) {
  std::vector<Litmus> all;
  for (int p = 0; p < kPrograms; ++p) all.push_back(litmus(1000 + static_cast<unsigned>(p)));
  const std::map<int, std::set<Outcome>> seen = reallyRun(all);
  ASSERT_EQ(seen.size(), all.size());
  unsigned robust = 0;
  Reading settings;
  settings.entries = "thread0,thread1";
  for (int p = 0; p < kPrograms; ++p) {
    SCOPED_TRACE(fmt::format("seed {}\n{}", 1000 + p, asProgram(all[p])));
    const Program program = programOf(asProgram(all[p]), ".c", settings);
    const bool strong = verdictOf(program, ModelName::Rc11) == "robust";
    robust += strong ? 1 : 0;
    const std::set<Outcome> interleaved = Machine(all[p], false).outcomes;
    const std::set<Outcome> buffered = Machine(all[p], true).outcomes;
    for (const Outcome& outcome : seen.at(p)) {
      EXPECT_TRUE(buffered.contains(outcome)) << textOf(outcome);
      EXPECT_TRUE(!strong || interleaved.contains(outcome)) << textOf(outcome);
    }
    // Enumerated, too: no run of a robust program has an outcome of its own.
    EXPECT_TRUE(!strong || interleaved == buffered);
    // Under TSO, what is robust has the outcomes of interleavings with store buffers as well.
    EXPECT_TRUE(verdictOf(program, ModelName::Tso) != "robust" || interleaved == buffered);
  }
  std::cout << robust << " of " << kPrograms << " are robust\n";
  EXPECT_GE(robust, 5u);
  EXPECT_LE(robust, kPrograms - 5u);
}

}  // namespace
}  // namespace robur::testing

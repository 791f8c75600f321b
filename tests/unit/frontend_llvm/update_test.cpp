// Updates of any kind: exchanges for a value that is computed from the one that is read. In the IR
// they are compared with the updates that it knows by name, and with the oracle; in C with what the
// compilers' documents say.
#include <gtest/gtest.h>

#include "generators/program.h"
#include "program/validate.h"
#include "property/compare.h"
#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

BinaryOp operatorOf(RmwOp op) {
  switch (op) {
    case RmwOp::Add:
      return BinaryOp::Add;
    case RmwOp::Sub:
      return BinaryOp::Sub;
    case RmwOp::And:
      return BinaryOp::BitAnd;
    case RmwOp::Or:
      return BinaryOp::BitOr;
    default:
      return BinaryOp::BitXor;
  }
}

template <class Change>
unsigned changeUpdates(Program& program, const Change& change) {
  unsigned count = 0;
  for (Code& code : program.codes) {
    for (Instr& in : code.instrs) {
      if (in.op != Instr::Op::Rmw) continue;
      bool divides = false;
      forEachNode(in.value, [&](const Expr& e) {
        divides |= e.kind == Expr::Kind::Binary &&
                   (e.binary == BinaryOp::Div || e.binary == BinaryOp::Mod);
      });
      if (divides) continue;
      change(in);
      in.rmw = RmwOp::Exchange;
      ++count;
    }
  }
  return count;
}

constexpr ModelName kUpdateModels[] = {ModelName::Tso, ModelName::Sra, ModelName::Ra, ModelName::Rc20,
                                 ModelName::Rc11};

class Updates : public ::testing::TestWithParam<int> {
 protected:
  std::uint64_t seed() const { return 7000 + static_cast<std::uint64_t>(GetParam()); }
  ModelName model() const { return kUpdateModels[GetParam() % 5]; }
};

TEST_P(Updates, AreExchangesForWhatTheyCompute) {
  GeneratorOptions options;
  options.model = model();
  const Program named = generate(seed(), options);
  Program computed = named;
  changeUpdates(computed, [](Instr& in) {
    if (in.rmw == RmwOp::Exchange) return;
    in.value = binary(operatorOf(in.rmw), loaded(), in.value);
  });
  for (const Diagnostic& d : validate(computed)) ADD_FAILURE() << "seed " << seed() << d.message;
  EXPECT_EQ(verdictOf(named, model()), verdictOf(computed, model())) << "seed " << seed();
}

TEST_P(Updates, AreJudgedAsTheOracleDoes) {
  Question question = questionOf(model(), seed());
  question.waitsAsLoops = false;
  // The larger one of the two.
  const unsigned count = changeUpdates(question.program, [](Instr& in) {
    const ExprPtr larger = binary(BinaryOp::Gt, loaded(), in.value);
    in.value = binary(BinaryOp::Add, binary(BinaryOp::Mul, larger, loaded()),
                      binary(BinaryOp::Mul, unary(UnaryOp::Not, larger), in.value));
  });
  if (count == 0) return;
  const Opinion opinion = compare(question);
  EXPECT_NE(opinion.kind, Opinion::Kind::Disagree) << "seed " << seed() << ": " << opinion.what;
}

INSTANTIATE_TEST_SUITE_P(Seeds, Updates, ::testing::Range(0, 150));

TEST(Update, CannotDivideByWhatItReads) {
  GeneratorOptions options;
  for (std::uint64_t seed = 0;; ++seed) {
    Program program = generate(seed, options);
    const unsigned count = changeUpdates(
        program, [](Instr& in) { in.value = binary(BinaryOp::Div, in.value, loaded()); });
    if (count == 0) continue;
    EXPECT_TRUE(hasErrors(validate(program)));
    break;
  }
}

std::string oneThread(const std::string& text) {
  Reading settings;
  settings.entries = "one,other";
  // The other thread makes all of it memory that is shared.
  return verdictOf(programOf(text + "void other(void) { touch(); }\n", ".c", settings),
                   ModelName::Sc);
}

TEST(Update, SmallestLargestAndNotAnd) {
  EXPECT_EQ(oneThread("#include <assert.h>\n#include <stdatomic.h>\n"
                      "int s; unsigned u; unsigned char b; long l; unsigned long w; int go;\n"
                      "#define DO(op, at, v) __atomic_fetch_##op(at, v, __ATOMIC_RELAXED)\n"
                      "void touch(void) { if (__atomic_load_n(&go, __ATOMIC_RELAXED)) {\n"
                      "  DO(add, &s, 1); DO(add, &u, 1); DO(add, &b, 1); DO(add, &l, 1);\n"
                      "  DO(add, &w, 1); } }\n"
                      "void one(void) {\n"
                      "  assert(DO(max, &s, -3) == 0 && DO(min, &s, -3) == 0);\n"
                      "  assert(DO(max, &s, -5) == -3 && DO(max, &s, 4) == -3);\n"
                      "  assert(DO(nand, &s, 6) == 4 && DO(or, &s, 0) == -5);\n"
                      "  assert(DO(min, &u, 5) == 0 && DO(max, &u, 4000000000u) == 0);\n"
                      "  assert(DO(min, &u, 3u) == 4000000000u && DO(nand, &u, 1) == 3);\n"
                      "  assert(DO(or, &u, 0) == 4294967294u);\n"
                      "  assert(DO(max, &b, 200) == 0 && DO(max, &b, 100) == 200);\n"
                      "  assert(DO(nand, &b, 15) == 200 && DO(or, &b, 0) == 247);\n"
                      "  assert(DO(max, &l, -1L) == 0 && DO(min, &l, -1L) == 0);\n"
                      "  assert(DO(max, &w, ~0ul) == 0 && DO(min, &w, 1ul << 63) == ~0ul);\n"
                      "  assert(DO(max, &w, 7) == 1ul << 63 && DO(or, &l, 0) == -1); }\n"),
            "robust");
}

// As one step, not as a loop: nothing comes between the two halves.
TEST(Update, LargestOfTwoThreads) {
  Reading settings;
  settings.entries = "one,two,check";
  const std::string text =
      "#include <assert.h>\n#include <stdatomic.h>\n_Atomic int top, ended;\n"
      "#define MAX(v) __c11_atomic_fetch_max(&top, v, memory_order_relaxed)\n"
      "void one(void) { MAX(1); atomic_fetch_add_explicit(&ended, 1, memory_order_release); }\n"
      "void two(void) { MAX(2); atomic_fetch_add_explicit(&ended, 1, memory_order_release); }\n"
      "void check(void) { if (atomic_load_explicit(&ended, memory_order_acquire) == 2)\n"
      "  assert(atomic_load_explicit(&top, memory_order_relaxed) == 2); }\n";
  EXPECT_EQ(verdictOf(programOf(text, ".c", settings), ModelName::Rc20), "robust");
}

TEST(Update, PointersMoveOn) {
  const auto program = [](const char* size) {
    return std::string("#include <atomic>\n#include <cassert>\n#include <thread>\n") +
           "int cells[" + size + "]; std::atomic<int *> next{cells};\n" +
           "void work() { *next.fetch_add(1, std::memory_order_relaxed) = 1; }\n" +
           "int main() { std::thread a(work), b(work); a.join(); b.join();\n" +
           "  assert(cells[0] == 1 && cells[1] == 1 && next.load() == cells + 2); }\n";
  };
  EXPECT_EQ(verdictOf(programOf(program("3"), ".cpp"), ModelName::Rc11), "robust");
  EXPECT_EQ(verdictOf(programOf(program("2"), ".cpp"), ModelName::Rc11), "robust");
  std::string short_ = program("1");
  short_.replace(short_.find("assert(cells[0] == 1 && cells[1] == 1"), 37, "assert(cells[0] == 1");
  EXPECT_NE(verdictOf(programOf(short_, ".cpp"), ModelName::Rc11).find("out of bounds"),
            std::string::npos);
}

// Nothing in C is written this way, but bitcode may.
TEST(Update, CountersThatWrap) {
  Reading settings;
  settings.entries = "one,two";
  const std::string text =
      "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-"
      "n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n"
      "@up = global i32 1\n@down = global i32 1\ndeclare void @abort()\n"
      "define void @one() {\n"
      "  %a = atomicrmw uinc_wrap ptr @up, i32 2 monotonic\n"
      "  %b = atomicrmw uinc_wrap ptr @up, i32 2 monotonic\n"
      "  %c = atomicrmw uinc_wrap ptr @up, i32 2 monotonic\n"
      "  %d = atomicrmw udec_wrap ptr @down, i32 7 monotonic\n"
      "  %e = atomicrmw udec_wrap ptr @down, i32 7 monotonic\n"
      "  %f = atomicrmw udec_wrap ptr @down, i32 5 monotonic\n"
      "  %g = atomicrmw add ptr @down, i32 0 monotonic\n"
      "  %ab = shl i32 %a, 4\n  %abb = or i32 %ab, %b\n  %bc = shl i32 %abb, 4\n"
      "  %bcc = or i32 %bc, %c\n  %cd = shl i32 %bcc, 4\n  %cdd = or i32 %cd, %d\n"
      "  %de = shl i32 %cdd, 4\n  %dee = or i32 %de, %e\n  %ef = shl i32 %dee, 4\n"
      "  %eff = or i32 %ef, %f\n  %fg = shl i32 %eff, 4\n  %fgg = or i32 %fg, %g\n"
      // up: 1 2 0; down: 1 0 7 5
      "  %right = icmp eq i32 %fgg, 18878581\n"
      "  br i1 %right, label %ok, label %bad\nok:\n  ret void\nbad:\n  call void @abort()\n"
      "  unreachable\n}\n"
      "define void @two() {\n  %a = load atomic i32, ptr @up monotonic, align 4\n"
      "  %no = icmp eq i32 %a, 77\n  br i1 %no, label %yes, label %ok\nyes:\n"
      "  store atomic i32 0, ptr @up monotonic, align 4\n"
      "  store atomic i32 0, ptr @down monotonic, align 4\n  br label %ok\nok:\n  ret void\n}\n";
  EXPECT_EQ(verdictOf(programOf(text, ".ll", settings), ModelName::Rc11), "robust");
}

}  // namespace
}  // namespace robur::testing

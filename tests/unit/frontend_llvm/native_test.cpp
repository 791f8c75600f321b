// Functions of C whose meaning the front end gives by itself: inline assembly, and the builtins
// that become intrinsics of LLVM. Each is compiled and really run on some values; the program that
// expects just these results must satisfy its assertions, when the values are known during
// translation and when they depend on another thread.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "unit/frontend_llvm/c_program.h"

namespace robur::testing {
namespace {

namespace fs = std::filesystem;

struct Function {
  const char* name;
  const char* body;  // of long f(long a, long b, long *m)
};

constexpr Function kAssembly[] = {
    {"value_barrier", R"c(__asm__ volatile("" : "+r"(a)); return a;)c"},
    {"value_barrier_anywhere", R"c(int n = (int)a; __asm__("" : "+r,m"(n)); return n;)c"},
    {"keep", R"c(__asm__ volatile("" : : "r,m"(a), "g,g"(b) : "memory"); return a - b;)c"},
    {"hints", R"c(__asm__ volatile("pause\n\tnop; rep; nop\n rep nop" ::: "memory"); return a;)c"},
    {"fences",
     R"c(__asm__ volatile("mfence" ::: "memory"); __asm__ volatile("lfence; sfence" ::: "memory");
      __asm__ volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc"); return b;)c"},
    {"exchange8",
     R"c(char r = (char)b; __asm__ volatile("xchgb %b0, %1" : "+q"(r), "+m"(*(char *)m) : : "memory");
      return r;)c"},
    {"exchange16",
     R"c(short r = (short)b; __asm__ volatile("xchg %0, %1" : "+r"(r), "+m"(*(short *)m) : : "memory");
      return r;)c"},
    {"exchange32",
     R"c(int r = (int)b; __asm__ volatile("xchgl %1, %0" : "+r"(r), "+m"(*(int *)m) : : "memory");
      return r;)c"},
    {"exchange64",
     R"c(__asm__ volatile("lock; xchgq %0, (%1)" : "+r"(b) : "r"(m) : "memory"); return b;)c"},
    {"exchange_registers", R"c(__asm__("xchg %0, %1" : "+r"(a), "+r"(b)); return 3 * a - b;)c"},
    {"cas8",
     R"c(unsigned char z; char e = (char)a; __asm__ volatile("lock; cmpxchgb %b3, %0; sete %1"
      : "+m"(*(char *)m), "=q"(z), "+a"(e) : "q"((char)b) : "memory", "cc"); return 1000 * z + e;)c"},
    {"cas32", R"c(unsigned char z; __asm__ volatile("lock; cmpxchgl %3, %0; setz %1"
      : "+m"(*(int *)m), "=a"(z) : "a"((int)a), "r"((int)b) : "memory", "cc"); return z;)c"},
    {"cas64",
     R"c(long e = a; __asm__ volatile("lock\n cmpxchgq %2, %1" : "+a"(e), "+m"(*m) : "r"(b) : "memory", "cc");
      return e;)c"},
    {"cas_flag",
     R"c(_Bool z; long e = a; __asm__ volatile("lock cmpxchg %3, %1" : "=@ccz"(z), "+m"(*m), "+a"(e)
      : "r"(b) : "memory", "cc"); return 7 * z + e;)c"},
    {"cas_by_address", R"c(unsigned char z; __asm__ volatile("lock; cmpxchg %2, 0(%1); setne %0"
      : "=q"(z), "+r"(m) : "r"(b), "a"(a) : "memory", "cc"); return z;)c"},
    {"cas8b", R"c(unsigned lo = (unsigned)a, hi = (unsigned)(a >> 32); unsigned char z;
      __asm__ volatile("lock; cmpxchg8b %0; setz %1" : "+m"(*m), "=q"(z), "+a"(lo), "+d"(hi)
      : "b"((unsigned)b), "c"((unsigned)(b >> 32)) : "memory", "cc"); return z ? 1 : lo + 3 * (long)hi;)c"},
    {"xadd32",
     R"c(int d = (int)b; __asm__ volatile("lock; xaddl %0, %1" : "+r"(d), "+m"(*(int *)m) : : "memory");
      return d;)c"},
    {"xadd64",
     R"c(__asm__ volatile("lock xaddq %0, %1" : "+r"(b), "+m"(*m) : : "memory", "cc"); return b;)c"},
    {"add",
     R"c(__asm__ volatile("lock addq %1, %0" : "+m"(*m) : "er"(b) : "memory", "cc"); return 0;)c"},
    {"add_immediate",
     R"c(__asm__ volatile("lock; addl $17, %0" : "+m"(*(int *)m) : : "memory"); return 0;)c"},
    {"sub",
     R"c(unsigned char z; __asm__ volatile("lock; subq %2, %0; sete %1" : "+m"(*m), "=q"(z) : "r"(b) : "memory");
      return z;)c"},
    {"sub_sign",
     R"c(unsigned char z; __asm__ volatile("lock; subl %2, %0; sets %1" : "+m"(*(int *)m), "=q"(z)
      : "r"((int)b) : "memory"); return z;)c"},
    {"add_carry",
     R"c(unsigned char z; __asm__ volatile("lock; addq %2, %0; setc %1" : "+m"(*m), "=q"(z) : "r"(b)
      : "memory"); return z;)c"},
    {"or_and_xor", R"c(__asm__ volatile("lock; orq %1, %0" : "+m"(*m) : "r"(b) : "memory");
      __asm__ volatile("lock; andw %w1, %0" : "+m"(*(short *)m) : "r"(a) : "memory");
      __asm__ volatile("lock; xorb %b1, %0" : "+m"(*(char *)m) : "q"(b) : "memory"); return 0;)c"},
    {"inc_dec",
     R"c(unsigned char z; __asm__ volatile("lock; incl %0" : "+m"(*(int *)m) : : "memory");
      __asm__ volatile("lock; decq %0; setz %1" : "+m"(*m), "=qm"(z) : : "memory"); return z;)c"},
    {"not", R"c(__asm__ volatile("lock; notq %0" : "+m"(*m) : : "memory"); return 0;)c"},
    {"neg", R"c(__asm__ volatile("lock; negq %0" : "+m"(*m) : : "memory", "cc"); return 0;)c"},
    {"neg_flags",
     R"c(_Bool z, c, s, o; __asm__ volatile("lock negl %0" : "+m"(*(int *)m), "=@ccz"(z), "=@ccc"(c),
      "=@ccs"(s), "=@cco"(o) : : "memory"); return z + 2 * c + 4 * s + 8 * o;)c"},
    {"neg_small", R"c(__asm__ volatile("lock; negb %0" : "+m"(*(char *)m) : : "memory");
      __asm__ volatile("lock; negw %0" : "+m"(((short *)m)[1]) : : "memory"); return 0;)c"},
    {"neg_without_lock",
     R"c(unsigned char c; __asm__ volatile("negl %0; setc %1" : "+m"(*(int *)m), "=q"(c) : : "memory");
      __asm__("negq %0" : "+r"(a)); return a + c;)c"},
    {"without_lock",
     R"c(__asm__ volatile("addl %1, %0; incl %0; xorl $5, %0" : "+m"(*(int *)m) : "r"((int)b) : "memory");
      return 0;)c"},
    {"bts",
     R"c(_Bool c; __asm__ volatile("lock; btsq $3, %0" : "+m"(*m), "=@ccc"(c) : : "memory"); return c;)c"},
    {"btr",
     R"c(unsigned char c; __asm__ volatile("lock; btrl %2, %0; setc %1" : "+m"(*(int *)m), "=q"(c)
      : "Ir"((int)(a & 31)) : "memory"); return c;)c"},
    {"btc", R"c(unsigned char c; __asm__ volatile("lock; btcq %2, %0; setb %1" : "+m"(*m), "=q"(c)
      : "r"(a & 63) : "memory"); return c;)c"},
    {"moves", R"c(int r; __asm__ volatile("movl %1, %0" : "=q"(r) : "m"(*(int *)m) : "memory");
      __asm__ volatile("movq %1, %0" : "=m"(*m) : "er"(b) : "memory"); return r;)c"},
    {"alternatives", R"c(__asm__("{movl %1, %k0|mov %k0, %1}" : "=r"(a) : "ri"(7)); return a;)c"},
    {"bsr", R"c(long r; __asm__("bsrq %1, %0" : "=r"(r) : "rm"(a | 1) : "cc"); return r;)c"},
    {"bsr_of_zero",
     R"c(int r = -1; __asm__("bsrl %1, %0" : "+r"(r) : "r"((int)a) : "cc"); return r;)c"},
    {"bsf", R"c(int r; __asm__("bsfl %1, %0" : "=r"(r) : "r"((int)a | 256) : "cc"); return r;)c"},
    {"bsf_zero_flag",
     R"c(unsigned char z; long r = 64; __asm__("bsfq %2, %0; setz %1" : "+r"(r), "=q"(z) : "r"(a) : "cc");
      return r + 100 * z;)c"},
    {"rep_bsf",
     R"c(long r; __asm__("rep; bsf %1, %0" : "=r"(r) : "r"(a | 16) : "cc"); return r;)c"},
    {"tzcnt", R"c(long r; __asm__("tzcntq %1, %0" : "=r"(r) : "r"(a) : "cc"); return r;)c"},
    {"lzcnt", R"c(int r; __asm__("lzcntl %1, %0" : "=r"(r) : "r"((int)a) : "cc"); return r;)c"},
    {"popcnt", R"c(long r; __asm__("popcnt %1, %0" : "=r"(r) : "r"(a) : "cc"); return r;)c"},
    {"bswap",
     R"c(int r = (int)a; __asm__("bswap %0" : "+r"(r)); __asm__("bswapq %0" : "+r"(b)); return r ^ b;)c"},
    {"arithmetic",
     R"c(__asm__("addq %1, %0; subq $9, %0; shlq $3, %0; sarq %0; notq %0; andq %1, %0" : "+&r"(a) : "r"(b));
      return a;)c"},
    {"clear", R"c(long r; __asm__("xorl %k0, %k0; orl $6, %k0" : "=r"(r)); return r;)c"},
    {"compare_signed",
     R"c(unsigned char l, g; __asm__("cmpq %3, %2; setl %0; setg %1" : "=q"(l), "=q"(g) : "r"(a), "r"(b));
      return 2 * l + g;)c"},
    {"compare_unsigned",
     R"c(unsigned char l, g; __asm__("cmpl %3, %2; setbe %0; seta %1" : "=q"(l), "=q"(g)
      : "r"((int)a), "r"((int)b)); return 2 * l + g;)c"},
    {"test", R"c(_Bool r; __asm__("testq %1, %2" : "=@ccnz"(r) : "r"(a), "r"(b)); return r;)c"},
    {"jump_over",
     R"c(long r; __asm__("bsrq %1, %0; jnz 1f; movq $-1, %0; 1:" : "=&r"(r) : "rm"(a) : "cc"); return r;)c"},
    {"jump_back",
     R"c(long n = b & 7, r = 0; __asm__("1: addq %2, %1\n\tdecq %0\n\tjns 1b" : "+r"(n), "+r"(r) : "r"(a) : "cc");
      return r;)c"},
    {"jumps",
     R"c(int r = 1; __asm__ volatile("1: xchgl %0, %1; testl %1, %1; jz 3f; 2: pause; cmpl $1, %0;"
      "jnz 3f; jmp 4f; 3: addl $2, %1; 4:" : "+m"(*(int *)m), "+q"(r) : : "memory", "cc"); return r;)c"},
    {"low_byte", R"c(__asm__("cmpl $0, %k1; setge %b0" : "+q"(a) : "r"(b)); return a;)c"},
};

constexpr Function kBuiltins[] = {
    {"clz", "return __builtin_clzll(a | 1) + 100 * __builtin_clz((unsigned)b | 1);"},
    {"ctz", "return __builtin_ctzll(a | 1024) + 100 * __builtin_ctz((unsigned)b | 4096);"},
    {"popcount", "return __builtin_popcountll(a) + 100 * __builtin_popcount((unsigned)b);"},
    {"parity_and_ffs", "return __builtin_parityll(a) + 10 * __builtin_ffsll(b);"},
    {"clrsb", "return __builtin_clrsbll(a);"},
    {"bswap",
     "return __builtin_bswap64(a) ^ __builtin_bswap32((unsigned)b) ^ __builtin_bswap16((unsigned "
     "short)a);"},
    {"bitreverse",
     "return __builtin_bitreverse64(a) ^ __builtin_bitreverse32((unsigned)b) ^ "
     "__builtin_bitreverse8((char)a);"},
    {"rotate",
     "return __builtin_rotateleft64(a, b) ^ __builtin_rotateright32((unsigned)a, (unsigned)b);"},
    {"rotate_by_constant",
     "return __builtin_rotateleft64(a, 13) ^ __builtin_rotateright16((short)b, 5);"},
    {"add_overflow",
     "long r; int s; return 10 * __builtin_add_overflow(a, b, &r) + "
     "__builtin_add_overflow((int)a, (int)b, &s) + (r ^ s);"},
    {"sub_overflow",
     "long r; unsigned s; return 10 * __builtin_sub_overflow(a, b, &r) + "
     "__builtin_sub_overflow((unsigned)a, (unsigned)b, &s) + (r ^ s);"},
    {"mul_overflow",
     "long r; int s; return 10 * __builtin_mul_overflow(a, b, &r) + "
     "__builtin_mul_overflow((int)a, (int)b, &s) + (r ^ s);"},
    {"umul_overflow",
     "unsigned long r; unsigned s; return 10 * __builtin_mul_overflow((unsigned long)a, "
     "(unsigned long)b, &r) + __builtin_mul_overflow((unsigned)a, (unsigned)b, &s) + (r ^ s);"},
    {"uadd_overflow",
     "unsigned long r; return 10 * __builtin_add_overflow((unsigned long)a, (unsigned long)b, &r) "
     "+ r;"},
    {"usub_overflow",
     "unsigned long r; return 10 * __builtin_sub_overflow((unsigned long)a, (unsigned long)b, &r) "
     "+ r;"},
    {"saturated",
     "return __builtin_elementwise_add_sat(a, b) ^ __builtin_elementwise_sub_sat((int)a, (int)b);"},
    {"saturated_unsigned",
     "return __builtin_elementwise_add_sat((unsigned)a, (unsigned)b) + "
     "__builtin_elementwise_sub_sat((unsigned long)a, (unsigned long)b);"},
    {"smallest",
     "return __builtin_elementwise_min(a, b) ^ __builtin_elementwise_max((unsigned)a, "
     "(unsigned)b);"},
    {"absolute", "return __builtin_elementwise_abs((int)(a >> 1)) + __builtin_labs(b >> 1);"},
    {"expected",
     "return __builtin_expect(a < b, 1) ? a : __builtin_expect_with_probability(b, 0, 0.9);"},
    {"shift_left", "return (a << (b & 63)) ^ ((unsigned)a << (b & 31));"},
    {"shift_right", "return (a >> (b & 63)) ^ ((int)a >> (b & 31));"},
    {"shift_right_unsigned", "return ((unsigned long)a >> (b & 63)) ^ ((unsigned)a >> (b & 31));"},
    {"divide_unsigned",
     "unsigned long x = a, y = b | 1, z = (unsigned)b | 2; return (x / y) ^ 3 * (x % y) ^ 5 * (x / "
     "z) "
     "^ 7 * (x % z);"},
    {"shift_one", "return (1l << (b & 63)) | (1u << (a & 31));"},
};

// Numbers of 128 bits, which the front end keeps as pairs.
#define ROBUR_WIDE "__int128 x = ((__int128)a << 64) | (unsigned long)b, y = b; "
constexpr Function kWide[] = {
    {"halves", ROBUR_WIDE "return (long)(x >> 64) ^ 3 * (long)x;"},
    {"wide_add", ROBUR_WIDE "x += y; x += a; return (long)(x >> 64) ^ (long)x;"},
    {"wide_sub", ROBUR_WIDE "x = x - y - a; return (long)(x >> 64) ^ (long)x;"},
    {"wide_bits", ROBUR_WIDE "x = (x & y) ^ (x | a) ^ ~y; return (long)(x >> 64) ^ (long)x;"},
    {"wide_shifts", ROBUR_WIDE
     "x = (x << 3) ^ (x >> 5) ^ ((unsigned __int128)x >> 70) ^ (y << 100) ^ (x >> 64) ^ (x << 64);"
     "return (long)(x >> 64) ^ (long)x;"},
    {"wide_shift_signed",
     ROBUR_WIDE "x = (x >> 127) ^ (x >> 65); return (long)(x >> 64) ^ (long)x;"},
    {"wide_equal", ROBUR_WIDE "return (x == y) + 2 * (x != a) + 4 * (y == b) + 8 * (x == x);"},
    {"wide_order", ROBUR_WIDE "return (x < y) + 2 * (x <= y) + 4 * (x > a) + 8 * (x >= x);"},
    {"wide_order_unsigned",
     ROBUR_WIDE "unsigned __int128 u = x, v = y; return (u < v) + 2 * (u <= v) + 4 * (u > v) + 8 * "
                "(u >= v);"},
    {"wide_cast", ROBUR_WIDE "return (int)x + (short)(x >> 64) + (char)(__int128)(unsigned)a;"},
    {"wide_choice", ROBUR_WIDE "x = a < b ? x : y; return (long)(x >> 64) ^ (long)x;"},
    {"wide_memory", ROBUR_WIDE "struct { long l, h; } s; __builtin_memcpy(&s, &x, 16); s.l ^= 5; "
                               "__builtin_memcpy(&x, &s, 16); return (long)(x >> 64) ^ (long)x;"},
    {"cas16b",
     R"c(struct { long l, h; } __attribute__((aligned(16))) s = {*m, a}; long lo = b, hi = a;
      unsigned char z; __asm__ volatile("lock; cmpxchg16b %0; setz %1"
      : "+m"(s), "=q"(z), "+a"(lo), "+d"(hi) : "b"(a + 1), "c"(b + 1) : "memory", "cc");
      *m = s.l + 3 * s.h; return z ? 1 : lo + 3 * hi;)c"},
    {"cas16",
     R"c(_Alignas(16) __int128 w = ((__int128)a << 64) | (unsigned long)*m, e = ((__int128)a << 64) |
      (unsigned long)b; __int128 f = e; _Bool z = __atomic_compare_exchange_n(&w, &f, e + 1, 0, 5, 5);
      *m = (long)w ^ (long)(w >> 64); return 2 * (long)f + (long)(f >> 64) + z;)c"},
    {"exchange16b", R"c(_Alignas(16) __int128 w = ((__int128)a << 64) | (unsigned long)*m;
      __int128 o = __atomic_exchange_n(&w, (__int128)b, 5); *m = (long)w ^ (long)(w >> 64);
      return (long)o ^ (long)(o >> 64);)c"},
};

constexpr std::array<std::array<const char*, 3>, 10> kValues = {{
    {"0", "0", "0"},
    {"1", "2", "1"},
    {"5", "-1", "5"},
    {"-1", "1", "-1"},
    {"77", "3", "-2"},
    {"-7", "-9", "0x7fffffff"},
    {"0x123456789abcdef0", "0x0fedcba987654321", "0x123456789abcdef0"},
    {"-0x7fffffffffffffff - 1", "-1", "0x7fffffffffffffff"},
    {"0x7fffffff", "0x80000000", "0x7fffffff"},
    {"0x100000000", "0xffffffff", "0x100000008"},
}};

struct Run {
  long result;
  long memory;
};

std::string definitions(std::span<const Function> functions) {
  std::string out;
  for (const Function& f : functions) {
    out += fmt::format("static long f_{}(long a, long b, long *m) {{ {} }}\n", f.name, f.body);
  }
  return out;
}

// One line of output for each function and each triple of values.
std::vector<Run> nativeRuns(std::span<const Function> functions) {
  std::string text = "#include <stdio.h>\n" + definitions(functions);
  text += "int main(void) {\n";
  for (const Function& f : functions) {
    for (const auto& [a, b, m] : kValues) {
      text += fmt::format(
          "  {{ long m = {2}; long r = f_{3}({0}, {1}, &m); printf(\"%ld %ld\\n\", r, m); }}\n", a,
          b, m, f.name);
    }
  }
  text += "}\n";
  std::string pattern = (fs::temp_directory_path() / "robur-native-XXXXXX").string();
  const fs::path directory = ::mkdtemp(pattern.data());
  const std::string program = (directory / "functions").string();
  std::ofstream(program + ".c") << text;
  const std::string compile = fmt::format("clang-19 -w -O1 -mcx16 {0}.c -o {0}", program);
  EXPECT_EQ(std::system(compile.c_str()), 0);
  std::vector<Run> out;
  if (FILE* const pipe = ::popen(program.c_str(), "r")) {
    Run run{};
    while (std::fscanf(pipe, "%ld %ld", &run.result, &run.memory) == 2) out.push_back(run);
    ::pclose(pipe);
  }
  fs::remove_all(directory);
  return out;
}

// The values are elements of arrays. A second thread would write them if a gate were open, which it
// never is, so that they are not known to the first during translation.
std::string expecting(std::span<const Function> functions, const std::vector<Run>& runs,
                      bool known) {
  std::string text = "#include <assert.h>\n#include <stdatomic.h>\n" + definitions(functions);
  const auto array = [&](const char* name, std::size_t which) {
    text += fmt::format("{} {}[] = {{", known ? "const long" : "atomic_long", name);
    for (const auto& triple : kValues) text += fmt::format("{}, ", triple[which]);
    text += "};\n";
  };
  array("A", 0);
  array("B", 1);
  array("M", 2);
  text += "atomic_int gate;\nvoid two(void) {\n  if (gate == 0) return;\n";
  for (std::size_t i = 0; !known && i < kValues.size(); ++i) {
    text += fmt::format("  A[{0}] = {1}; B[{0}] = {2}; M[{0}] = {3};\n", i, kValues[i][0],
                        kValues[i][1], kValues[i][2]);
  }
  text += "}\nvoid one(void) {\n  gate = 0;\n";
  std::size_t next = 0;
  for (const Function& f : functions) {
    for (std::size_t i = 0; i < kValues.size(); ++i) {
      const Run& run = runs[next++];
      if (!known && next % 3 != 0) continue;  // every read is one more register
      text += fmt::format(
          "  {{ long a = A[{0}], b = B[{0}], m = M[{0}], r = f_{1}(a, b, &m); "
          "assert(r == {2} && m == {3}); }}\n",
          i, f.name,
          run.result == INT64_MIN ? "-0x7fffffffffffffff - 1" : fmt::format("{}", run.result),
          run.memory == INT64_MIN ? "-0x7fffffffffffffff - 1" : fmt::format("{}", run.memory));
    }
  }
  return text + "}\n";
}

std::string lineOf(const std::string& text, std::uint32_t line) {
  std::istringstream in(text);
  std::string out;
  for (std::uint32_t i = 0; i < line; ++i) std::getline(in, out);
  return out;
}

// A thread of the program may not be too long.
constexpr std::size_t kFunctionsPerProgram = 4;

void expectSameAsNative(std::span<const Function> functions, bool known) {
  const std::vector<Run> runs = nativeRuns(functions);
  ASSERT_EQ(runs.size(), functions.size() * kValues.size());
  const std::string text = expecting(functions, runs, known);
  Reading settings;
  settings.entries = "one,two";
  const Loaded loaded = readC(text, ".c", settings);
  for (const Diagnostic& d : loaded.diagnostics) {
    EXPECT_NE(d.severity, Diagnostic::Severity::Error) << d.message << "\n"
                                                       << lineOf(text, d.span.line);
  }
  ASSERT_TRUE(loaded.program);
  const Result result = check(*loaded.program, ModelName::Sc, {});
  for (const Finding& f : result.findings) ADD_FAILURE() << lineOf(text, f.span.line);
  EXPECT_EQ(result.verdict, Verdict::Robust);
}

void expectSameAsNative(std::span<const Function> functions) {
  for (std::size_t first = 0; first < functions.size(); first += kFunctionsPerProgram) {
    const auto some =
        functions.subspan(first, std::min(kFunctionsPerProgram, functions.size() - first));
    for (const bool known : {true, false}) {
      SCOPED_TRACE(known ? "known values" : "values of another thread");
      expectSameAsNative(some, known);
    }
  }
}

TEST(Native, InlineAssemblyDoesWhatTheProcessorDoes) {
  expectSameAsNative(kAssembly);
}

TEST(Native, BuiltinsComputeWhatTheProcessorDoes) {
  expectSameAsNative(kBuiltins);
}

TEST(Native, WideNumbersComputeWhatTheProcessorDoes) {
  expectSameAsNative(kWide);
}

}  // namespace
}  // namespace robur::testing

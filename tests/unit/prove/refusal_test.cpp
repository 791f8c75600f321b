// Unsupported constructs are reported at their location, and damaged texts never cause anything but
// errors.
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generators/mutate.h"
#include "prove/lower.h"

namespace robur::prove {
namespace {

struct Case {
  const char* text;
  const char* message;
  unsigned line;
};

std::string in(const std::string& statement) {
  return "atomic int x, y, a[*];\nplain int d;\nghost int g;\nthread t {\nlocal int r, s;\n" +
         statement + "\n}\n";
}

void expectRefused(const std::string& text, const std::string& message, unsigned line) {
  const Lowered result = lower({"test.rob", text});
  EXPECT_FALSE(result.system) << text;
  ASSERT_FALSE(result.diagnostics.empty()) << text;
  const Diagnostic& first = result.diagnostics[0];
  EXPECT_NE(first.message.find(message), std::string::npos) << first.message << "\n" << text;
  EXPECT_EQ(first.span.line, line) << text;
}

TEST(ProveRefusals, StatementsThatMeanNothing) {
  for (const Case& c : std::initializer_list<Case>{
           {"r = x;", "'x' is atomic and not read by its name alone", 6},
           {"x = 1;", "'x' is atomic and not changed by assignment", 6},
           {"r = g;", "'g' is a ghost: the program itself cannot", 6},
           {"if (g == 1) skip;", "'g' is a ghost: the program itself cannot", 6},
           {"havoc r where r <= g;", "'g' is a ghost: what a havoc picks cannot depend on it", 6},
           {"wait(x == g);", "'g' is a ghost: the program itself cannot", 6},
           {"g = 1;", "'g' is a ghost: the program itself cannot", 6},
           {"g.store(1);", "'g' is a ghost: the program itself cannot", 6},
           {"assert(a[g].load() == 1);", "'g' is a ghost: the program itself cannot", 6},
           {"assert(x.exchange(g) == 1);", "'g' is a ghost: the program itself cannot", 6},
           {"assert(g == 1 || x.load() == 1);", "'g' is a ghost: the program itself cannot", 6},
           {"ghost d = 1;", "only a ghost can be assigned here", 6},
           {"ghost r = 1;", "only a ghost can be assigned here", 6},
           {"havoc x where x == 1;", "begins with the register", 6},
           {"havoc r where x == 1 && y == 1;", "may mention only one shared cell", 6},
           {"havoc r where r == a[r];", "cannot depend on the value that the havoc picks", 6},
           {"havoc r, x where r == 1;", "must name the update that it abstracts", 6},
           {"havoc r, x where r == 1 for x.load();", "a load does not change its cell", 6},
           {"havoc r where r == 1 for x.exchange(1);", "an update also changes its cell", 6},
           {"havoc r, y where r == 1 for x.exchange(1);", "not the cell of the update", 6},
           {"havoc r where r == y for x.load();", "another cell than the access", 6},
           {"havoc r where r == x for x.store(1);", "also changes its cell", 6},
           {"invariant x.load() == 1;", "mentions memory without an access", 6},
           {"invariant z == 1;", "'z' is not declared", 6},
           {"wait(r == 1);", "does not mention a shared cell", 6},
           {"wait(x == y);", "only one shared cell", 6},
           {"r = x.load() & 1;", "do not support bit operations", 6},
           {"r = ~s;", "do not support bit operations", 6},
           {"r = x.fetch_or(1);", "do not support bit operations", 6},
           {"x.fetch_xor(1);", "do not support bit operations", 6},
           {"r |= 1;", "do not support bit operations", 6},
           {"d &= 1;", "do not support bit operations", 6},
           {"wait((x & 1) == 0);", "do not support bit operations", 6},
           {"invariant (x & 1) == 0;", "do not support bit operations", 6},
           {"wait(x / r == 0);", "division only by constants other than 0", 6},
           {"invariant x % r == 0;", "division only by constants other than 0", 6},
           {"r = r / s;", "division only by constants other than 0", 6},
           {"r = r % 0;", "division only by constants other than 0", 6},
           {"r = *s;", "do not support pointers", 6},
           {"r = &x;", "do not support pointers", 6},
           {"r = a.load();", "say which element", 6},
           {"r = x[1].load();", "is no array", 6},
           {"x.load(relaxed);", "not a memory order", 6},
           {"x.store();", "'store' has too few arguments", 6},
           {"x.swap(1);", "there is no operation 'swap'", 6},
           {"r = x.store(1);", "a store gives no value", 6},
           {"goto nowhere;", "thread 't' has no label 'nowhere'", 6},
           {"break;", "there is no loop to break out of", 6},
           {"l: l: skip;", "label 'l' already exists", 6},
           {"local int r;", "'r' is already declared", 6},
           {"local u8 q;", "wraps around", 6},
           {"local q;", "which wraps around", 6},
           {"r == 1;", "does nothing", 6},
           {"jump(1);", "there is no 'jump' to call", 6},
           {"invariant forall(1, x == 1);", "'forall' is used as forall(i, claim about i)", 6},
       }) {
    expectRefused(in(c.text), c.message, c.line);
  }
}

TEST(ProveRefusals, Declarations) {
  expectRefused("atomic u8 x;\nthread t { skip; }\n", "wraps around", 1);
  expectRefused("atomic int x;\ninvariant x == tid;\nthread t { skip; }\n", "cannot mention 'tid'",
                2);
  expectRefused("atomic int x;\ninvariant r == 1;\nthread t { local int r; skip; }\n",
                "'r' is not declared", 2);
  expectRefused("atomic int x;\nensures x == 1;\nthread t { skip; }\n",
                "'ensures' belongs to a thread", 2);
  expectRefused("atomic int x;\n", "the program has no thread", 1);
  expectRefused("atomic int x;\nthread t { skip; }\nthread t { skip; }\n", "already exists", 3);
  expectRefused("atomic int x;\nthread t[0] { skip; }\n", "at least one copy", 2);
}

TEST(ProveRefusals, DamagedProgramsAreReadOrRefused) {
  std::vector<std::string> seeds;
  for (const auto& entry :
       std::filesystem::directory_iterator(ROBUR_SOURCE_DIR "/tests/corpus/prove")) {
    std::ifstream file(entry.path(), std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  std::sort(seeds.begin(), seeds.end());
  testing::Mutator mutator(seeds, 31);
  int accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    const Lowered result = lower({"damaged.rob", mutator.next()});
    EXPECT_EQ(result.system.has_value(), result.diagnostics.empty());
    accepted += result.system ? 1 : 0;
  }
  EXPECT_GT(accepted, 60);
  EXPECT_LT(accepted, 2000);
}

}  // namespace
}  // namespace robur::prove

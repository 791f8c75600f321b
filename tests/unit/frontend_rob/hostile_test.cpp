// Input that no person writes: it must end in a clear error, soon, and never in a crash.
#include <ctime>

#include <gtest/gtest.h>

#include "frontend/rob/format.h"
#include "frontend/rob/parser.h"
#include "generators/rob_text.h"
#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

constexpr std::size_t kTenMegabytes = (kSanitized ? 1 : 10) << 20;

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

// Processor time, which does not depend on what else the machine does.
double secondsSince(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Both ways into this frontend. How long a linear pass over 10 MB takes depends on the
// machine and on sanitizers; a quadratic one would take hours.
std::vector<Diagnostic> survives(const std::string& text) {
  const std::clock_t start = std::clock();
  Parsed result = parseRob({"t.rob", text});
  std::vector<Diagnostic> ignored;
  formatRob({"t.rob", text}, ignored);
  EXPECT_LT(secondsSince(start), 60);
  std::size_t errors = 0;
  for (const Diagnostic& d : result.diagnostics) {
    errors += d.severity == Diagnostic::Severity::Error;
    EXPECT_LT(render({"t.rob", text}, d).size(), 2000u);
  }
  EXPECT_LE(errors, 20u);
  EXPECT_EQ(result.program.has_value(), errors == 0);
  return std::move(result.diagnostics);
}

std::string firstMessage(const std::string& text) {
  const auto diagnostics = survives(text);
  return diagnostics.empty() ? "" : diagnostics[0].message;
}

TEST(RobHostile, NulBytes) {
  EXPECT_EQ(firstMessage(std::string("thread t { \0\0\0 skip; }", 23)), "unexpected byte 0x00");
  EXPECT_EQ(firstMessage(std::string(kTenMegabytes, '\0')), "unexpected byte 0x00");
}

TEST(RobHostile, BytesOutsideAscii) {
  EXPECT_EQ(firstMessage("thread t\xC3\xA4 { }"),
            "only comments may contain characters outside ASCII");
  EXPECT_EQ(firstMessage(std::string(1000, '\xFF')),
            "only comments may contain characters outside ASCII");
  EXPECT_EQ(firstMessage("// \xC3\xA4 \xFF\nthread t { }"), "");
}

TEST(RobHostile, DeepNesting) {
  const std::string tooDeep = "this is nested more than 200 levels deep";
  const std::size_t kDepth = 100000;
  EXPECT_EQ(firstMessage("thread t { local r; r = " + std::string(kDepth, '(')), tooDeep);
  EXPECT_EQ(firstMessage("thread t { local r; r = " + repeated("- ", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("thread t { local r; r = " + repeated("!", kDepth) + "r; }"), tooDeep);
  EXPECT_EQ(firstMessage("thread t " + std::string(kDepth, '{')), tooDeep);
  EXPECT_EQ(firstMessage("thread t { " + repeated("if (1) ", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("thread t { " + repeated("if (1) skip; else ", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("thread t { " + repeated("loop ", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("thread t { " + repeated("do ", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("thread t { " + repeated("choose { ", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("atomic a[" + repeated("a[", kDepth)), tooDeep);
  EXPECT_EQ(firstMessage("thread t { " + repeated("x.store(", kDepth)), tooDeep);
}

TEST(RobHostile, NestingJustBelowTheLimitIsFine) {
  const std::size_t kDepth = frontend_rob::Parser::kMaxNesting - 10;
  EXPECT_EQ(firstMessage("thread t { local r; r = " + std::string(kDepth, '(') + "1" +
                         std::string(kDepth, ')') + "; }"),
            "");
  EXPECT_EQ(firstMessage("thread t { " + repeated("{ ", kDepth) + repeated("} ", kDepth) + "}"),
            "");
}

TEST(RobHostile, LongChainsOfOperators) {
  const std::string tooLong = "this expression has more than 1000 operators";
  EXPECT_EQ(firstMessage("thread t { local r; r = 1" + repeated("+1", kTenMegabytes / 2) + "; }"),
            tooLong);
  EXPECT_EQ(firstMessage("const N = 1" + repeated("&&1", 5000) + ";"), tooLong);
  EXPECT_EQ(firstMessage("thread t { local r; r = 1" + repeated(" + r", 900) + "; }"), "");
  EXPECT_EQ(firstMessage("atomic x; thread t { while (x.load()" + repeated(" && x.load()", 900) +
                         ") skip; }"),
            "");
}

TEST(RobHostile, HugeNumbers) {
  EXPECT_EQ(firstMessage("const N = " + std::string(kTenMegabytes, '9') + "; thread t { }"),
            "this number is too large");
  EXPECT_EQ(firstMessage("atomic a[9223372036854775807]; thread t { }"),
            "an array has at most 4096 elements, not 9223372036854775807");
  EXPECT_EQ(firstMessage("thread t[9223372036854775807] { }"),
            "the program has more than 64 threads");
  EXPECT_EQ(firstMessage("atomic i99999999999999999999 x; thread t { }"),
            "there is no type 'i99999999999999999999'");
}

TEST(RobHostile, UnterminatedComments) {
  EXPECT_EQ(firstMessage("/*"), "this comment is never closed");
  EXPECT_EQ(firstMessage("thread t { } /* " + std::string(kTenMegabytes, '*')),
            "this comment is never closed");
  EXPECT_EQ(firstMessage("thread t { } //"), "");
  EXPECT_EQ(firstMessage("/*/"), "this comment is never closed");
}

TEST(RobHostile, TenMegabytesOf) {
  const auto ten = [](std::string_view part) {
    return repeated(part, kTenMegabytes / part.size());
  };
  survives(ten("a"));
  survives(ten("}"));
  survives(ten(";"));
  survives(ten("/**/"));
  survives(ten("//\n"));
  survives(ten("atomic x;\n"));
  survives(ten("thread t { }\n"));
  survives(ten("\"'$?#@\\`"));
  survives(ten("thread t { local r; r = "));
  survives("thread t { " + ten("a: ") + "}");
  survives("thread t { " + ten("goto a; "));
  survives("thread t { local r" + ten(", r") + "; }");
  survives("atomic a[4] = {" + ten("1, ") + "}; thread t { }");
  survives("const " + ten("a = 1, ") + "b = 2; thread t { }");
  survives("atomic x; thread t { x.store(" + ten("1, ") + "1); }");
}

TEST(RobHostile, LimitsAreNamed) {
  EXPECT_EQ(firstMessage("thread t { " + repeated("skip; ", 600000) + "}"),
            "the file is too long: this is word number 1000000");
  EXPECT_EQ(firstMessage("thread t { " + repeated("skip; ", 300000) + "}"), "");
  EXPECT_EQ(firstMessage("atomic x; thread t { " + repeated("x.store(1, rel);\n", 80000) + "}"),
            "thread 't' has more than 65536 instructions");
  EXPECT_EQ(firstMessage(std::string((16 << 20) + 1, ' ')), "the file is larger than 16 MB");
}

TEST(RobHostile, NoMoreThanTwentyErrors) {
  const auto diagnostics = survives("thread t { local x; " + repeated("x = ;\n", 1000) + "}");
  ASSERT_EQ(diagnostics.size(), 21u);
  EXPECT_EQ(diagnostics[20].severity, Diagnostic::Severity::Note);
  EXPECT_EQ(diagnostics[20].message, "there are more errors; the first 20 are shown");
  EXPECT_EQ(diagnostics[19].span.line, 20u);
  EXPECT_EQ(survives("thread t { local x; " + repeated("x = ;\n", 20) + "}").size(), 20u);
}

// Right programs with a few bytes changed, cut out or doubled: whatever comes of them, the
// parser says so calmly, and what it accepts the formatter keeps.
TEST(RobHostile, DamagedPrograms) {
  constexpr std::uint64_t kSeed = 7;
  std::uint64_t state = kSeed;
  const auto below = [&](std::size_t n) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::size_t>((state >> 33) % n);
  };
  constexpr std::string_view kBytes = "(){}[];:,.=<>!&|+-*/%~^ \n\"#ax019\\\0\xC3";
  for (std::uint64_t seed = 0; seed < (kSanitized ? 300 : 2000); ++seed) {
    std::string text = randomRobText(seed);
    for (std::size_t n = 1 + below(3); n > 0; --n) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = kBytes[below(kBytes.size())];
          break;
        case 1:
          text.erase(at, 1 + below(20));
          break;
        case 2:
          text.insert(at, 1, kBytes[below(kBytes.size())]);
          break;
        default:
          text.insert(at, text.substr(at, below(30)));
      }
      if (text.empty()) text.push_back(';');
    }
    const Parsed result = parseRob({"t.rob", text});
    ASSERT_EQ(result.program.has_value(), !hasErrors(result.diagnostics)) << "seed " << seed;
    std::vector<Diagnostic> diagnostics;
    const auto once = formatRob({"t.rob", text}, diagnostics);
    ASSERT_EQ(once.has_value(), diagnostics.empty()) << "seed " << seed;
    if (result.program) {
      ASSERT_TRUE(once) << "seed " << seed << "\n" << text;
      ASSERT_TRUE(sameProgram(parsed(*once), *result.program)) << "seed " << seed << "\n" << text;
    }
    if (once) {
      ASSERT_EQ(formatRob({"t.rob", *once}, diagnostics), once) << "seed " << seed << "\n" << text;
    }
  }
}

TEST(RobSpeed, AHundredLinesTakeFarLessThanAMillisecond) {
  std::string text = "atomic bool x, y; plain 0..9 d;\nthread t[2] {\n  local r;\n";
  text += repeated("  if (x.load(acq) == 0 && r < 3) { y.store(r + 1, rel); }  // a comment\n", 96);
  text += "}\n";
  constexpr int kRuns = 50;
  double best = 1;
  for (int i = 0; i < kRuns; ++i) {
    const std::clock_t start = std::clock();
    const Parsed result = parseRob({"t.rob", text});
    best = std::min(best, secondsSince(start));
    ASSERT_TRUE(result.program);
  }
  RecordProperty("microseconds", std::to_string(best * 1e6));
#ifdef NDEBUG
  EXPECT_LT(best, 0.001) << "seconds";
#endif
}

}  // namespace
}  // namespace robur::testing

// Every instruction knows the text that it comes from.
#include <gtest/gtest.h>

#include "unit/frontend_rob/support.h"

namespace robur::testing {
namespace {

std::string_view textOf(const Program& program, const Span& span) {
  const std::string_view line = program.sources[0].line(span.line);
  EXPECT_EQ(span.line, span.endLine);
  return line.substr(span.column - 1, span.endColumn - span.column);
}

std::vector<std::string_view> spans(const Program& program) {
  std::vector<std::string_view> out;
  for (const Instr& instr : program.codes[0].instrs) out.push_back(textOf(program, instr.span));
  return out;
}

TEST(RobSpans, AccessesConditionsAndStatements) {
  const Program p = parsed(R"(atomic bool x; plain d;
thread t {
  local r;
  r = x.load(acq)  ;
  d = d + (*r).load(  );
  x . store ( 1, rel );
  while (r == x.load() && (d)) { break; }
  r += 2;
  lock(x); assert(r == 1); r = wait(x != 0, acq);
  goto end;
  fence(sc);
  end: return;
}
)");
  EXPECT_EQ(spans(p),
            (std::vector<std::string_view>{
                "x.load(acq)", "d", "(*r).load(  )", "d = d + (*r).load(  )",
                "x . store ( 1, rel )", "x.load()", "r == x.load()", "d", "d", "r += 2", "lock(x)",
                "assert(r == 1)", "wait(x != 0, acq)", "goto end", "fence(sc)", "return", "}"}));
}

TEST(RobSpans, DeclarationsAndThreads) {
  const Program p = parsed("atomic x,\n  y[2];\nthread t {\n  local a, b = 1;\n}\n");
  EXPECT_EQ(textOf(p, p.locations[1].span), "y");
  EXPECT_EQ(textOf(p, p.codes[0].registers[1].span), "b");
  EXPECT_EQ(p.codes[0].span.line, 3u);
  EXPECT_EQ(p.codes[0].span.endLine, 5u);
  EXPECT_EQ(p.codes[0].span.endColumn, 2u);
  ASSERT_EQ(p.sources.size(), 1u);
  EXPECT_EQ(p.sources[0].path, "t.rob");
}

TEST(RobSpans, OverSeveralLines) {
  const Program p = parsed("atomic x;\nthread t {\n  x.cas(0,\n        1,\n    acq);\n}");
  const Span span = p.codes[0].instrs[0].span;
  EXPECT_EQ(span.line, 3u);
  EXPECT_EQ(span.column, 3u);
  EXPECT_EQ(span.endLine, 5u);
  EXPECT_EQ(span.endColumn, 9u);
}

}  // namespace
}  // namespace robur::testing

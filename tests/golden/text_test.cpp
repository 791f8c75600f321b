// What a terminal shows, compared with the files beside this one.
#include "report/text.h"

#include <gtest/gtest.h>

#include "golden/golden.h"
#include "golden/litmus_scenes.h"
#include "program/model_info.h"

namespace robur::test {

namespace {

struct Page {
  ReportOptions options;
  Plan plan = {{"one"}, {ModelName::Ra}};
  std::string text;
  std::unique_ptr<Observer> observer;

  Observer& start() {
    observer = textObserver([this](std::string_view piece) { text += piece; }, options);
    observer->begin(plan);
    return *observer;
  }
};

std::string shown(const Scene& s, const Result& result, ReportOptions options = {}) {
  Page page;
  page.options = options;
  Observer& observer = page.start();
  observer.checked(s.program, result);
  observer.end();
  return page.text;
}

std::string violation(const Scene& s, ModelName model, ReportOptions options = {}) {
  return shown(s, s.result(model, Verdict::NotRobust, {s.robustness()}), options);
}

TEST(Text, StoreBuffering) {
  expectGolden("store-buffering.txt", violation(storeBuffering(), ModelName::Ra));
}
TEST(Text, StoreBufferingInCopies) {
  expectGolden("copies.txt", violation(storeBufferingInCopies(), ModelName::Tso));
}
TEST(Text, StoreBufferingInWrappers) {
  expectGolden("wrappers.txt", violation(storeBufferingInWrappers(), ModelName::Tso));
}
TEST(Text, MessagePassing) {
  expectGolden("message-passing.txt", violation(messagePassing(), ModelName::Rc20));
}
TEST(Text, LateStore) {
  expectGolden("late-store.txt", violation(lateStore(), ModelName::Rc20));
}
TEST(Text, WriteWrite) {
  expectGolden("write-write.txt", violation(writeWrite(), ModelName::Ra));
}
TEST(Text, Iriw) {
  expectGolden("iriw.txt", violation(iriw(), ModelName::Sra));
}
TEST(Text, StaleRmw) {
  expectGolden("stale-rmw.txt", violation(staleRmw(), ModelName::Ra));
}
TEST(Text, StoreAndBuffer) {
  expectGolden("store-and-buffer.txt", violation(storeAndBuffer(), ModelName::Tso));
}

TEST(Text, Explained) {
  ReportOptions options;
  options.explain = true;
  const Scene s = storeBuffering();
  Result result = s.result(ModelName::Ra, Verdict::NotRobust, {s.robustness()});
  result.explanation = {"ST[b] = {wants_a, wants_b}", "A_T[b] = {wants_a: 0}"};
  expectGolden("explained.txt", shown(s, result, options));
}

TEST(Text, Coloured) {
  ReportOptions options;
  options.paint.colours = true;
  expectGolden("coloured.txt", violation(storeBuffering(), ModelName::Ra, options));
}

TEST(Text, QuietShowsTheVerdictOnly) {
  ReportOptions options;
  options.quiet = true;
  EXPECT_EQ(violation(storeBuffering(), ModelName::Ra, options),
            "dekker.rob: NOT ROBUST against RA · 412 states · 0.01 s\n");
}

TEST(Text, LongRunsAreFoldedAroundTheNarration) {
  Scene s("spin.rob",
          "atomic x, y, n;\n"
          "thread a { local r; x.store(1); r = y.load(); }\n"
          "thread b { local r; n.fetch_add(1); y.store(1); r = x.load(); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const CellId n = s.atomic("n");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Instr::Op::Store, 2, "x.store(1)", x);
  const Pc loadY = s.at(a, Instr::Op::Load, 2, "y.load()", y);
  const Pc add = s.at(b, Instr::Op::Rmw, 3, "n.fetch_add(1)", n);
  const Pc storeY = s.at(b, Instr::Op::Store, 3, "y.store(1)", y);
  const Pc loadX = s.at(b, Instr::Op::Load, 3, "x.load()", x);
  for (int i = 1; i <= 10; ++i) s.update(b, add, i);
  s.write(a, storeX, 1);
  for (int i = 11; i <= 30; ++i) s.update(b, add, i);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.read(b, loadX, s.initial(x));
  expectGolden("folded.txt", violation(s, ModelName::Ra));
}

TEST(Text, OtherFindings) {
  Scene s("faults.rob",
          "plain d;\n"
          "atomic 0..3 x;\n"
          "thread a { d = 1; assert(d == 2); }\n"
          "thread b { d = 2; x.store(9); }\n");
  const CellId d = s.plain("d");
  const CellId x = s.atomic("x");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc first = s.at(a, Instr::Op::Store, 3, "d = 1", d, Order::NonAtomic);
  const Pc assertion = s.at(a, Instr::Op::Assert, 3, "assert(d == 2)", d);
  const Pc second = s.at(b, Instr::Op::Store, 4, "d = 2", d, Order::NonAtomic);
  const Pc store = s.at(b, Instr::Op::Store, 4, "x.store(9)", x);
  s.write(a, first, 1);
  s.write(b, second, 2);
  Finding race = s.finding(Property::Race, b, second, "");
  race.witness.other = s.run[0];
  race.witness.offender = s.run[1];
  expectGolden(
      "other-findings.txt",
      shown(s, s.result(ModelName::Rc20, Verdict::NotRobust,
                        {race, s.finding(Property::Assertion, a, assertion, "d is 1"),
                         s.finding(Property::Overflow, b, store, "9 is outside of 0..3")})));
}

TEST(Text, Verdicts) {
  const Scene s = storeBuffering();
  Page page;
  Observer& observer = page.start();
  for (const ModelName model : kAllModels)
    observer.checked(s.program, s.result(model, Verdict::Robust));
  Result argued = s.result(ModelName::Rc20, Verdict::Robust);
  argued.argument = "every access is sc, and there is no race";
  observer.checked(s.program, argued);
  const Finding failing = s.finding(Property::Assertion, ThreadId{0}, 0, "r is 0");
  observer.checked(s.program, s.result(ModelName::Sc, Verdict::Robust, {failing}));
  observer.checked(s.program, s.result(ModelName::Ra, Verdict::Robust, {failing}));
  Result unknown = s.result(ModelName::Ra, Verdict::Unknown);
  unknown.reason = "stopped at 412 states (--max-states); none of them shows a violation";
  observer.checked(s.program, unknown);
  unknown.model = ModelName::Sc;
  observer.checked(s.program, unknown);
  observer.end();
  expectGolden("verdicts.txt", page.text);
}

TEST(Text, NotesAppearOncePerFile) {
  const Scene s = messagePassing();
  Result result = s.result(ModelName::Ra, Verdict::Robust);
  result.spinLoops = {{CodeId{1}, s.spanOf(8, "wait(ready == 1, rlx)")}};
  result.blocked = {{ThreadId{1}, 0}, {ThreadId{1}, 0}};
  Page page;
  Observer& observer = page.start();
  observer.checked(s.program, result);
  result.model = ModelName::Rc20;
  observer.checked(s.program, result);
  observer.end();
  expectGolden("notes.txt", page.text);
}

TEST(Text, SeveralModelsShareADiagnosticAndSeveralFilesATable) {
  const Scene dekker = storeBuffering();
  const Scene mp = messagePassing();
  Page page;
  page.plan = {{"dekker.rob", "mp.rob", "broken.rob", "big.rob"},
               {ModelName::Sc, ModelName::Tso, ModelName::Rc20}};
  Observer& observer = page.start();
  observer.checked(dekker.program, dekker.result(ModelName::Sc, Verdict::Robust));
  for (const ModelName model : {ModelName::Tso, ModelName::Rc20}) {
    observer.checked(dekker.program,
                     dekker.result(model, Verdict::NotRobust, {dekker.robustness()}));
  }
  Result result = mp.result(ModelName::Sc, Verdict::Robust,
                            {mp.finding(Property::Assertion, ThreadId{1}, 1, "r is 0")});
  observer.checked(mp.program, result);
  result.model = ModelName::Tso;
  observer.checked(mp.program, result);
  observer.checked(mp.program, mp.result(ModelName::Rc20, Verdict::NotRobust, {mp.robustness()}));
  observer.rejected("broken.rob", {}, {});
  result = mp.result(ModelName::Sc, Verdict::Robust);
  result.file = "big.rob";
  observer.checked(mp.program, result);
  result.verdict = Verdict::Unknown;
  result.reason = "the time is up (--timeout)";
  for (const ModelName model : {ModelName::Tso, ModelName::Rc20}) {
    result.model = model;
    observer.checked(mp.program, result);
  }
  observer.end();
  expectGolden("several.txt", page.text);
}

TEST(Text, HostileSourceLinesStayOnTheirLine) {
  const std::string filler(5000, 'x');
  Scene s("hostile.rob",
          "\t\xc3\xa4 \x1b[2J\x07 d = 1;" + filler + "\n" + filler + " d = 2;" + filler);
  const CellId d = s.plain("d");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc first = s.at(a, Instr::Op::Store, 1, "d = 1", d, Order::NonAtomic);
  const Pc second = s.at(b, Instr::Op::Store, 2, "d = 2", d, Order::NonAtomic);
  s.write(a, first, 1);
  s.write(b, second, 2);
  Finding race = s.finding(Property::Race, b, second, "");
  race.witness.other = s.run[0];
  race.witness.offender = s.run[1];
  const std::string text = shown(s, s.result(ModelName::Ra, Verdict::NotRobust, {race}));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_EQ(text.find('\t'), std::string::npos);
  expectGolden("hostile.txt", text);
}

TEST(Text, TotalOnSpansOutsideOfTheText) {
  Scene s = storeBuffering();
  for (Instr& instr : s.program.codes[0].instrs) instr.span = {0, 77, 500, 99, 1};
  for (Instr& instr : s.program.codes[1].instrs) instr.span = {5, 1, 1, 1, 9};
  EXPECT_FALSE(violation(s, ModelName::Ra).empty());
  for (Code& code : s.program.codes) {
    for (Instr& instr : code.instrs) instr.span = {};
  }
  EXPECT_NE(violation(s, ModelName::Ra).find("(4) reads 0"), std::string::npos);
}

}  // namespace

}  // namespace robur::test

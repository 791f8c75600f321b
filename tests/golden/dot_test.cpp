// Pictures: Graphviz accepts them, whatever the source text holds.
#include "report/dot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <vector>

#include "golden/golden.h"
#include "golden/litmus_scenes.h"
#include "report/drawing.h"

namespace robur::test {

namespace {

std::string drawn(const Scene& s, ModelName model, bool whole = false) {
  const Result result = s.result(model, Verdict::NotRobust, {s.robustness()});
  return dotGraph(result.file, drawingOf(s.program, {model, whole}, result.findings[0]));
}

// True if `dot` lays it out without a complaint.
bool accepted(const std::string& text) {
  std::FILE* dot = ::popen("dot -Tsvg -o /dev/null 2>&1", "w");
  if (dot == nullptr) return false;
  std::fwrite(text.data(), 1, text.size(), dot);
  return ::pclose(dot) == 0;
}

bool haveDot() {
  return std::system("command -v dot > /dev/null 2>&1") == 0;
}

TEST(Dot, Picture) {
  expectGolden("dekker.dot", drawn(storeBuffering(), ModelName::Ra));
}

TEST(Dot, EveryEdgeHasTheNameOfItsRelation) {
  const std::string picture = drawn(storeBuffering(), ModelName::Ra);
  std::size_t edges = 0;
  for (std::size_t at = picture.find(" -> "); at != std::string::npos;
       at = picture.find(" -> ", at + 1), ++edges) {
    const std::string edge = picture.substr(at, picture.find('\n', at) - at);
    EXPECT_TRUE(edge.find("label=\" po\"") != std::string::npos ||
                edge.find("label=\" rf\"") != std::string::npos ||
                edge.find("label=\" mo\"") != std::string::npos ||
                edge.find("label=\" fr\"") != std::string::npos)
        << edge;
  }
  EXPECT_EQ(edges, 6u);
}

// What is wrong is what was found, and where the run leaves SC is said below.
TEST(Dot, TitlesSayWhatIsWrong) {
  const Scene s = storeBuffering();
  Verification v;
  v.file = "dekker.rob";
  v.model = ModelName::Ra;
  v.safety = Safety::Unsafe;
  v.finding = s.finding(Property::Assertion, ThreadId{1}, 1, "r is 0");
  v.departure = s.robustness();
  std::string text;
  const auto observer = dotObserver([&](std::string_view piece) { text += piece; }, {});
  observer->verified(s.program, v);
  observer->end();
  EXPECT_NE(text.find(">assertion: this assertion can fail<"), std::string::npos) << text;
  EXPECT_NE(text.find(">the run leaves SC here: this load can miss a store that SC has already "
                      "ordered before it [store-buffering]<"),
            std::string::npos)
      << text;
  EXPECT_TRUE(accepted(text));
}

TEST(Dot, WrappersHaveTheLineOfTheirCaller) {
  const std::string picture = drawn(storeBufferingInWrappers(), ModelName::Tso);
  EXPECT_NE(picture.find("client.c:5, in lib_write<"), std::string::npos) << picture;
  EXPECT_NE(picture.find("client.c:2, in lib_read<"), std::string::npos) << picture;
}

TEST(Dot, GraphvizAcceptsEveryNarration) {
  ASSERT_TRUE(haveDot()) << "Graphviz is not installed";
  for (const auto narration :
       {storeBuffering, storeBufferingInCopies, storeBufferingInWrappers, messagePassing, lateStore,
        writeWrite, iriw, staleRmw, storeAndBuffer}) {
    const Scene s = narration();
    EXPECT_TRUE(accepted(drawn(s, ModelName::Rc20))) << s.program.sources[0].path;
  }
}

// Where Graphviz puts the threads' first events, from left to right.
std::vector<double> columnsOf(const std::string& dot, const Scene& s) {
  const std::string path = testing::TempDir() + "/robur-order.dot";
  std::ofstream(path) << dot;
  std::vector<double> columns;
  for (std::uint32_t t = 0; t < s.program.threads.size(); ++t) {
    for (const EventId id : s.run) {
      if (s.graph[id].thread != ThreadId{t}) continue;
      const std::string command = "dot -Tplain '" + path + "' | awk '$1 == \"node\" && $2 == \"e" +
                                  std::to_string(raw(id)) + "\" { print $3 }'";
      std::FILE* answer = ::popen(command.c_str(), "r");
      double column = -1;
      if (answer == nullptr || std::fscanf(answer, "%lf", &column) != 1) column = -1;
      if (answer != nullptr) ::pclose(answer);
      columns.push_back(column);
      break;
    }
  }
  return columns;
}

TEST(Dot, ThreadsStandInTheirOrder) {
  ASSERT_TRUE(haveDot()) << "Graphviz is not installed";
  for (const auto narration : {storeBuffering, storeBufferingInCopies, messagePassing, lateStore,
                               writeWrite, iriw, staleRmw, storeAndBuffer}) {
    const Scene s = narration();
    const std::vector<double> columns = columnsOf(drawn(s, ModelName::Rc20), s);
    EXPECT_EQ(columns.size(), s.program.threads.size());
    EXPECT_TRUE(std::ranges::is_sorted(columns)) << s.program.sources[0].path;
    EXPECT_GT(columns.front(), 0);
  }
}

TEST(Dot, GraphvizAcceptsAnySourceText) {
  ASSERT_TRUE(haveDot()) << "Graphviz is not installed";
  Scene s = storeBuffering();
  std::string& text = s.program.sources[0].text;
  text.replace(text.find("wants_a.store"), 13, "\"\\<&>\x01\xff\"</b>--");
  s.program.threads[0].name = "a\"]; bad [label=\"";
  s.program.sources[0].path = "d\\\"ir/\xc3\xa4<b>.rob";
  EXPECT_TRUE(accepted(drawn(s, ModelName::Ra)));
}

TEST(Dot, LargeGraphsShowTheCycleOnly) {
  Scene s(
      "many.rob",
      "thread a { x.store(1); y.load(); n.fetch_add(1); }\nthread b { y.store(1); x.load(); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const CellId n = s.atomic("n");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc storeX = s.at(a, Instr::Op::Store, 1, "x.store(1)", x);
  const Pc loadY = s.at(a, Instr::Op::Load, 1, "y.load()", y);
  const Pc add = s.at(a, Instr::Op::Rmw, 1, "n.fetch_add(1)", n);
  const Pc storeY = s.at(b, Instr::Op::Store, 2, "y.store(1)", y);
  const Pc loadX = s.at(b, Instr::Op::Load, 2, "x.load()", x);
  s.write(a, storeX, 1);
  for (int i = 1; i <= 100; ++i) s.update(a, add, i);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.read(b, loadX, s.initial(x));
  const std::string folded = drawn(s, ModelName::Ra);
  EXPECT_EQ(folded.find("fetch_add"), std::string::npos);
  EXPECT_NE(folded.find("100 more"), std::string::npos);
  const std::string whole = drawn(s, ModelName::Ra, true);
  EXPECT_NE(whole.find("fetch_add"), std::string::npos);
  EXPECT_TRUE(!haveDot() || accepted(folded));
}

TEST(Dot, TheSamePictureIsDrawnOnceForAllModelsAndNoPictureIsValidToo) {
  const auto told = [](int times) {
    std::string text;
    const auto observer = dotObserver([&](std::string_view piece) { text += piece; }, {});
    observer->begin({});
    const Scene s = storeBuffering();
    for (int i = 0; i < times; ++i) {
      observer->checked(s.program, s.result(i == 0 ? ModelName::Tso : ModelName::Ra,
                                            Verdict::NotRobust, {s.robustness()}));
    }
    observer->end();
    return text;
  };
  const std::string both = told(2);
  EXPECT_EQ(both.find("digraph"), both.rfind("digraph"));
  EXPECT_TRUE(both.starts_with("digraph \"dekker.rob under TSO and RA\"")) << both;
  EXPECT_TRUE(told(1).starts_with("digraph \"dekker.rob under TSO\"")) << told(1);
  EXPECT_TRUE(told(0).starts_with("digraph"));
  EXPECT_TRUE(!haveDot() || accepted(told(0)));
}

}  // namespace

}  // namespace robur::test

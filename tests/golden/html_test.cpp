// The parts of the page: pictures of every kind of cycle, memory along a run, escaping.
#include <gtest/gtest.h>

#include <regex>

#include "golden/litmus_scenes.h"
#include "golden/scene.h"
#include "report/html/graph_edges.h"
#include "report/html/html.h"
#include "report/html/markup.h"
#include "report/html/memory.h"
#include "report/tour.h"

namespace robur::test {

namespace {

using report_html::drawnGraph;
using report_html::Memory;
using report_html::View;

std::string pageOf(const Scene& s, ModelName model, const Finding& finding) {
  std::string text;
  const auto observer = htmlObserver([&](std::string_view piece) { text += piece; }, {});
  observer->begin({});
  observer->checked(s.program, s.result(model, Verdict::NotRobust, {finding}));
  observer->end();
  return text;
}

std::size_t count(const std::string& text, const std::string& expression) {
  const std::regex regex(expression);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), {}));
}

// The text of the pictures of this class.
std::string pictures(const std::string& page, const std::string& name) {
  std::string out;
  for (std::size_t at = 0; (at = page.find("<svg class=\"" + name + "\"", at)) != std::string::npos;
       ++at) {
    out += page.substr(at, page.find("</svg>", at) - at);
  }
  return out;
}

TEST(Page, EveryEdgeOfACycleIsAnArrowInBothLayouts) {
  for (const auto scene : {storeBuffering, storeBufferingInCopies, storeBufferingInWrappers,
                           messagePassing, lateStore, writeWrite, iriw, staleRmw, storeAndBuffer}) {
    const Scene s = scene();
    SCOPED_TRACE(s.program.sources[0].path);
    const Finding finding = s.robustness();
    const std::string page = pageOf(s, ModelName::Rc20, finding);
    const std::string heads = "class=\"head";
    const std::size_t edges = tourOf(finding, ModelName::Rc20).size();
    const std::size_t inside = count(pictures(page, "gutter"), heads);
    EXPECT_EQ(inside + count(pictures(page, "side"), heads), edges);
    EXPECT_EQ(inside + count(pictures(page, "channel"), heads), edges);
  }
}

TEST(Page, TheGraphHasTheWholeCycleOnce) {
  for (const auto scene : {storeBuffering, messagePassing, lateStore, writeWrite, iriw, staleRmw}) {
    const Scene s = scene();
    SCOPED_TRACE(s.program.sources[0].path);
    const Finding finding = s.robustness();
    View view;
    view.program = &s.program;
    view.finding = &finding;
    view.narration = narrate(s.program, ModelName::Rc20, finding);
    std::size_t inCycle = 0;
    for (const report_html::DrawnEdge& edge : drawnGraph(view).edges) {
      inCycle += edge.inCycle ? 1 : 0;
    }
    EXPECT_EQ(inCycle, finding.witness.cycle.size());
  }
}

// Of a run with many events only the cycle is drawn, and the number of the others is said.
TEST(Page, ALargeGraphShowsTheCycleOnly) {
  Scene s("many.rob",
          "thread a { x.store(1); y.load(); n.fetch_add(1); }\n"
          "thread b { y.store(1); x.load(); }\n");
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
  for (int i = 1; i <= 200; ++i) s.update(a, add, i);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.read(b, loadX, s.initial(x));
  const std::string page = pageOf(s, ModelName::Ra, s.robustness());
  EXPECT_EQ(count(page, "class=\"event"), 4u);
  EXPECT_NE(page.find("po, 200 more"), std::string::npos);
  // The middle of the run is folded, and memory is right nevertheless.
  EXPECT_NE(page.find("⋯ 84 more steps ⋯"), std::string::npos);
  EXPECT_EQ(page.find("[2,\"113\",\"113\"]"), std::string::npos);
  EXPECT_NE(page.find("[2,\"114\",\"114\"]"), std::string::npos);
  EXPECT_NE(page.find("[2,\"200\",\"200\"]"), std::string::npos);
}

// An SC run up to its last step: until then memory is the same in both versions.
TEST(Page, MemoryIsThatOfScUntilTheLastStep) {
  for (const auto scene : {storeBuffering, messagePassing, lateStore, writeWrite, iriw, staleRmw}) {
    const Scene s = scene();
    SCOPED_TRACE(s.program.sources[0].path);
    const Witness witness = s.robustness().witness;
    Memory memory(s.program, witness);
    bool differs = false;
    for (const EventId id : witness.run) {
      EXPECT_FALSE(differs);
      const auto read = memory.step(id);
      if (read) differs = !read->sameWrite;
      for (const CellId cell : memory.cells()) {
        differs = differs || memory.at(cell).here != memory.at(cell).sc;
      }
    }
    EXPECT_TRUE(differs);
  }
}

TEST(Page, TextOfTheUserCannotEndAnElement) {
  EXPECT_EQ(report_html::escaped("<a href=\"x\">&\x01\xff"), "&lt;a href=&quot;x&quot;&gt;&amp;??");
  EXPECT_EQ(report_html::island(Json("</script><!--")), "\"\\u003c/script\\u003e\\u003c!--\"");
  EXPECT_EQ(report_html::prose("run `robur <x>` or `y"), "run <code>robur &lt;x&gt;</code> or `y");
  Scene s = storeBuffering();
  std::string& text = s.program.sources[0].text;
  text.replace(text.find("wants_a.store"), 13, "</script><b>x");
  s.program.threads[0].name = "</script>";
  s.program.sources[0].path = "</title>.rob";
  const std::string page = pageOf(s, ModelName::Ra, s.robustness());
  EXPECT_EQ(count(page, "</script>"), 2u);
  EXPECT_EQ(count(page, "</title>"), 2u);  // the page's and the graph's
}

}  // namespace

}  // namespace robur::test

// The reordering is named rightly, and each scene is what it claims to be: allowed by the
// model, forbidden under SC.
#include "report/narrate.h"

#include <gtest/gtest.h>

#include "golden/litmus_scenes.h"
#include "program/model_info.h"

namespace robur::test {

namespace {

struct Case {
  const char* name;
  Scene (*scene)();
  ModelName model;
  const char* kind;
  const char* cycle;
};

class Narrate : public testing::TestWithParam<Case> {};

TEST_P(Narrate, NamesTheReordering) {
  const Scene s = GetParam().scene();
  ASSERT_TRUE(consistent(s.program, s.graph, GetParam().model));
  ASSERT_FALSE(consistent(s.program, s.graph, ModelName::Sc));
  const Narration narration = narrate(s.program, GetParam().model, s.robustness());
  EXPECT_EQ(narration.kind, GetParam().kind);
  EXPECT_EQ(narration.cycle, GetParam().cycle);
  ASSERT_FALSE(narration.remarks.empty());
  EXPECT_TRUE(narration.remarks.back().primary) << "the offender comes last";
  EXPECT_EQ(narration.remarks.back().event, s.run.back());
  EXPECT_FALSE(narration.why.empty());
  unsigned expected = 0;
  for (const Remark& remark : narration.remarks) {
    EXPECT_EQ(remark.number, ++expected);
    EXPECT_FALSE(remark.text.empty());
    EXPECT_TRUE(remark.span.known());
    EXPECT_EQ(narration.numberOf(remark.event), remark.number);
  }
}

constexpr const char* kStoreBuffering =
    "(1) -po-> (2) -reads-before-> (3) -po-> (4) -reads-before-> (1)";

INSTANTIATE_TEST_SUITE_P(
    Stories, Narrate,
    testing::Values(
        Case{"StoreBuffering", storeBuffering, ModelName::Tso, "store-buffering", kStoreBuffering},
        Case{"Copies", storeBufferingInCopies, ModelName::Ra, "store-buffering", kStoreBuffering},
        Case{"MessagePassing", messagePassing, ModelName::Rc20, "message-passing",
             "(1) -po-> (2) -read-by-> (3) -po-> (4) -reads-before-> (1)"},
        Case{"MessagePassingUnderPso", messagePassing, ModelName::Pso, "message-passing",
             "(1) -po-> (2) -read-by-> (3) -po-> (4) -reads-before-> (1)"},
        Case{"WriteWriteUnderPso", writeWrite, ModelName::Pso, "write-write",
             "(1) -po-> (2) -overwritten-by-> (3) -po-> (4) -overwritten-by-> (1)"},
        Case{"LateStore", lateStore, ModelName::Rc20, "message-passing",
             "(1) -po-> (2) -read-by-> (3) -po-> (4) -overwritten-by-> (1)"},
        Case{"WriteWrite", writeWrite, ModelName::Ra, "write-write",
             "(1) -po-> (2) -overwritten-by-> (3) -po-> (4) -overwritten-by-> (1)"},
        Case{"Iriw", iriw, ModelName::Sra, "iriw",
             "(1) -read-by-> (2) -po-> (3) -reads-before-> (4) -read-by-> (5) -po-> (6) "
             "-reads-before-> (1)"},
        Case{"StoreAndBuffer", storeAndBuffer, ModelName::Tso, "store-buffering",
             "(1) -po-> (2) -overwritten-by-> (3) -po-> (4) -reads-before-> (1)"}),
    [](const testing::TestParamInfo<Case>& test) { return test.param.name; });

TEST(Narrate, NamesTheStoresThatPsoReorders) {
  for (const Scene& s : {messagePassing(), writeWrite()}) {
    const std::string why = narrate(s.program, ModelName::Pso, s.robustness()).why;
    EXPECT_NE(why.find("under PSO stores to different locations"), std::string::npos) << why;
    EXPECT_NE(why.find("release fence"), std::string::npos) << why;
    EXPECT_EQ(why.find("acquires"), std::string::npos) << why;
  }
}

TEST(Narrate, SaysThatAReadModifyWriteIsStale) {
  const Scene s = staleRmw();
  ASSERT_TRUE(consistent(s.program, s.graph, ModelName::Ra));
  const Narration narration = narrate(s.program, ModelName::Ra, s.robustness());
  EXPECT_EQ(narration.kind, "stale-rmw");
  EXPECT_NE(narration.headline.find("read-modify-write"), std::string::npos);
}

// What is said of each access.
std::vector<std::string> remarks(const Scene& s, ModelName model) {
  EXPECT_TRUE(consistent(s.program, s.graph, model));
  std::vector<std::string> texts;
  for (const Remark& remark : narrate(s.program, model, s.robustness()).remarks) {
    texts.push_back(remark.text);
  }
  EXPECT_EQ(texts.size(), 4u);
  texts.resize(4);
  return texts;
}

TEST(Narrate, NoStoreIsOnItsWayBehindAFence) {
  for (const ModelName model : weakModels()) {
    const auto texts = remarks(storeBufferingWithFence(model), model);
    EXPECT_EQ(texts[0], "may still be on its way when (2) runs");
    EXPECT_EQ(texts[2], "writes 1, before (4)");
  }
}

TEST(Narrate, AReadModifyWriteEmptiesTheBuffersOfTsoAndPsoOnly) {
  EXPECT_EQ(remarks(storeBufferingWithRmw(), ModelName::Tso)[2], "writes 1, before (4)");
  EXPECT_EQ(remarks(storeBufferingWithRmw(), ModelName::Pso)[2], "writes 1, before (4)");
  EXPECT_EQ(remarks(storeBufferingWithRmw(), ModelName::Ra)[2],
            "may still be on its way when (4) runs");
}

TEST(Narrate, SoDoesACompareAndSwapThatFails) {
  const auto failing = [](bool locked) {
    Scene s("cas-between.rob",
            "atomic x, y, z;\n"
            "thread a { x.store(1); r = y.load(); }\n"
            "thread b { y.store(1); z.cas(1, 2); r = x.load(); }\n");
    const CellId x = s.atomic("x");
    const CellId y = s.atomic("y");
    const CellId z = s.atomic("z");
    const ThreadId a = s.thread("a");
    const ThreadId b = s.thread("b");
    const Pc storeX = s.at(a, Instr::Op::Store, 2, "x.store(1)", x);
    const Pc loadY = s.at(a, Instr::Op::Load, 2, "y.load()", y);
    const Pc storeY = s.at(b, Instr::Op::Store, 3, "y.store(1)", y);
    const Pc cas = s.at(b, Instr::Op::Cas, 3, "z.cas(1, 2)", z);
    const Pc loadX = s.at(b, Instr::Op::Load, 3, "x.load()", x);
    s.write(a, storeX, 1);
    s.read(a, loadY);
    s.write(b, storeY, 1);
    s.graph.events[raw(s.read(b, cas))].locked = locked;
    s.read(b, loadX, s.initial(x));
    return s;
  };
  EXPECT_EQ(remarks(failing(true), ModelName::Tso)[2], "writes 1, before (4)");
  EXPECT_EQ(remarks(failing(false), ModelName::Tso)[2], "may still be on its way when (4) runs");
  EXPECT_EQ(remarks(failing(true), ModelName::Ra)[2], "may still be on its way when (4) runs");
}

TEST(Narrate, AFencedStoreAndLoadAreNotWhatIsReordered) {
  const Scene s = storeAndBufferWithFence(ModelName::Ra);
  ASSERT_TRUE(consistent(s.program, s.graph, ModelName::Ra));
  EXPECT_EQ(narrate(s.program, ModelName::Ra, s.robustness()).kind, "write-write");
}

TEST(Narrate, TwoScAccessesAreNotWhatIsReorderedUnderRc11) {
  Scene s = storeAndBuffer();
  EXPECT_EQ(narrate(s.program, ModelName::Rc11, s.robustness()).kind, "store-buffering");
  for (Event& event : s.graph.events) {
    if (!event.init && event.thread == s.graph[s.run.back()].thread) event.order = Order::Sc;
  }
  ASSERT_TRUE(consistent(s.program, s.graph, ModelName::Rc11));
  EXPECT_EQ(narrate(s.program, ModelName::Rc11, s.robustness()).kind, "write-write");
}

TEST(Narrate, BlamesTheEndOfTheMessageThatIsWeak) {
  const Scene s = messagePassing();
  const Narration narration = narrate(s.program, ModelName::Rc20, s.robustness());
  EXPECT_TRUE(narration.why.ends_with("here (3) is rlx")) << narration.why;  // (2) releases
}

TEST(Narrate, AFenceOfTheRightKindIsAnEndThatIsNotWeak) {
  const auto blamed = [](Order writers, Order readers) {
    Scene s("mp.rob",
            "atomic x, y;\n"
            "thread a { x.store(1); fence(writers); y.store(1); }\n"
            "thread b { r = y.load(); fence(readers); r = x.load(); }\n");
    const CellId x = s.atomic("x");
    const CellId y = s.atomic("y");
    const ThreadId a = s.thread("a");
    const ThreadId b = s.thread("b");
    const Pc storeX = s.at(a, Instr::Op::Store, 2, "x.store(1)", x);
    const Pc between = s.at(a, Instr::Op::Fence, 2, "fence(writers)", x, writers);
    const Pc storeY = s.at(a, Instr::Op::Store, 2, "y.store(1)", y);
    const Pc loadY = s.at(b, Instr::Op::Load, 3, "y.load()", y);
    const Pc after = s.at(b, Instr::Op::Fence, 3, "fence(readers)", x, readers);
    const Pc loadX = s.at(b, Instr::Op::Load, 3, "x.load()", x);
    s.write(a, storeX, 1);
    s.fence(a, between, ModelName::Rc20, writers);
    s.write(a, storeY, 1);
    s.read(b, loadY);
    s.fence(b, after, ModelName::Rc20, readers);
    s.read(b, loadX, s.initial(x));
    EXPECT_TRUE(consistent(s.program, s.graph, ModelName::Rc20));
    const std::string why = narrate(s.program, ModelName::Rc20, s.robustness()).why;
    return why.substr(why.find("here "));
  };
  EXPECT_EQ(blamed(Order::Acq, Order::Rel), "here (2) is rlx, (3) is rlx");
  EXPECT_EQ(blamed(Order::Rel, Order::Rel), "here (3) is rlx");
  EXPECT_EQ(blamed(Order::Acq, Order::Acq), "here (2) is rlx");
}

// The weak ones of a cycle in which others are sc or have sc fences.
std::string blamedUnderRc11(const Scene& s) {
  EXPECT_TRUE(consistent(s.program, s.graph, ModelName::Rc11));
  const std::string why = narrate(s.program, ModelName::Rc11, s.robustness()).why;
  return why.substr(why.find("here "));
}

TEST(Narrate, AccessesAroundAnScFenceAreNotBlamedForNotBeingSc) {
  Scene s("ring.rob",
          "atomic x, y, z;\n"
          "thread a { x.store(1, sc); r = y.load(sc); }\n"
          "thread b { y.store(1); fence(sc); r = z.load(); }\n"
          "thread c { z.store(1); r = x.load(); }\n");
  const CellId x = s.atomic("x");
  const CellId y = s.atomic("y");
  const CellId z = s.atomic("z");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const ThreadId c = s.thread("c");
  const Pc storeX = s.at(a, Instr::Op::Store, 2, "x.store(1, sc)", x, Order::Sc);
  const Pc loadY = s.at(a, Instr::Op::Load, 2, "y.load(sc)", y, Order::Sc);
  const Pc storeY = s.at(b, Instr::Op::Store, 3, "y.store(1)", y);
  const Pc fence = s.at(b, Instr::Op::Fence, 3, "fence(sc)", x, Order::Sc);
  const Pc loadZ = s.at(b, Instr::Op::Load, 3, "z.load()", z);
  const Pc storeZ = s.at(c, Instr::Op::Store, 4, "z.store(1)", z);
  const Pc loadX = s.at(c, Instr::Op::Load, 4, "x.load()", x);
  s.write(a, storeX, 1);
  s.read(a, loadY);
  s.write(b, storeY, 1);
  s.fence(b, fence, ModelName::Rc11);
  s.read(b, loadZ);
  s.write(c, storeZ, 1);
  s.read(c, loadX, s.initial(x));
  EXPECT_EQ(blamedUnderRc11(s), "here (5) is rlx, (6) is rlx");
}

TEST(Narrate, NorIsAStoreBetweenTwoThreadsWithScFences) {
  Scene s("three.rob",
          "atomic x, y, z;\n"
          "thread p { x.store(1); } thread q { y.store(1); } thread r { z.store(1); }\n"
          "thread a { r = x.load(); fence(sc); r = y.load(sc); }\n"
          "thread b { r = y.load(); fence(sc); r = z.load(); }\n"
          "thread c { r = z.load(); r = x.load(); }\n");
  const CellId cells[] = {s.atomic("x"), s.atomic("y"), s.atomic("z")};
  const ThreadId writers[] = {s.thread("p"), s.thread("q"), s.thread("r")};
  const ThreadId readers[] = {s.thread("a"), s.thread("b"), s.thread("c")};
  for (unsigned i = 0; i < 3; ++i) {
    const char name = "xyz"[i];
    const char next = "xyz"[(i + 1) % 3];
    const CellId cell = cells[(i + 1) % 3];
    const Pc store =
        s.at(writers[i], Instr::Op::Store, 2, name + std::string(".store(1)"), cells[i]);
    s.write(writers[i], store, 1);
    s.read(readers[i],
           s.at(readers[i], Instr::Op::Load, 3 + i, name + std::string(".load()"), cells[i]));
    if (i < 2) {
      const Pc fence = s.at(readers[i], Instr::Op::Fence, 3 + i, "fence(sc)", cells[i], Order::Sc);
      s.fence(readers[i], fence, ModelName::Rc11);
    }
    const Order order = i == 0 ? Order::Sc : Order::Rlx;
    const Pc load = s.at(readers[i], Instr::Op::Load, 3 + i,
                         next + std::string(i == 0 ? ".load(sc)" : ".load()"), cell, order);
    s.read(readers[i], load, s.initial(cell));
  }
  // (1) x.store, (2) and (3) of a, (4) y.store, (5) and (6) of b, (7) z.store, (8) and (9) of c
  EXPECT_EQ(blamedUnderRc11(s), "here (1) is rlx, (7) is rlx, (8) is rlx, (9) is rlx");
}

TEST(Narrate, ExistsEvenWithoutACycle) {
  const Scene s = storeBuffering();
  Finding finding = s.robustness();
  finding.witness = {};
  const Narration narration = narrate(s.program, ModelName::Ra, finding);
  ASSERT_EQ(narration.remarks.size(), 1u);
  EXPECT_TRUE(narration.cycle.empty());
  EXPECT_FALSE(narration.headline.empty());
}

// What is wrong comes from the instruction, whatever its wording; labels never decide.
TEST(Narrate, AnAssertionSaysItselfWhatIsWrong) {
  Scene s("free.rob", "atomic x;\nthread a { assert(0); }\n");
  const ThreadId a = s.thread("a");
  const Pc pc = s.at(a, Instr::Op::Assert, 2, "assert(0)", CellId{0});
  s.program.codes[raw(a)].labels = {{"a label of several words", pc}};
  const Finding finding = s.finding(Property::Assertion, a, pc, "");
  const std::string usual = narrate(s.program, ModelName::Ra, finding).headline;
  EXPECT_NE(usual, "a label of several words");
  s.program.codes[raw(a)].instrs[pc].complaint = "freed";
  EXPECT_EQ(narrate(s.program, ModelName::Ra, finding).headline, "freed");
}

TEST(Narrate, NamesBothPlacesOfARace) {
  Scene s("race.rob", "plain d;\nthread a { d = 1; }\nthread b { d = 2; }\n");
  const CellId d = s.plain("d");
  const ThreadId a = s.thread("a");
  const ThreadId b = s.thread("b");
  const Pc first = s.at(a, Instr::Op::Store, 2, "d = 1", d, Order::NonAtomic);
  const Pc second = s.at(b, Instr::Op::Store, 3, "d = 2", d, Order::NonAtomic);
  s.write(a, first, 1);
  s.write(b, second, 2);
  Finding finding = s.finding(Property::Race, b, second, "");
  finding.witness.other = s.run[0];
  finding.witness.offender = s.run[1];
  const Narration narration = narrate(s.program, ModelName::Ra, finding);
  EXPECT_EQ(narration.kind, "race");
  ASSERT_EQ(narration.remarks.size(), 2u);
  EXPECT_EQ(narration.remarks[0].span.line, 2u);
  EXPECT_EQ(narration.remarks[1].span.line, 3u);
  EXPECT_TRUE(narration.remarks[1].primary);
  EXPECT_NE(narration.headline.find("data race on d"), std::string::npos);
}

}  // namespace

}  // namespace robur::test

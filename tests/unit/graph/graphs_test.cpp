// What holds between the models on all graphs, and cycles and races against definitions
// that try everything.
#include <gtest/gtest.h>

#include "generators/random_graph.h"
#include "graph/axioms.h"
#include "graph/relations.h"
#include "program/model_info.h"

namespace robur::testing {
namespace {

EventId id(std::size_t i) {
  return EventId{static_cast<std::uint32_t>(i)};
}

// SC is the strongest model, then TSO, SRA, RA, and RC20 without sc accesses. TSO does
// not see SC fences as the others do, so those are left out when it takes part.
TEST(Models, AreOrderedByStrength) {
  Rng rng(1);
  int differences[4] = {};
  for (int round = 0; round < 20000; ++round) {
    const Program frame = frameForGraphs(false);
    const bool fences = rng.chance(50);
    const ExecutionGraph graph =
        randomGraph(rng, frame, {.events = 6 + rng.below(8), .scFences = fences});
    const bool sc = consistent(frame, graph, ModelName::Sc);
    const bool tso = fences ? sc : consistent(frame, graph, ModelName::Tso);
    const bool sra = consistent(frame, graph, ModelName::Sra);
    const bool ra = consistent(frame, graph, ModelName::Ra);
    const bool rc20 = consistent(frame, graph, ModelName::Rc20);
    ASSERT_TRUE((!sc || tso) && (!tso || sra) && (!sra || ra) && (!ra || rc20)) << round;
    differences[0] += !sc && tso;
    differences[1] += !tso && sra;
    differences[2] += !sra && ra;
    differences[3] += !ra && rc20;
  }
  for (const int count : differences) EXPECT_GT(count, 5);  // else the test saw nothing
}

// RC11 and RC20 differ in their SC fences and in nothing else.
TEST(Models, Rc11IsRc20WithoutScFences) {
  Rng rng(6);
  int differences[2] = {};
  for (int round = 0; round < 20000; ++round) {
    const Program frame = frameForGraphs(round % 2 == 0);
    const ExecutionGraph graph = randomGraph(
        rng, frame, {.events = 6 + rng.below(8), .scAccesses = true, .model = ModelName::Rc11});
    const bool rc11 = consistent(frame, graph, ModelName::Rc11);
    ASSERT_EQ(rc11, consistent(frame, graph, ModelName::Rc20)) << round;
    const bool sc = consistent(frame, graph, ModelName::Sc);
    ++differences[rc11 && !sc];
  }
  for (const int count : differences) EXPECT_GT(count, 100);
}

// An SC fence of RC11 does more than a fence that is acq_rel, and putting one in never allows
// anything new.
TEST(Models, Rc11FencesOnlyForbid) {
  Rng rng(7);
  int forbidden = 0;
  for (int round = 0; round < 20000; ++round) {
    const Program frame = frameForGraphs(false);
    const ExecutionGraph graph = randomGraph(rng, frame,
                                             {.events = 8 + rng.below(8),
                                              .scFences = true,
                                              .scAccesses = true,
                                              .model = ModelName::Rc11});
    ExecutionGraph weaker = graph;
    for (Event& e : weaker.events) {
      if (e.kind == Event::Kind::Fence && e.order == Order::Sc) e.order = Order::AcqRel;
    }
    const bool strong = consistent(frame, graph, ModelName::Rc11);
    const bool weak = consistent(frame, weaker, ModelName::Rc11);
    ASSERT_TRUE(!strong || weak) << round;
    forbidden += weak && !strong;
  }
  EXPECT_GT(forbidden, 2);
}

// The oracle relies on this for every kind of graph it builds.
TEST(Models, AllowEverySequentiallyConsistentGraph) {
  Rng rng(2);
  int seen = 0;
  for (int round = 0; round < 6000; ++round) {
    const Program frame = frameForGraphs(round % 2 == 0);
    for (const ModelName model : kAllModels) {
      const ExecutionGraph graph = randomGraph(rng, frame,
                                               {.events = 4 + rng.below(8),
                                                .scFences = true,
                                                .scAccesses = true,
                                                .stale = 8,
                                                .model = model});
      if (!consistent(frame, graph, ModelName::Sc)) continue;
      ++seen;
      ASSERT_TRUE(consistent(frame, graph, model)) << spelling(model) << " " << round;
    }
  }
  EXPECT_GT(seen, 5000);
}

std::size_t shortestCycle(const ExecutionGraph& graph, EventId through) {
  const Relations r(graph);
  const Relation step = r.po | r.rf | r.mo | r.fr;
  Relation walks = step;
  for (std::size_t length = 1; length <= graph.size(); ++length) {
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if ((through == kNoEvent || through == id(i)) && walks.has(id(i), id(i))) return length;
    }
    walks = seq(walks, step);
  }
  return 0;
}

void expectCycle(const ExecutionGraph& graph, const std::vector<CycleEdge>& cycle,
                 EventId through = kNoEvent) {
  const Relations r(graph);
  const Relation* relations[] = {&r.po, &r.rf, &r.mo, &r.fr};
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const CycleEdge& edge = cycle[i];
    const CycleEdge& next = cycle[(i + 1) % cycle.size()];
    EXPECT_EQ(edge.to, next.from);
    EXPECT_TRUE(relations[static_cast<std::size_t>(edge.kind)]->has(edge.from, edge.to));
    const bool poTwice = edge.kind == CycleEdge::Kind::Po && next.kind == CycleEdge::Kind::Po;
    EXPECT_TRUE(!poTwice || next.from == through);
    EXPECT_FALSE(graph[edge.from].init);
    if (edge.kind == CycleEdge::Kind::Po) {
      EXPECT_EQ(graph[edge.from].thread, graph[edge.to].thread);
    }
  }
}

TEST(ScCycle, IsAShortestOne) {
  Rng rng(3);
  const Program frame = frameForGraphs(false);
  int cycles = 0;
  for (int round = 0; round < 3000; ++round) {
    const ExecutionGraph graph = randomGraph(rng, frame, {.events = 5 + rng.below(9)});
    const auto cycle = scCycle(graph);
    ASSERT_EQ(cycle.has_value(), !consistent(frame, graph, ModelName::Sc));
    const EventId event = id(rng.below(graph.size()));
    const auto through = scCycle(graph, event);
    ASSERT_EQ(through ? through->size() : 0, shortestCycle(graph, event));
    if (through) {
      expectCycle(graph, *through, event);
      EXPECT_EQ(through->front().from, event);
      EXPECT_EQ(through->back().to, event);
    }
    if (!cycle) continue;
    ++cycles;
    expectCycle(graph, *cycle);
    EXPECT_EQ(cycle->size(), shortestCycle(graph, kNoEvent));
  }
  EXPECT_GT(cycles, 300);
}

TEST(ScCycle, AvoidsFencesIfItCan) {
  Rng rng(4);
  const Program frame = frameForGraphs(false);
  int withFences = 0;
  for (int round = 0; round < 160000; ++round) {
    const ExecutionGraph graph =
        randomGraph(rng, frame, {.events = 8 + rng.below(6), .scFences = true});
    const auto cycle = scCycle(graph);
    ASSERT_EQ(cycle.has_value(), !consistent(frame, graph, ModelName::Sc));
    if (!cycle) continue;
    expectCycle(graph, *cycle);
    bool fenced = false;
    for (const CycleEdge& edge : *cycle) fenced |= graph[edge.from].scFence;
    if (!fenced) continue;
    ++withFences;
    // Without the fences there is no cycle that a reader could follow.
    ExecutionGraph bare = ExecutionGraph::initial(frame);
    std::vector<EventId> renamed(graph.size());
    for (std::size_t i = 0; i < bare.size(); ++i) renamed[i] = id(i);
    for (std::size_t i = bare.size(); i < graph.size(); ++i) {
      if (graph.events[i].scFence) continue;
      renamed[i] = id(bare.size());
      const EventId source = graph.readsFrom[i];
      bare.events.push_back(graph.events[i]);
      bare.readsFrom.push_back(source == kNoEvent ? kNoEvent : renamed[raw(source)]);
    }
    for (std::size_t cell = 0; cell < frame.cellCount(); ++cell) {
      bare.modificationOrder[cell].clear();
      for (const EventId w : graph.modificationOrder[cell]) {
        bare.modificationOrder[cell].push_back(renamed[raw(w)]);
      }
    }
    const auto other = scCycle(bare);
    EXPECT_TRUE(!other || other->size() > 6);
  }
  EXPECT_GT(withFences, 5);
}

TEST(DataRace, IsAnUnorderedConflict) {
  Rng rng(5);
  const Program frame = frameForGraphs(true);
  int races = 0;
  int ordered = 0;
  for (int round = 0; round < 16000; ++round) {
    const ExecutionGraph graph = randomGraph(
        rng, frame, {.events = 3 + rng.below(8), .scFences = true, .plain = true, .stale = 0});
    EXPECT_FALSE(dataRace(frame, graph, ModelName::Sc) || dataRace(frame, graph, ModelName::Tso));
    const auto ra = dataRace(frame, graph, ModelName::Ra);
    const auto sra = dataRace(frame, graph, ModelName::Sra);
    const auto rc20 = dataRace(frame, graph, ModelName::Rc20);
    EXPECT_EQ(ra.has_value(), sra.has_value());
    EXPECT_TRUE(!ra || rc20);  // RC20 orders less
    for (const auto& race : {ra, rc20}) {
      if (!race) continue;
      const Event& a = graph[race->first];
      const Event& b = graph[race->second];
      EXPECT_TRUE(a.cell == b.cell && a.thread != b.thread && (writes(a) || writes(b)));
      EXPECT_TRUE(a.order == Order::NonAtomic && b.order == Order::NonAtomic);
      EXPECT_LT(raw(race->first), raw(race->second));
    }
    races += rc20.has_value();
    ordered += rc20 && !ra;
  }
  EXPECT_GT(races, 300);
  EXPECT_GT(ordered, 20);
}

// A long run, as a checker's witness may be: sequentially consistent, and then one read
// that is late by one write.
TEST(LongGraphs, AreJudged) {
  const Program frame = frameForGraphs(false);
  for (const ModelName model : kAllModels) {
    Rng rng(6);
    ExecutionGraph graph = randomGraph(
        rng, frame,
        {.events = 3000, .scFences = true, .scAccesses = true, .stale = 0, .model = model});
    EXPECT_TRUE(consistent(frame, graph, ModelName::Sc));
    EXPECT_TRUE(consistent(frame, graph, model));
    EXPECT_FALSE(scCycle(graph));
    const std::vector<EventId>& order = graph.modificationOrder[0];
    const EventId late = order[order.size() - 2];
    const Event read{
        .thread = graph[order.back()].thread, .order = Order::Acq, .read = graph[late].written};
    const EventId added = graph.add(read, late);
    EXPECT_FALSE(consistent(frame, graph, model));
    const auto cycle = scCycle(graph, added);
    ASSERT_TRUE(cycle);
    EXPECT_EQ(cycle->size(), 2u);
  }
}

}  // namespace
}  // namespace robur::testing

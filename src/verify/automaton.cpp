#include "verify/automaton.h"

#include <algorithm>
#include <map>
#include <queue>

#include "verify/reduce.h"

namespace robur::verify {

namespace {

using Kind = LocalEdge::Kind;

constexpr std::size_t kMostWords = 20000;

// True if word a is weaker than b: a is a subsequence of b, with at least b's values at each read.
bool isWeaker(const Word& a, const Word& b) {
  std::size_t j = 0;
  for (const WordRead& r : a) {
    while (j < b.size() && (b[j].cell != r.cell || (b[j].values & ~r.values) != 0)) ++j;
    if (j++ == b.size()) return false;
  }
  return true;
}

// Merges edges with the same effect into one with a set of values.
struct GroupedEdge {
  Kind kind{};
  std::uint32_t cell = 0;
  ValueId written = 0;
  std::uint32_t to = 0;
  ValueSet read = 0;
};

std::vector<GroupedEdge> grouped(const std::vector<LocalEdge>& edges) {
  std::vector<GroupedEdge> out;
  for (const LocalEdge& e : edges) {
    const bool reads = e.kind == Kind::Read || e.kind == Kind::Update;
    const bool writes = e.kind == Kind::Write || e.kind == Kind::Update;
    const GroupedEdge g{e.kind, e.kind == Kind::Silent ? 0 : e.cell,
                        writes ? e.written : ValueId{0}, e.to, reads ? only(e.read) : 0};
    const auto same = std::find_if(out.begin(), out.end(), [&](const GroupedEdge& o) {
      return o.kind == g.kind && o.cell == g.cell && o.written == g.written && o.to == g.to;
    });
    if (same == out.end()) {
      out.push_back(g);
    } else {
      same->read |= g.read;
    }
  }
  return out;
}

class Builder {
 public:
  Builder(const Reduced& reduced, const std::vector<Marks>& marks, MarkId count) : marks(marks) {
    for (const auto& edges : reduced.edges) steps.push_back(grouped(edges));
    nodeOf(reduced.start);
    out.endings.resize(count);
  }

  bool run() {
    for (std::uint32_t n = 0; n < states.size(); ++n) {
      if (!expand(n)) return false;
    }
    out.nodes = static_cast<std::uint32_t>(states.size());
    for (auto& endings : out.endings) keepWeakest(endings);
    return true;
  }

  Automaton out;

 private:
  std::uint32_t nodeOf(std::uint32_t state) {
    const auto [at, isNew] = index.emplace(state, static_cast<std::uint32_t>(states.size()));
    if (isNew) states.push_back(state);
    return at->second;
  }

  // The weakest words of reads that lead from the node to each state.
  bool expand(std::uint32_t node) {
    std::map<std::uint32_t, std::vector<Word>> best;
    using Item = std::tuple<std::size_t, std::uint32_t, Word>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> work;
    best[states[node]].push_back({});
    work.emplace(0, states[node], Word{});
    std::size_t words = 0;
    while (!work.empty()) {
      const auto [size, state, word] = work.top();
      work.pop();
      const std::vector<Word>& here = best[state];
      if (std::find(here.begin(), here.end(), word) == here.end()) continue;
      for (const GroupedEdge& e : steps[state]) {
        if (e.kind != Kind::Silent && e.kind != Kind::Read) continue;
        Word longer = word;
        if (e.kind == Kind::Read) {
          const bool known =
              !word.empty() && word.back().cell == e.cell && (word.back().values & ~e.read) == 0;
          if (!known) longer.push_back({e.cell, e.read});
        }
        std::vector<Word>& there = best[e.to];
        const auto covers = [&](const Word& w) { return isWeaker(w, longer); };
        if (std::any_of(there.begin(), there.end(), covers)) continue;
        std::erase_if(there, [&](const Word& w) { return isWeaker(longer, w); });
        there.push_back(longer);
        if (++words > kMostWords) return false;
        work.emplace(longer.size(), e.to, std::move(longer));
      }
    }
    std::vector<MacroStep> macros;
    for (const auto& [state, all] : best) {
      for (const Word& word : all) {
        for (const MarkId m : marks[state]) out.endings[m].push_back({node, word});
        for (const GroupedEdge& e : steps[state]) {
          if (e.kind != Kind::Write && e.kind != Kind::Update) continue;
          macros.push_back(
              {node, word, e.kind == Kind::Update, e.cell, e.read, e.written, nodeOf(e.to)});
        }
      }
    }
    keep(macros);
    return true;
  }

  void keep(std::vector<MacroStep>& macros) {
    std::sort(macros.begin(), macros.end(), [](const MacroStep& a, const MacroStep& b) {
      return a.word.size() != b.word.size() ? a.word.size() < b.word.size() : a < b;
    });
    const std::size_t first = out.macros.size();
    for (const MacroStep& m : macros) {
      const auto covers = [&](const MacroStep& o) {
        return o.update == m.update && o.cell == m.cell && o.read == m.read &&
               o.written == m.written && o.to == m.to && isWeaker(o.word, m.word);
      };
      if (!std::any_of(out.macros.begin() + first, out.macros.end(), covers)) {
        out.macros.push_back(m);
      }
    }
  }

  static void keepWeakest(std::vector<Ending>& endings) {
    std::sort(endings.begin(), endings.end(), [](const Ending& a, const Ending& b) {
      return a.word.size() != b.word.size() ? a.word.size() < b.word.size() : a < b;
    });
    std::vector<Ending> kept;
    for (const Ending& e : endings) {
      const auto covers = [&](const Ending& o) {
        return o.node == e.node && isWeaker(o.word, e.word);
      };
      if (!std::any_of(kept.begin(), kept.end(), covers)) kept.push_back(e);
    }
    endings = std::move(kept);
  }

  const std::vector<Marks>& marks;
  std::vector<std::vector<GroupedEdge>> steps;
  std::vector<std::uint32_t> states;  // per node
  std::map<std::uint32_t, std::uint32_t> index;
};

void addIndices(Automaton& a, std::uint32_t cells) {
  a.into.resize(a.nodes);
  a.outOf.resize(a.nodes);
  for (std::uint32_t i = 0; i < a.macros.size(); ++i) {
    a.into[a.macros[i].to].push_back(i);
    a.outOf[a.macros[i].from].push_back(i);
  }
  for (std::uint32_t n = 0; n < a.nodes; ++n) {
    std::vector<bool> seen(a.nodes, false);
    std::vector<std::uint32_t> work = {n};
    seen[n] = true;
    while (!work.empty()) {
      const std::uint32_t at = work.back();
      work.pop_back();
      for (const std::uint32_t m : a.into[at]) {
        if (!seen[a.macros[m].from]) work.push_back(a.macros[m].from);
        seen[a.macros[m].from] = true;
      }
    }
    a.before.push_back(std::move(seen));
  }
  a.written.assign(a.nodes + 1, std::vector<ValueSet>(cells, 0));
  for (std::uint32_t n = 0; n <= a.nodes; ++n) {
    for (const MacroStep& m : a.macros) {
      if (n == a.nodes || a.before[n][m.to]) a.written[n][m.cell] |= only(m.written);
    }
  }
}

}  // namespace

std::optional<Automaton> automatonOf(const LocalGraph& graph, const std::vector<Marks>& marks,
                                     const LocalGraphs& graphs, MarkId count) {
  const Reduced reduced = reduce(graph, marks, graphs);
  Builder builder(reduced, marks, count);
  if (!builder.run()) return std::nullopt;
  addIndices(builder.out, graphs.cells());
  return std::move(builder.out);
}

}  // namespace robur::verify

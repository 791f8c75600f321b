#include "verify/coverability.h"

#include <algorithm>
#include <queue>

#include "verify/forward.h"
#include "verify/plausible.h"
#include "verify/predecessors.h"

namespace robur::potentials {

namespace {

constexpr std::size_t kMostStarts = 200000;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

struct Node {
  Places places;
  Demands demands;
  std::uint64_t bits = 0;
  std::uint32_t parent = kNone;  // for a start: which one, in `thread`
  std::uint32_t thread = 0;
  std::uint32_t macro = 0;
  OptionList reads;
  std::uint32_t depth = 0;
  bool covered = false;
};

class Search {
 public:
  Search(const Setting& setting, const SearchLimits& limits)
      : setting(setting),
        limits(limits),
        lists(setting.threadCount()),
        predecessors(setting, lists),
        plausible(setting, lists),
        forward(setting, lists) {}

  Coverage run(const std::vector<Start>& starts) {
    for (const Start& s : starts) {
      for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
        if (s.places[t] == kAnywhere) mayBeAnywhere |= std::uint64_t{1} << t;
      }
    }
    pruned = limits.forward && forward.explore([&] { return stopped(); });
    if (pruned) out.forwardStates = forward.states();
    if (!begin(starts)) return std::move(out);
    while (found == kNone && !open.empty()) {
      if (limits.maxNodes != 0 && out.expanded >= limits.maxNodes) out.limit = "--max-states";
      if (limits.maxBytes != 0 && bytes > limits.maxBytes) out.limit = "--max-memory";
      if (!out.limit.empty() || (out.expanded % 32 == 0 && stopped())) return std::move(out);
      const std::uint32_t at = std::get<2>(open.top());
      open.pop();
      if (nodes[at].covered) continue;
      ++out.expanded;
      for (std::uint32_t t = 0; t < setting.threadCount() && found == kNone; ++t) expand(at, t);
    }
    out.basis = static_cast<std::uint64_t>(
        std::count_if(nodes.begin(), nodes.end(), [](const Node& n) { return !n.covered; }));
    out.end = found == kNone ? Coverage::End::Unreachable : Coverage::End::Reachable;
    if (found != kNone) tell();
    return std::move(out);
  }

 private:
  bool stopped() const { return limits.stop && limits.stop(); }

  // False if it was stopped on the way: then nothing is known.
  bool begin(const std::vector<Start>& starts) {
    for (std::uint32_t i = 0; i < starts.size() && found == kNone; ++i) {
      if (i % 1024 == 1023 && stopped()) return false;
      Node node;
      node.places = starts[i].places;
      node.demands.resize(setting.threadCount());
      node.thread = i;
      bool possible = true;
      for (std::uint32_t t = 0; t < setting.threadCount() && possible; ++t) {
        const std::optional<ListId> id = lists.add(t, starts[i].lists[t]);
        possible = id.has_value();
        if (possible) node.demands[t].push_back(*id);
      }
      if (!possible) continue;
      // The last write of a cell is readable for everybody, so it does not matter for whom
      // it is demanded.
      for (const ReadOption& o : starts[i].lastWrites) {
        node.demands[0].push_back(*lists.add(0, {o}));
      }
      for (auto& of : node.demands) of = lists.strongest(std::move(of));
      add(std::move(node));
    }
    return true;
  }

  void expand(std::uint32_t at, std::uint32_t t) {
    const Places places = nodes[at].places;
    const Demands demands = nodes[at].demands;
    const Automaton& a = setting.threads[t];
    if (places[t] == kAnywhere) {
      for (std::uint32_t m = 0; m < a.macros.size(); ++m) back(at, places, demands, t, m);
    } else {
      for (const std::uint32_t m : a.into[static_cast<std::size_t>(places[t])]) {
        back(at, places, demands, t, m);
      }
    }
  }

  // The step of thread t over one macro, taken back: write, update's read, word of reads.
  void back(std::uint32_t at, const Places& places, const Demands& demands, std::uint32_t t,
            std::uint32_t m) {
    if (found != kNone) return;
    const Macro& macro = setting.threads[t].macros[m];
    const ValueSet again =
        setting.threads[t].writtenUpTo(static_cast<Place>(macro.from))[macro.cell];
    const auto before = predecessors.ofWrite(demands, t, macro.cell, macro.written, again);
    if (before.empty()) return;
    std::vector<OptionList> reads = predecessors.sourcesOf(macro.word);
    if (macro.update) {
      std::vector<OptionList> longer;
      for (const ReadOption& o : predecessors.sourcesOf(macro.cell, macro.read, true)) {
        for (const OptionList& list : reads) {
          longer.push_back(list);
          longer.back().push_back(o);
        }
      }
      reads = std::move(longer);
    }
    Places from = places;
    from[t] = static_cast<Place>(macro.from);
    for (const Demands& source : before) {
      for (const OptionList& list : reads) {
        std::optional<Demands> full = predecessors.ofReads(source, t, list);
        if (!full) continue;
        Node node;
        node.places = from;
        node.demands = std::move(*full);
        node.parent = at;
        node.thread = t;
        node.macro = m;
        node.reads = list;
        node.depth = nodes[at].depth + 1;
        add(std::move(node));
        if (found != kNone) return;
      }
    }
  }

  bool atStart(const Node& node) const {
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      if (node.places[t] > 0) return false;
      for (const ListId id : node.demands[t]) {
        for (const ReadOption& o : lists[id]) {
          if (o.writer != setting.initialWriter()) return false;
        }
      }
    }
    return true;
  }

  void add(Node node) {
    if (!plausible(node.places, node.demands)) return;
    if (pruned && !forward.allows(node.places, node.demands)) return;
    std::size_t size = 0;
    for (const auto& of : node.demands) {
      for (const ListId id : of) {
        node.bits |= lists.bits(id);
        size += lists[id].size();
      }
    }
    bytes += sizeof(Node) + node.places.size() * (sizeof(Place) + sizeof(node.demands[0])) +
             size * sizeof(ReadOption);
    const auto index = static_cast<std::uint32_t>(nodes.size());
    if (atStart(node)) {
      found = index;
      nodes.push_back(std::move(node));
      return;
    }
    if (covered(node)) return;
    std::vector<std::uint32_t>& same = store[node.places];
    std::erase_if(same, [&](std::uint32_t other) {
      const bool weaker = (node.bits & ~nodes[other].bits) == 0 &&
                          predecessors.demandLess(node.demands, nodes[other].demands);
      nodes[other].covered = nodes[other].covered || weaker;
      return weaker;
    });
    same.push_back(index);
    if (limits.shortest) {
      open.emplace(node.depth, size, index);
    } else {
      open.emplace(size, ~node.depth, index);
    }
    nodes.push_back(std::move(node));
  }

  // By a kept node with the same places, or with some threads anywhere instead.
  bool covered(const Node& node) {
    std::uint64_t free = 0;
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      if (node.places[t] != kAnywhere) free |= std::uint64_t{1} << t;
    }
    free &= mayBeAnywhere;
    Places general = node.places;
    for (std::uint64_t chosen = free;; chosen = (chosen - 1) & free) {
      for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
        general[t] = (chosen >> t & 1) != 0 ? kAnywhere : node.places[t];
      }
      if (const auto at = store.find(general); at != store.end()) {
        for (const std::uint32_t other : at->second) {
          if ((nodes[other].bits & ~node.bits) == 0 &&
              predecessors.demandLess(nodes[other].demands, node.demands)) {
            return true;
          }
        }
      }
      if (chosen == 0) return false;
    }
  }

  void tell() {
    std::uint32_t at = found;
    for (; nodes[at].parent != kNone; at = nodes[at].parent) {
      const Node& n = nodes[at];
      const Macro& m = setting.threads[n.thread].macros[n.macro];
      out.moves.push_back({n.thread, m.update, m.cell, m.written, n.reads});
    }
    out.start = nodes[at].thread;
  }

  struct PlacesHash {
    std::size_t operator()(const Places& p) const {
      std::size_t h = 1469598103934665603u;
      for (const Place x : p) h = (h ^ static_cast<std::size_t>(x + 1)) * 1099511628211u;
      return h;
    }
  };

  const Setting& setting;
  const SearchLimits& limits;
  ListStore lists;
  Predecessors predecessors;
  Plausible plausible;
  Forward forward;
  bool pruned = false;
  std::uint64_t bytes = 0;
  std::uint64_t mayBeAnywhere = 0;
  std::vector<Node> nodes;
  std::unordered_map<Places, std::vector<std::uint32_t>, PlacesHash> store;
  using Item = std::tuple<std::size_t, std::size_t, std::uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  std::uint32_t found = kNone;
  Coverage out;
};

}  // namespace

Coverage cover(const Setting& setting, const std::vector<Start>& starts,
               const SearchLimits& limits) {
  return Search(setting, limits).run(starts);
}

std::optional<std::vector<Start>> startsOf(const Setting& setting, const std::vector<Goal>& goals) {
  ListStore none(setting.threadCount());
  const Predecessors sources(setting, none);
  std::vector<Start> out;
  for (const Goal& goal : goals) {
    std::vector<Start> some = {{}};
    const auto extend = [&](const auto& each) {
      std::vector<Start> longer;
      for (const Start& s : some) each(s, longer);
      some = std::move(longer);
      return some.size() <= kMostStarts;
    };
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      const bool fits = extend([&](const Start& s, std::vector<Start>& longer) {
        const auto put = [&](Place place, const OptionList& list) {
          longer.push_back(s);
          longer.back().places.push_back(place);
          longer.back().lists.push_back(list);
        };
        if (!goal.mentioned[t]) {
          put(kAnywhere, {});
          return;
        }
        for (const Ending& e : setting.threads[t].endings[goal.target]) {
          for (const OptionList& list : sources.sourcesOf(e.word)) {
            put(static_cast<Place>(e.node), list);
          }
        }
      });
      if (!fits) return std::nullopt;
    }
    for (const auto& [cell, values] : goal.cells) {
      const bool fits = extend([&](const Start& s, std::vector<Start>& longer) {
        for (const ReadOption& o : sources.sourcesOf(cell, values, true)) {
          longer.push_back(s);
          longer.back().lastWrites.push_back(o);
        }
      });
      if (!fits) return std::nullopt;
    }
    out.insert(out.end(), some.begin(), some.end());
    if (out.size() > kMostStarts) return std::nullopt;
  }
  return out;
}

}  // namespace robur::potentials

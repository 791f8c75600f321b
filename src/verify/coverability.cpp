#include "verify/coverability.h"

#include <algorithm>
#include <queue>

#include "verify/antichain.h"
#include "verify/forward.h"
#include "verify/plausible.h"
#include "verify/predecessors.h"
#include "verify/symmetry.h"

namespace robur::potentials {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// How a node was found; what it demands is in the antichain.
struct Node {
  std::uint32_t places = 0;
  std::uint32_t parent = kNone;  // for a start: which one, in `macro`
  std::uint32_t thread = 0;
  std::uint32_t macro = 0;
  std::uint32_t reads = 0;
  std::uint32_t renaming = 0;  // from its parent's names of threads, after the step
  std::uint32_t depth = 0;
};

class Search {
 public:
  Search(const Setting& setting, const SearchLimits& limits)
      : setting(setting),
        limits(limits),
        lists(setting.threadCount()),
        predecessors(setting, lists),
        plausible(setting, lists),
        forward(setting, lists),
        symmetry(setting, lists),
        antichain(setting.threadCount(), lists) {}

  Coverage run(const std::vector<Start>& starts) {
    pruned = limits.forward && forward.explore([&] { return stopped(); });
    if (pruned) out.forwardStates = forward.states();
    if (!begin(starts)) return std::move(out);
    while (found == kNone && !open.empty()) {
      if (limits.maxNodes != 0 && out.expanded >= limits.maxNodes) out.limit = "--max-states";
      if (out.expanded % 32 == 0 && limits.maxBytes != 0 && bytes() > limits.maxBytes) {
        out.limit = "--max-memory";
      }
      if (!out.limit.empty() || (out.expanded % 32 == 0 && stopped())) return std::move(out);
      const std::uint32_t at = std::get<2>(open.top());
      open.pop();
      if (!antichain.kept(at)) continue;
      ++out.expanded;
      for (std::uint32_t t = 0; t < setting.threadCount() && found == kNone; ++t) expand(at, t);
    }
    out.basis = antichain.keptCount();
    out.end = found == kNone ? Coverage::End::Unreachable : Coverage::End::Reachable;
    if (found != kNone) tell();
    return std::move(out);
  }

 private:
  bool stopped() const { return limits.stop && limits.stop(); }

  std::size_t bytes() const {
    return lists.bytes() + antichain.bytes() + forward.bytes() + nodes.capacity() * sizeof(Node);
  }

  // False if it was stopped on the way: then nothing is known.
  bool begin(const std::vector<Start>& starts) {
    for (std::uint32_t i = 0; i < starts.size() && found == kNone; ++i) {
      if (i % 1024 == 1023 && stopped()) return false;
      std::vector<std::vector<ListId>> wanted(setting.threadCount());
      bool possible = true;
      for (std::uint32_t t = 0; t < setting.threadCount() && possible; ++t) {
        const std::optional<ListId> id = lists.add(t, starts[i].lists[t]);
        possible = id.has_value();
        if (possible) wanted[t].push_back(*id);
      }
      if (!possible) continue;
      // The last write of a cell is readable for everybody, so it does not matter for whom
      // it is demanded.
      for (const ReadOption& o : starts[i].lastWrites) wanted[0].push_back(*lists.add(0, {o}));
      Demands wantedSets;
      for (auto& of : wanted) wantedSets.push_back(lists.strongest(std::move(of)));
      Node node;
      node.macro = i;
      add(node, starts[i].places, antichain.numberOf(starts[i].places), wantedSets);
    }
    return true;
  }

  void expand(std::uint32_t at, std::uint32_t t) {
    const Places& places = antichain.placesOf(nodes[at].places);
    const Automaton& a = setting.threads[t];
    if (places[t] == kAnywhere) {
      for (std::uint32_t m = 0; m < a.macros.size(); ++m) back(at, places, t, m);
    } else {
      for (const std::uint32_t m : a.into[static_cast<std::size_t>(places[t])]) {
        back(at, places, t, m);
      }
    }
  }

  // The step of thread t over one macro, taken back: write, update's read, word of reads.
  void back(std::uint32_t at, const Places& places, std::uint32_t t, std::uint32_t m) {
    if (found != kNone) return;
    from = places;
    from[t] = static_cast<Place>(setting.threads[t].macros[m].from);
    const std::uint32_t number = antichain.numberOf(from);
    const std::span<const SetId> row = antichain.demandsOf(at);
    after.assign(row.begin(), row.end());
    const std::uint32_t depth = nodes[at].depth + 1;
    predecessors.forEach(after, t, m, [&](const Demands& before, std::uint32_t reads) {
      if (found == kNone) add({0, at, t, m, reads, 0, depth}, from, number, before);
    });
  }

  bool atStart(const Places& places, const Demands& demands) const {
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      if (places[t] > 0) return false;
      for (const ListId id : lists[demands[t]]) {
        for (const ReadOption& o : lists[id]) {
          if (o.writer != setting.initialWriter()) return false;
        }
      }
    }
    return true;
  }

  void add(Node node, const Places& places, std::uint32_t number, const Demands& wanted) {
    if (!plausible(places, wanted)) return;
    if (pruned && !forward.allows(number, places, wanted)) return;
    canonical = places;
    demands = wanted;
    if (limits.symmetry) node.renaming = symmetry.canonical(canonical, demands);
    node.places = node.renaming == 0 ? number : antichain.numberOf(canonical);
    const bool arrived = atStart(canonical, demands);
    if (!arrived && antichain.covers(node.places, demands)) return;
    const std::uint32_t index = antichain.add(demands);
    nodes.push_back(node);
    if (arrived) {
      found = index;
      return;
    }
    antichain.keep(node.places, index);
    std::size_t size = 0;
    for (const SetId set : demands) size += lists.size(set);
    if (limits.shortest) {
      open.emplace(node.depth, size, index);
    } else {
      open.emplace(size, ~node.depth, index);
    }
  }

  // From the found node to the start, and back again in the names of the start.
  void tell() {
    std::vector<std::uint32_t> path;
    for (std::uint32_t at = found; at != kNone; at = nodes[at].parent) path.push_back(at);
    out.start = nodes[path.back()].macro;
    std::vector<std::uint32_t> original = inverse(nodes[path.back()].renaming);
    for (std::size_t i = path.size() - 1; i-- > 0;) {
      const Node& n = nodes[path[i]];
      const Macro& m = setting.threads[n.thread].macros[n.macro];
      Move move{original[n.thread], m.update, m.cell, m.written, predecessors.reads(n.reads)};
      for (ReadOption& o : move.reads) {
        if (o.writer < original.size()) o.writer = static_cast<std::uint16_t>(original[o.writer]);
      }
      out.moves.push_back(std::move(move));
      std::vector<std::uint32_t> next = inverse(n.renaming);
      for (std::uint32_t& t : next) t = original[t];
      original = std::move(next);
    }
    std::reverse(out.moves.begin(), out.moves.end());
  }

  std::vector<std::uint32_t> inverse(std::uint32_t renaming) const {
    const std::vector<std::uint32_t>& perm = symmetry.renaming(renaming);
    std::vector<std::uint32_t> out(perm.size());
    for (std::uint32_t t = 0; t < perm.size(); ++t) out[perm[t]] = t;
    return out;
  }

  const Setting& setting;
  const SearchLimits& limits;
  ListStore lists;
  Predecessors predecessors;
  Plausible plausible;
  Forward forward;
  Symmetry symmetry;
  Antichain antichain;
  bool pruned = false;
  std::vector<Node> nodes;
  using Item = std::tuple<std::size_t, std::size_t, std::uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  std::uint32_t found = kNone;
  Coverage out;
  Places from;  // a step that is taken back: where it began, and what was demanded after it
  Demands after;
  Places canonical;  // of the node that is being added
  Demands demands;
};

}  // namespace

Coverage cover(const Setting& setting, const std::vector<Start>& starts,
               const SearchLimits& limits) {
  return Search(setting, limits).run(starts);
}

}  // namespace robur::potentials

#include "verify/buffers/search.h"

#include <algorithm>
#include <numeric>

namespace robur::verify_buffers {

namespace {

// How often limits are checked, in expanded nodes. Adding up tables costs more than the clock.
constexpr std::uint64_t kNodesPerCheck = 32;
constexpr std::uint64_t kNodesPerMemoryCheck = 128;

}  // namespace

Search::Search(const System& system, const SearchLimits& limits, Abstraction* abstraction)
    : system(system),
      limits(limits),
      words(system),
      memories(system),
      predecessors(system, words, memories),
      antichain(system.threadCount(), words, memories) {
  if (abstraction != nullptr) forward.emplace(*abstraction, system, words, memories);
  std::vector<std::uint32_t> identity(system.threadCount());
  std::iota(identity.begin(), identity.end(), 0u);
  renamingIds.emplace(identity, 0);
  renamings.push_back(std::move(identity));
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    std::vector<std::uint32_t> same;
    for (std::uint32_t u = t; u < system.threadCount() && system.kind[t] == t; ++u) {
      if (system.kind[u] == t) same.push_back(u);
    }
    if (same.size() > 1) twins.push_back(std::move(same));
  }
}

void Search::start(const Positions& positions, const std::vector<Word>& reads, const Memory& memory,
                   std::uint32_t target) {
  if (ended) return;
  Demand demand{positions, {}, memories.add(memory)};
  for (const Word& word : reads) demand.words.push_back(words.add(word));
  predecessors.normalise(demand);
  Node node;
  node.step = target;
  add(node, demand);
}

void Search::run() {
  while (!ended && !open.empty()) {
    const std::uint32_t at = std::get<2>(open.top());
    open.pop();
    if (!antichain.kept(at)) continue;
    if (expandedNodes % kNodesPerCheck == 0) checkLimits();
    if (ended) return;
    ++expandedNodes;
    if (limits.maxNodes != 0 && expandedNodes > limits.maxNodes) return stop("--max-states");
    expand(at);
  }
}

void Search::stop(const char* which) {
  ended = true;
  reachedLimit = which;
}

void Search::checkLimits() {
  if (limits.stop && limits.stop()) stop("");
  if (limits.maxBytes == 0 || expandedNodes % kNodesPerMemoryCheck != 0) return;
  const std::size_t used = words.bytes() + memories.bytes() + antichain.bytes() +
                           nodes.capacity() * sizeof(Node) + (forward ? forward->bytes() : 0);
  if (used > limits.maxBytes) stop("--max-memory");
}

void Search::expand(std::uint32_t at) {
  const Demand after = antichain.demand(at);
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    const Thread& thread = system.threads[t];
    if (after.positions[t] == kAnywhere) {
      for (std::uint32_t s = 0; s < thread.steps.size(); ++s) stepBack(at, after, t, s);
    } else {
      for (const std::uint32_t s : thread.into[static_cast<std::size_t>(after.positions[t])]) {
        stepBack(at, after, t, s);
      }
    }
  }
}

void Search::stepBack(std::uint32_t at, const Demand& after, std::uint32_t thread,
                      std::uint32_t step) {
  Node node;
  node.parent = at;
  node.thread = thread;
  node.step = step;
  node.depth = nodes[at].depth + 1;
  predecessors.forEach(after, thread, system.threads[thread].steps[step],
                       [&](const Demand& before) { add(node, before); });
}

bool Search::isInitial(const Demand& demand) const {
  const auto accepts = [](ValueSet values) { return (values & only(0)) != 0; };
  return std::all_of(demand.positions.begin(), demand.positions.end(),
                     [](Position at) { return at <= 0; }) &&
         std::all_of(memories[demand.memory].begin(), memories[demand.memory].end(), accepts) &&
         std::all_of(demand.words.begin(), demand.words.end(), [&](WordId id) {
           return std::all_of(words[id].begin(), words[id].end(),
                              [&](const WordRead& read) { return accepts(read.values); });
         });
}

// Permuting identical threads maps runs to runs, and words name no threads, so identical threads
// are sorted by position and word. Returns the renaming.
std::uint32_t Search::canonical(Demand& demand) {
  if (!limits.symmetry || twins.empty()) return 0;
  std::vector<std::uint32_t> names = renamings[0];
  for (const std::vector<std::uint32_t>& same : twins) {
    std::vector<std::uint32_t> sorted = same;
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(demand.positions[a], demand.words[a]) <
             std::pair(demand.positions[b], demand.words[b]);
    });
    for (std::size_t i = 0; i < same.size(); ++i) names[same[i]] = sorted[i];
  }
  if (names == renamings[0]) return 0;
  const Demand old = demand;
  for (std::uint32_t t = 0; t < names.size(); ++t) {
    demand.positions[t] = old.positions[names[t]];
    demand.words[t] = old.words[names[t]];
  }
  const auto [at, isNew] = renamingIds.emplace(names, static_cast<std::uint32_t>(renamings.size()));
  if (isNew) renamings.push_back(std::move(names));
  return at->second;
}

void Search::add(Node node, const Demand& wanted) {
  if (ended) return;
  Demand demand = wanted;
  node.renaming = canonical(demand);
  const std::uint32_t number = antichain.numberOf(demand.positions);
  if (forward && !forward->allows(number, demand)) return;
  const bool initial = isInitial(demand);
  if (!initial && antichain.covers(number, demand)) return;
  const auto index = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(node);
  if (initial) {
    foundNode = index;
    ended = true;
    return;
  }
  antichain.add(number, demand);
  std::uint32_t size = memories.demands(demand.memory);
  for (const WordId id : demand.words) size += static_cast<std::uint32_t>(words[id].size());
  if (limits.shortest) {
    open.emplace(node.depth, size, index);
  } else {
    open.emplace(size, ~node.depth, index);
  }
}

std::uint32_t Search::target() const {
  std::uint32_t at = foundNode;
  while (nodes[at].parent != kNone) at = nodes[at].parent;
  return nodes[at].step;
}

std::vector<Move> Search::moves() const {
  std::vector<std::uint32_t> path;
  for (std::uint32_t at = foundNode; at != kNone; at = nodes[at].parent) path.push_back(at);
  // The program's names of the threads of a node.
  std::vector<std::uint32_t> names = renamings[nodes[path.back()].renaming];
  std::vector<Move> out;
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    const Node& node = nodes[path[i]];
    out.push_back({names[node.thread], system.threads[node.thread].steps[node.step]});
    std::vector<std::uint32_t> next = renamings[node.renaming];
    for (std::uint32_t& name : next) name = names[name];
    names = std::move(next);
  }
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace robur::verify_buffers

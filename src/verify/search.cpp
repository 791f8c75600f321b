#include "verify/search.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

namespace robur::verify {

Search::Search(Team& team, std::uint32_t me)
    : team(team),
      me(me),
      setting(team.setting),
      limits(team.limits),
      lists(setting.threadCount()),
      predecessors(setting, lists),
      plausible(setting, lists),
      symmetry(setting, lists),
      antichain(setting.threadCount(), lists) {
  if (team.abstraction != nullptr) forward.emplace(*team.abstraction, lists);
}

void Search::begin(const std::vector<Start>& starts) {
  for (std::uint32_t i = 0; i < starts.size() && !team.ended; ++i) {
    if (i % 1024 == 1023) mind(0);
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
    Demands demands;
    for (auto& of : wanted) demands.push_back(lists.strongest(std::move(of)));
    Node node;
    node.macro = i;
    add(node, starts[i].places, antichain.numberOf(starts[i].places), demands);
  }
}

void Search::run(std::uint64_t most) {
  for (std::uint64_t turn = 0; !team.ended && team.expanded < most; ++turn) {
    if (turn % 32 == 0) mind(turn);
    if (posted) read();
    if (open.empty()) {
      if (team.outstanding == 0) return;
      std::this_thread::sleep_for(std::chrono::microseconds(20));
      continue;
    }
    const std::uint32_t at = std::get<2>(open.top());
    open.pop();
    if (antichain.kept(at) && !nodes[at].copy) {
      const std::uint64_t count = ++team.expanded;
      if (limits.maxNodes != 0 && count > limits.maxNodes) return team.end("--max-states");
      expand(at);
      nodes[at].done = true;
    }
    --team.outstanding;
  }
}

// Limits, now and then.
void Search::mind(std::uint64_t turn) {
  if (limits.stop && limits.stop()) team.end();
  if (limits.maxBytes == 0 || turn % 128 != 0) return;
  used = lists.bytes() + antichain.bytes() + (forward ? forward->bytes() : 0) +
         nodes.capacity() * sizeof(Node);
  if (team.bytes() > limits.maxBytes) team.end("--max-memory");
}

void Search::expand(std::uint32_t at) {
  const Places& places = antichain.placesOf(nodes[at].places);
  for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
    const Automaton& a = setting.threads[t];
    if (places[t] == kAnywhere) {
      for (std::uint32_t m = 0; m < a.macros.size(); ++m) back(at, places, t, m);
    } else {
      for (const std::uint32_t m : a.into[static_cast<std::size_t>(places[t])]) {
        back(at, places, t, m);
      }
    }
  }
}

// The step of thread t over one macro, taken back: write, update's read, word of reads.
void Search::back(std::uint32_t at, const Places& places, std::uint32_t t, std::uint32_t m) {
  if (team.ended) return;
  from = places;
  from[t] = static_cast<Place>(setting.threads[t].macros[m].from);
  const std::uint32_t number = antichain.numberOf(from);
  const std::span<const SetId> row = antichain.demandsOf(at);
  after.assign(row.begin(), row.end());
  const std::uint32_t depth = nodes[at].depth + 1;
  const auto visit = [&](const Demands& before, std::uint32_t reads) {
    Node node;
    node.parent = {me, at};
    node.thread = t;
    node.macro = m;
    node.reads = reads;
    node.depth = depth;
    if (!team.ended) add(node, from, number, before);
  };
  if (!predecessors.forEach(after, t, m, visit)) {
    team.end(fmt::format("{} ways to read before a write", kMostSources));
  }
}

bool Search::atStart(const Places& places, const Demands& demands) const {
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

void Search::add(Node node, const Places& places, std::uint32_t number, const Demands& wanted) {
  if (!plausible(places, wanted)) return;
  if (forward && !forward->allows(number, places, wanted)) return;
  canonical = places;
  renamed = wanted;
  if (limits.symmetry) node.renaming = symmetry.canonical(canonical, renamed);
  if (atStart(canonical, renamed)) {
    antichain.add(renamed);
    nodes.push_back(node);
    return team.find({me, static_cast<std::uint32_t>(nodes.size() - 1)});
  }
  if (const std::uint32_t owner = team.ownerOf(canonical); owner != me) {
    post(owner, node, canonical, renamed);
  } else {
    insert(node, canonical, renamed);
  }
}

void Search::insert(Node node, const Places& places, const Demands& demands) {
  node.places = antichain.numberOf(places);
  if (antichain.covers(node.places, demands)) return;
  const std::uint32_t index = antichain.add(demands);
  nodes.push_back(node);
  antichain.keep(node.places, index);
  if (node.copy) return;
  std::size_t size = 0;
  for (const SetId set : demands) size += lists.size(set);
  ++team.outstanding;
  if (limits.shortest) {
    open.emplace(node.depth, size, index);
  } else {
    open.emplace(size, ~node.depth, index);
  }
  show(node, places, demands);
}

// What can cover others' nodes, everybody knows. Not so its owner: a node must not be covered by
// its own copy before it was taken on.
void Search::show(Node node, const Places& places, const Demands& demands) {
  if (std::find(places.begin(), places.end(), kAnywhere) == places.end()) return;
  node.copy = true;
  const std::uint32_t owner = team.ownerOf(places);
  for (std::uint32_t other = 0; other < team.active; ++other) {
    if (other != me && other != owner) post(other, node, places, demands);
  }
}

// To the members that have just begun.
void Search::handOver() {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!antichain.kept(i)) continue;
    const Places& places = antichain.placesOf(nodes[i].places);
    const std::span<const SetId> row = antichain.demandsOf(i);
    const Demands demands(row.begin(), row.end());
    show(nodes[i], places, demands);
    const std::uint32_t owner = team.ownerOf(places);
    if (owner == me) continue;
    Node node = nodes[i];
    node.copy = node.done;
    post(owner, node, places, demands);
    nodes[i].copy = !nodes[i].done;
  }
}

void Search::post(std::uint32_t member, const Node& node, const Places& places,
                  const Demands& demands) {
  Letter letter{node, places, {}};
  for (const SetId set : demands) {
    auto& of = letter.demands.emplace_back();
    for (const ListId id : lists[set]) of.push_back(lists[id]);
  }
  ++team.outstanding;
  Search& to = *team.members[member];
  const std::lock_guard lock(to.box);
  to.letters.push_back(std::move(letter));
  to.posted = true;
}

void Search::read() {
  std::vector<Letter> some;
  {
    const std::lock_guard lock(box);
    some.swap(letters);
    posted = false;
  }
  for (const Letter& letter : some) {
    Demands demands;
    for (std::uint32_t t = 0; t < setting.threadCount(); ++t) {
      std::vector<ListId> all;
      // What the sender could spell is possible.
      for (const OptionList& list : letter.demands[t]) all.push_back(*lists.add(t, list));
      demands.push_back(lists.strongest(std::move(all)));
    }
    insert(letter.node, letter.places, demands);
    --team.outstanding;
  }
}

std::vector<std::uint32_t> Search::oldNames(std::uint32_t renaming) const {
  const std::vector<std::uint32_t>& perm = symmetry.renaming(renaming);
  std::vector<std::uint32_t> out(perm.size());
  for (std::uint32_t t = 0; t < perm.size(); ++t) out[perm[t]] = t;
  return out;
}

std::uint64_t Search::basis() const {
  std::uint64_t out = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) out += antichain.kept(i) && !nodes[i].copy;
  return out;
}

Team::Team(const Setting& setting, const SearchLimits& limits, const Abstraction* abstraction)
    : setting(setting), limits(limits), abstraction(abstraction) {
  members.push_back(std::make_unique<Search>(*this, 0));
}

Team::~Team() = default;

void Team::run(const std::vector<Start>& starts) {
  members[0]->begin(starts);
  if (limits.workers < 2) return members[0]->run();
  members[0]->run(limits.alone);
  if (ended || outstanding == 0) return;
  active = limits.workers;
  for (std::uint32_t i = 1; i < active; ++i) {
    members.push_back(std::make_unique<Search>(*this, i));
  }
  members[0]->handOver();
  std::vector<std::thread> others;
  for (std::uint32_t i = 1; i < active; ++i) {
    others.emplace_back([this, i] { members[i]->run(); });
  }
  members[0]->run();
  for (std::thread& other : others) other.join();
}

void Team::end(std::string_view which) {
  const std::lock_guard lock(telling);
  if (!ended) limit = which;
  ended = true;
}

void Team::find(NodeRef node) {
  const std::lock_guard lock(telling);
  if (!ended) found = node;
  ended = true;
}

std::size_t Team::bytes() const {
  std::size_t out = 0;
  for (const auto& member : members) out += member->bytes();
  return out;
}

}  // namespace robur::verify

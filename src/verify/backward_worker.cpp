#include "verify/backward_worker.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>

namespace robur::verify {

namespace {

// How often limits are checked: in turns of the loop that expands nodes, and in starts.
constexpr std::uint64_t kTurnsPerCheck = 32;
constexpr std::uint64_t kTurnsPerMemoryCheck = 128;  // adding up tables costs more than the clock
constexpr std::uint32_t kStartsPerCheck = 1024;
// How long a worker without open nodes sleeps before it looks into its inbox again.
constexpr std::chrono::microseconds kIdle{20};

}  // namespace

BackwardWorker::BackwardWorker(BackwardSearch& search, std::uint32_t me)
    : search(search),
      me(me),
      system(search.system),
      limits(search.limits),
      lists(system.threadCount()),
      predecessors(system, lists),
      feasible(system, lists),
      symmetry(system, lists),
      antichain(system.threadCount(), lists) {
  if (search.abstraction != nullptr) forward.emplace(*search.abstraction, lists);
}

void BackwardWorker::begin(const std::vector<Start>& starts) {
  for (std::uint32_t i = 0; i < starts.size() && !search.ended; ++i) {
    if (i % kStartsPerCheck == kStartsPerCheck - 1) checkLimits(0);
    std::vector<std::vector<ListId>> wanted(system.threadCount());
    bool possible = true;
    for (std::uint32_t t = 0; t < system.threadCount() && possible; ++t) {
      const std::optional<ListId> id = lists.add(t, starts[i].lists[t]);
      possible = id.has_value();
      if (possible) wanted[t].push_back(*id);
    }
    if (!possible) continue;
    // Every thread can read the last write of a cell, so the demand may be put on any of them.
    for (const ReadOption& o : starts[i].lastWrites) wanted[0].push_back(*lists.add(0, {o}));
    Demands demands;
    for (auto& of : wanted) demands.push_back(lists.strongest(std::move(of)));
    Node node;
    node.macro = i;
    add(node, starts[i].positions, antichain.numberOf(starts[i].positions), demands);
  }
}

void BackwardWorker::run(std::uint64_t most) {
  for (std::uint64_t turn = 0; !search.ended && search.expanded < most; ++turn) {
    if (turn % kTurnsPerCheck == 0) checkLimits(turn);
    if (hasMail) receive();
    if (open.empty()) {
      if (search.outstanding == 0) return;
      std::this_thread::sleep_for(kIdle);
      continue;
    }
    const std::uint32_t at = std::get<2>(open.top());
    open.pop();
    if (antichain.kept(at) && !nodes[at].copy) {
      const std::uint64_t count = ++search.expanded;
      if (limits.maxNodes != 0 && count > limits.maxNodes) return search.stop("--max-states");
      expand(at);
      nodes[at].done = true;
    }
    --search.outstanding;
  }
}

void BackwardWorker::checkLimits(std::uint64_t turn) {
  if (limits.stop && limits.stop()) search.stop();
  if (limits.maxBytes == 0 || turn % kTurnsPerMemoryCheck != 0) return;
  used = lists.bytes() + antichain.bytes() + (forward ? forward->bytes() : 0) +
         nodes.capacity() * sizeof(Node);
  if (search.bytes() > limits.maxBytes) search.stop("--max-memory");
}

void BackwardWorker::expand(std::uint32_t at) {
  const Positions& positions = antichain.positionsOf(nodes[at].positions);
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    const Automaton& a = system.threads[t];
    if (positions[t] == kAnywhere) {
      for (std::uint32_t m = 0; m < a.macros.size(); ++m) stepBack(at, positions, t, m);
    } else {
      for (const std::uint32_t m : a.into[static_cast<std::size_t>(positions[t])]) {
        stepBack(at, positions, t, m);
      }
    }
  }
}

// Adds the predecessors by one macro step of thread t: its write, an update's read, its reads.
void BackwardWorker::stepBack(std::uint32_t at, const Positions& positions, std::uint32_t t,
                              std::uint32_t m) {
  if (search.ended) return;
  from = positions;
  from[t] = static_cast<Position>(system.threads[t].macros[m].from);
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
    if (!search.ended) add(node, from, number, before);
  };
  if (!predecessors.forEach(after, t, m, visit)) {
    search.stop(fmt::format("{} ways to read before a write", kMostWriterChoices));
  }
}

bool BackwardWorker::atStart(const Positions& positions, const Demands& demands) const {
  for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
    if (positions[t] > 0) return false;
    for (const ListId id : lists[demands[t]]) {
      for (const ReadOption& o : lists[id]) {
        if (o.writer != system.initialWriter()) return false;
      }
    }
  }
  return true;
}

void BackwardWorker::add(Node node, const Positions& positions, std::uint32_t number,
                         const Demands& wanted) {
  if (!feasible(positions, wanted)) return;
  if (forward && !forward->allows(number, positions, wanted)) return;
  canonical = positions;
  renamed = wanted;
  if (limits.symmetry) node.renaming = symmetry.canonical(canonical, renamed);
  if (atStart(canonical, renamed)) {
    antichain.add(renamed);
    nodes.push_back(node);
    return search.reportFound({me, static_cast<std::uint32_t>(nodes.size() - 1)});
  }
  if (const std::uint32_t owner = search.ownerOf(canonical); owner != me) {
    send(owner, node, canonical, renamed);
  } else {
    insert(node, canonical, renamed);
  }
}

void BackwardWorker::insert(Node node, const Positions& positions, const Demands& demands) {
  node.positions = antichain.numberOf(positions);
  if (antichain.covers(node.positions, demands)) return;
  const std::uint32_t index = antichain.add(demands);
  nodes.push_back(node);
  antichain.keep(node.positions, index);
  if (node.copy) return;
  std::size_t size = 0;
  for (const SetId set : demands) size += lists.size(set);
  ++search.outstanding;
  if (limits.shortest) {
    open.emplace(node.depth, size, index);
  } else {
    open.emplace(size, ~node.depth, index);
  }
  broadcast(node, positions, demands);
}

// Sends a copy of a node that can cover the nodes of other workers. Not to its owner, where the
// copy could cover the node itself before it is inserted.
void BackwardWorker::broadcast(Node node, const Positions& positions, const Demands& demands) {
  if (std::find(positions.begin(), positions.end(), kAnywhere) == positions.end()) return;
  node.copy = true;
  const std::uint32_t owner = search.ownerOf(positions);
  for (std::uint32_t other = 0; other < search.active; ++other) {
    if (other != me && other != owner) send(other, node, positions, demands);
  }
}

// Sends the nodes that the new workers own.
void BackwardWorker::redistribute() {
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (!antichain.kept(i)) continue;
    const Positions& positions = antichain.positionsOf(nodes[i].positions);
    const std::span<const SetId> row = antichain.demandsOf(i);
    const Demands demands(row.begin(), row.end());
    broadcast(nodes[i], positions, demands);
    const std::uint32_t owner = search.ownerOf(positions);
    if (owner == me) continue;
    Node node = nodes[i];
    node.copy = node.done;
    send(owner, node, positions, demands);
    nodes[i].copy = !nodes[i].done;
  }
}

void BackwardWorker::send(std::uint32_t worker, const Node& node, const Positions& positions,
                          const Demands& demands) {
  Message message{node, positions, {}};
  for (const SetId set : demands) {
    auto& of = message.demands.emplace_back();
    for (const ListId id : lists[set]) of.push_back(lists[id]);
  }
  ++search.outstanding;
  BackwardWorker& to = *search.workers[worker];
  const std::lock_guard lock(to.inboxLock);
  to.inbox.push_back(std::move(message));
  to.hasMail = true;
}

void BackwardWorker::receive() {
  std::vector<Message> some;
  {
    const std::lock_guard lock(inboxLock);
    some.swap(inbox);
    hasMail = false;
  }
  for (const Message& message : some) {
    Demands demands;
    for (std::uint32_t t = 0; t < system.threadCount(); ++t) {
      std::vector<ListId> all;
      // The sender had these lists in normal form, so adding them cannot fail.
      for (const OptionList& list : message.demands[t]) all.push_back(*lists.add(t, list));
      demands.push_back(lists.strongest(std::move(all)));
    }
    insert(message.node, message.positions, demands);
    --search.outstanding;
  }
}

std::vector<std::uint32_t> BackwardWorker::oldNames(std::uint32_t renaming) const {
  const std::vector<std::uint32_t>& perm = symmetry.renaming(renaming);
  std::vector<std::uint32_t> out(perm.size());
  for (std::uint32_t t = 0; t < perm.size(); ++t) out[perm[t]] = t;
  return out;
}

std::uint64_t BackwardWorker::basis() const {
  std::uint64_t out = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) out += antichain.kept(i) && !nodes[i].copy;
  return out;
}

}  // namespace robur::verify

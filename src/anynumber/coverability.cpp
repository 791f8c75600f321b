#include "anynumber/coverability.h"

#include <algorithm>

namespace robur::anynumber {

namespace {

constexpr std::uint64_t kBetweenStops = 256;
constexpr std::size_t kRemembered = 1 << 11;

void insertSorted(std::vector<LocalId>& list, LocalId l) {
  list.insert(std::ranges::upper_bound(list, l), l);
}

bool hasSorted(const std::vector<LocalId>& list, LocalId l) {
  return std::ranges::binary_search(list, l);
}

}  // namespace

Coverability::Coverability(Net& net, bool hasGoal, CoverStop stop)
    : net(net),
      hasGoal(hasGoal),
      stop(std::move(stop)),
      locals(net.locals()),
      omegas(locals),
      exacts(net.exactFields().words()),
      bitSets(net.bitFields().words()),
      covered(kRemembered) {
  current = next = net.initial();
  packed.resize(std::max(net.exactFields().words(), net.bitFields().words()));
}

CoverEnd Coverability::run(const std::vector<Candidate>& starts) {
  const auto addStarts = [&] {
    for (const Candidate& start : starts) {
      std::vector<LocalId> few = start.few;
      add(start.control, omegas.number(start.omega), few, kNoNode);
    }
  };
  try {
    addStarts();
    CoverEnd end = expandAll();
    if (end != CoverEnd::Complete || pruned == 0) return end;
    pruning = false;
    const std::uint64_t before = nodes.size();
    addStarts();
    for (NodeId id = 0; id < before; ++id) {
      if (nodes[id].dropped) continue;
      unpack(nodes[id], current);
      addSuccessors(id);
    }
    byCertificate = nodes.size() - before;
    return expandAll();
  } catch (const Stop&) {
    return CoverEnd::Stopped;
  }
}

CoverEnd Coverability::expandAll() {
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (nodes[id].dropped) continue;
    unpack(nodes[id], current);
    if (violates(id)) return CoverEnd::Violation;
    addSuccessors(id);
  }
  return CoverEnd::Complete;
}

bool Coverability::violates(NodeId id) {
  if (!hasGoal) return false;
  if (net.phase(current) != 2) return false;
  for (std::size_t i = 0; i < net.fixedCount(); ++i) {
    if (net.violates(net.fixedLocal(current, i))) return true;
  }
  const auto does = [&](LocalId l) { return net.violates(l); };
  return std::ranges::any_of(omegas[nodes[id].omega], does) ||
         std::ranges::any_of(fews[nodes[id].few], does);
}

void Coverability::addSuccessors(NodeId id) {
  for (std::size_t i = 0; i < net.fixedCount(); ++i) {
    addStepsOf(id, net.fixedLocal(current, i), i, false);
  }
  const List omega = omegas[nodes[id].omega];
  const std::vector<LocalId> many(omega.begin(), omega.end());
  for (const LocalId l : many) addStepsOf(id, l, ~std::size_t{0}, false);
  const List few = fews[nodes[id].few];
  std::vector<LocalId> others(few.begin(), few.end());
  others.erase(std::ranges::unique(others).begin(), others.end());
  for (const LocalId l : others) addStepsOf(id, l, ~std::size_t{0}, true);
}

void Coverability::addStepsOf(NodeId id, LocalId l, std::size_t fixedIndex, bool fromFew) {
  const Core& core = net.coreOf(l);
  for (std::size_t o = 0; o < core.options.size(); ++o) {
    const Option& option = core.options[o];
    const std::span<const Move> found = net.moves(l, o, current);
    steps.assign(found.begin(), found.end());  // adding nodes computes other moves
    for (const Move& move : steps) {
      // Dropped by one of its own successors, which will make the rest of them.
      if (pruning && nodes[id].dropped) return;
      next = current;
      net.apply(move, option, next);
      const List list = fews[nodes[id].few];
      std::vector<LocalId>& few = fewNow;
      few.assign(list.begin(), list.end());
      if (fromFew) few.erase(std::ranges::lower_bound(few, l));
      if (move.taken != 0) {
        for (LocalId& other : few) {
          LocalState state = locals[other];
          state.bits.cells &= ~move.taken;
          other = locals.number(state);
        }
        std::ranges::sort(few);
      }
      if (fixedIndex < net.fixedCount()) {
        net.setFixed(next, fixedIndex, move.next);
      } else if (move.next != Move::kEnded) {
        insertSorted(few, move.next);
      }
      Node node;
      node.exact = next.exact == current.exact ? nodes[id].exact : exactOf(next);
      node.bits = next.bits == current.bits ? nodes[id].bits : bitsOf(next);
      node.omega = nodes[id].omega;
      node.parent = id;
      addNumbered(node, next, few);
    }
  }
}

void Coverability::add(const Control& control, ListId omega, std::vector<LocalId>& few,
                       NodeId parent) {
  Node node;
  node.exact = exactOf(control);
  node.bits = bitsOf(control);
  node.omega = omega;
  node.parent = parent;
  addNumbered(node, control, few);
}

std::uint32_t Coverability::exactOf(const Control& control) {
  net.exactFields().pack(control.exact.data(), packed.data());
  return exacts.number(packed.data());
}

std::uint32_t Coverability::bitsOf(const Control& control) {
  net.bitFields().pack(control.bits.data(), packed.data());
  return bitSets.number(packed.data());
}

Coverability::Covered& Coverability::coveredAt(const Node& node) {
  std::uint64_t hash = mixed(kHashSeed, std::uint64_t{node.exact} << 32 | node.bits);
  hash = mixed(hash, std::uint64_t{node.omega} << 32 | node.few);
  return covered[hash % kRemembered];
}

void Coverability::addNumbered(Node node, const Control& control, std::vector<LocalId>& few) {
  const ListId omega = node.omega;
  const NodeId parent = node.parent;
  std::erase_if(few, [&](LocalId l) { return omegas.closureHas(omega, l); });
  node.few = fews.number(few);
  Covered& known = coveredAt(node);
  const bool same = known.by != kNoNode && known.exact == node.exact && known.bits == node.bits &&
                    known.omega == node.omega && known.few == node.few;
  if (same && !nodes[known.by].dropped) return;
  known = {node.exact, node.bits, node.omega, node.few, kNoNode};
  if (node.exact >= rivals.size()) rivals.resize(exacts.size(), kNoNode);
  for (NodeId r = rivals[node.exact]; r != kNoNode; r = nodes[r].nextRival) {
    if (!within(node, nodes[r])) continue;
    known.by = r;
    return;
  }
  const List before = omegas[omega];
  std::vector<LocalId> many(before.begin(), before.end());
  for (bool more = true; more;) {
    saturate(control, many, few);
    node.omega = omegas.number(many);
    std::erase_if(few, [&](LocalId l) { return omegas.closureHas(node.omega, l); });
    node.few = fews.number(few);
    more = false;
    for (const LocalId l : outgrown(parent, node)) {
      if (omegas.closureHas(node.omega, l) || hasSorted(many, l)) continue;
      insertSorted(many, l);
      more = true;
    }
  }
  if (hopeless(control, node)) return;
  for (NodeId r = rivals[node.exact]; r != kNoNode;) {
    const NodeId following = nodes[r].nextRival;
    if (within(nodes[r], node)) drop(r);
    // Dropping may have unlinked the following one, too.
    r = following != kNoNode && nodes[following].dropped ? rivals[node.exact] : following;
  }
  const auto id = static_cast<NodeId>(nodes.size());
  for (NodeId a = parent; a != kNoNode; a = nodes[a].parent) {
    if (nodes[a].exact != node.exact) continue;
    node.sameExact = a;
    break;
  }
  node.nextRival = rivals[node.exact];
  NodeId keeper = parent;
  while (keeper != kNoNode && nodes[keeper].dropped) keeper = nodes[keeper].parent;
  if (keeper != kNoNode) {
    node.nextSibling = nodes[keeper].firstChild;
    nodes[keeper].firstChild = id;
  }
  rivals[node.exact] = id;
  known.by = id;
  nodes.push_back(node);
  todo.push_back(id);
  if (nodes.size() % kBetweenStops == 0 && stop(nodes.size(), bytes())) throw Stop{};
}

void Coverability::saturate(const Control& control, std::vector<LocalId>& omega,
                            const std::vector<LocalId>& few) {
  std::uint64_t owned = 0;  // by somebody among the few; fixed threads are part of the control
  for (const LocalId l : few) owned |= locals[l].bits.cells;
  std::vector<LocalId> open = omega;
  const auto covered = [&](LocalId l) {
    return std::ranges::any_of(omega, [&](LocalId member) { return locals.below(l, member); });
  };
  while (!open.empty()) {
    const LocalId l = open.back();
    open.pop_back();
    for (std::size_t o = 0; o < net.coreOf(l).options.size(); ++o) {
      const Option option = net.coreOf(l).options[o];
      for (const Move& move : net.moves(l, o, control)) {
        if (move.next == Move::kEnded || (move.taken & owned) != 0) continue;
        if (!net.leaves(move, option, control)) continue;
        const LocalId arrived = calm(move.next);
        if (covered(arrived)) continue;
        insertSorted(omega, arrived);
        open.push_back(arrived);
      }
    }
  }
  // Whoever is below another member adds nothing.
  std::vector<LocalId> kept;
  for (const LocalId l : omega) {
    const bool outdone = std::ranges::any_of(
        omega, [&](LocalId other) { return other != l && locals.below(l, other); });
    if (!outdone) kept.push_back(l);
  }
  omega = std::move(kept);
}

// Copies that an ancestor below the node did not have: the steps since then bring as many as
// wanted.
std::vector<LocalId> Coverability::outgrown(NodeId parent, const Node& node) {
  std::vector<LocalId> out;
  NodeId a = parent;
  while (a != kNoNode && nodes[a].exact != node.exact) a = nodes[a].parent;
  for (; a != kNoNode; a = nodes[a].sameExact) {
    std::vector<LocalId> surplus;
    if (!within(nodes[a], node, &surplus)) continue;
    for (const LocalId l : surplus) out.push_back(calm(l));
  }
  return out;
}

bool Coverability::hopeless(const Control& control, const Node& node) {
  if (!hasGoal) return false;
  for (std::size_t i = 0; i < net.fixedCount(); ++i) {
    if (net.mayViolate(net.fixedLocal(control, i))) return false;
  }
  const auto may = [&](LocalId l) { return net.mayViolate(l); };
  return std::ranges::none_of(omegas[node.omega], may) && std::ranges::none_of(fews[node.few], may);
}

bool Coverability::sameOrFewerBits(std::uint32_t a, std::uint32_t b) const {
  if (a == b) return true;
  const std::uint64_t* const l = bitSets.at(a);
  const std::uint64_t* const r = bitSets.at(b);
  for (std::size_t i = 0; i < net.bitFields().words(); ++i) {
    if ((l[i] & ~r[i]) != 0) return false;
  }
  return true;
}

bool Coverability::within(const Node& a, const Node& b, std::vector<LocalId>* surplus) {
  if (!sameOrFewerBits(a.bits, b.bits) || !omegas.within(a.omega, b.omega)) return false;
  if (surplus == nullptr && a.few == b.few) return true;
  left.clear();
  for (const LocalId l : fews[a.few]) {
    if (!omegas.closureHas(b.omega, l)) left.push_back(l);
  }
  if (surplus == nullptr && left.empty()) return true;
  const List few = fews[b.few];
  if (left.size() > few.size()) return false;
  right.assign(few.begin(), few.end());
  if (!match(left, 0, right)) return false;
  if (surplus != nullptr) *surplus = right;
  return true;
}

bool Coverability::match(const std::vector<LocalId>& those, std::size_t first,
                         std::vector<LocalId>& among) {
  if (first == those.size()) return true;
  const LocalId l = those[first];
  // The same state first: it leaves more for the others.
  for (const bool same : {true, false}) {
    for (std::size_t i = 0; i < among.size(); ++i) {
      const LocalId r = among[i];
      if ((r == l) != same || !locals.below(l, r)) continue;
      if (i > 0 && among[i - 1] == r) continue;
      among.erase(among.begin() + static_cast<std::ptrdiff_t>(i));
      if (match(those, first + 1, among)) return true;
      among.insert(among.begin() + static_cast<std::ptrdiff_t>(i), r);
    }
  }
  return false;
}

void Coverability::unlinkRival(NodeId id) {
  NodeId* link = &rivals[nodes[id].exact];
  while (*link != id) link = &nodes[*link].nextRival;
  *link = nodes[id].nextRival;
}

void Coverability::drop(NodeId id) {
  std::vector<NodeId> open{id};
  while (!open.empty()) {
    const NodeId n = open.back();
    open.pop_back();
    if (!nodes[n].dropped) {
      nodes[n].dropped = true;
      unlinkRival(n);
    }
    if (!pruning) continue;
    for (NodeId c = nodes[n].firstChild; c != kNoNode; c = nodes[c].nextSibling) {
      open.push_back(c);
      ++pruned;
    }
    nodes[n].firstChild = kNoNode;
  }
}

// The local state without what only one thread can have.
LocalId Coverability::calm(LocalId l) {
  if (!net.cellsAreOwned() || locals[l].bits.cells == 0) return l;
  LocalState state = locals[l];
  state.bits.cells = 0;
  return locals.number(state);
}

void Coverability::unpack(const Node& node, Control& out) const {
  net.exactFields().unpack(exacts.at(node.exact), out.exact.data());
  net.bitFields().unpack(bitSets.at(node.bits), out.bits.data());
}

std::vector<Candidate> Coverability::maximal() {
  std::vector<Candidate> out;
  for (const Node& node : nodes) {
    if (node.dropped) continue;
    Candidate c;
    c.control = current;
    unpack(node, c.control);
    const List omega = omegas[node.omega], few = fews[node.few];
    c.omega.assign(omega.begin(), omega.end());
    c.few.assign(few.begin(), few.end());
    out.push_back(std::move(c));
  }
  return out;
}

std::uint64_t Coverability::bytes() const {
  return nodes.capacity() * sizeof(Node) + todo.capacity() * sizeof(NodeId) +
         rivals.capacity() * sizeof(NodeId) + omegas.bytes() + fews.bytes() + exacts.bytes() +
         bitSets.bytes();
}

}  // namespace robur::anynumber

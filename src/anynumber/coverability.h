// The coverability set of a net, by Karp and Miller's procedure.
//
// A node is a control part, a set of local states that hold any number of copies (omega), and a
// multiset of further copies (few). It stands for everything below it: the same exact control, no
// more bits, and for each copy a counterpart of its own that is above it.
//
//   add(node):  left out if it is below a node that is kept
//     saturate      steps of omega copies that change nothing else make more local states omega
//     accelerate    an ancestor that is below this node has been outgrown: the steps in between can
//     be
//                   repeated, and the copies that the ancestor did not have become omega
//     prune         nodes below this one are dropped together with all that came from them; the
//                   same will come from this node (Reynier and Servais 2011)
//
// Pruning is proved for plain Petri nets only. So at the end every successor of every node that is
// kept is added again, without pruning. If nothing is new, the nodes are closed under all steps:
// this certificate is what makes the answer complete, however the nodes were found.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "anynumber/list_numbering.h"
#include "anynumber/local_states.h"
#include "anynumber/net.h"
#include "explore/store/numbering.h"

namespace robur::anynumber {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~0u;

struct Node {
  std::uint32_t exact = 0;  // numbers of packed control parts
  std::uint32_t bits = 0;
  ListId omega = 0;
  ListId few = 0;  // sorted local states, one entry per copy
  NodeId parent = kNoNode;
  NodeId sameExact = kNoNode;   // the nearest ancestor with the same exact control
  NodeId firstChild = kNoNode;  // of nodes that are kept
  NodeId nextSibling = kNoNode;
  NodeId nextRival = kNoNode;  // kept nodes with the same exact control
  bool dropped = false;
};

// A configuration with omega, not yet a node.
struct Candidate {
  Control control;
  std::vector<LocalId> omega;  // sorted
  std::vector<LocalId> few;    // sorted, one entry per copy
};

// Asked now and then, with the nodes that were made and the bytes that they take: give up?
using CoverStop = std::function<bool(std::uint64_t nodes, std::uint64_t bytes)>;

enum class CoverEnd : std::uint8_t { Complete, Violation, Stopped };

class Coverability {
 public:
  Coverability(Net& net, bool hasGoal, CoverStop stop);

  CoverEnd run(const std::vector<Candidate>& starts);

  std::uint64_t made() const { return nodes.size(); }
  std::uint64_t added() const { return byCertificate; }  // what pruning had lost
  std::uint64_t bytes() const;
  // The nodes that are kept.
  std::vector<Candidate> maximal();

 private:
  struct Stop {};

  CoverEnd expandAll();
  // Of the node whose control part is `current`: is the goal reached there?
  bool violates(NodeId id);
  void addSuccessors(NodeId id);
  void addStepsOf(NodeId id, LocalId l, std::size_t fixedIndex, bool fromFew);
  void add(const Control& control, ListId omega, std::vector<LocalId>& few, NodeId parent);
  void addNumbered(Node node, const Control& control, std::vector<LocalId>& few);
  std::uint32_t exactOf(const Control& control);
  std::uint32_t bitsOf(const Control& control);
  // Extends `omega`, in which `fewNow` stays apart.
  void saturate(const Control& control, std::vector<LocalId>& omega,
                const std::vector<LocalId>& few);
  std::vector<LocalId> outgrown(NodeId parent, const Node& node);
  bool hopeless(const Control& control, const Node& node);
  // Is a within b, and if so, which copies of b's few are left over?
  bool within(const Node& a, const Node& b, std::vector<LocalId>* surplus = nullptr);
  // Takes a counterpart for everybody on the left, from `first` on, out of the right.
  bool match(const std::vector<LocalId>& left, std::size_t first, std::vector<LocalId>& right);
  void drop(NodeId id);
  void unlinkRival(NodeId id);
  // The node that was found to be above such a configuration, if it is still kept. Several ways
  // often lead to the same configuration.
  struct Covered {
    std::uint32_t exact = 0;
    std::uint32_t bits = 0;
    ListId omega = 0;
    ListId few = 0;
    NodeId by = kNoNode;
  };
  Covered& coveredAt(const Node& node);
  bool sameOrFewerBits(std::uint32_t a, std::uint32_t b) const;
  LocalId calm(LocalId l);
  void unpack(const Node& node, Control& out) const;

  Net& net;
  const bool hasGoal;
  const CoverStop stop;
  LocalStates& locals;
  OmegaSets omegas;
  ListNumbering fews;
  Numbering exacts;
  Numbering bitSets;
  std::vector<NodeId> rivals;  // per exact control: the first kept node
  std::vector<Node> nodes;
  std::vector<NodeId> todo;
  std::vector<Covered> covered;  // the latest ones, by hash
  bool pruning = true;
  std::uint64_t pruned = 0;
  std::uint64_t byCertificate = 0;
  Control current, next;  // while expanding
  std::vector<std::uint64_t> packed;
  std::vector<Move> steps;
  std::vector<LocalId> fewNow, left, right;  // kept to save allocations
};

}  // namespace robur::anynumber

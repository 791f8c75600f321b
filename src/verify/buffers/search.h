// Backward search over load buffers: which demands can a run under TSO meet on its way to a target?
//
// The search begins with the target and computes demands before steps (predecessors.h). A demand
// that is covered by a kept one is dropped; the order has no infinite antichains, so the search
// ends. The target is reachable if and only if some demand has every thread at its start and
// accepts initial values.
#pragma once

#include <map>
#include <queue>

#include "verify/buffers/antichain.h"
#include "verify/buffers/forward.h"

namespace robur::verify_buffers {

// The moves of a run, in order, are enough to reconstruct it.
struct Move {
  std::uint32_t thread = 0;
  Step step;
};

class Search {
 public:
  // What is passed must outlive it. Without an abstraction nothing is pruned.
  Search(const System& system, const SearchLimits& limits, Abstraction* abstraction);

  // Adds a demand to begin with; its reads need not be in normal form.
  void start(const Positions& positions, const std::vector<Word>& reads, const Memory& memory,
             std::uint32_t target);
  void run();

  bool found() const { return foundNode != kNone; }
  bool stopped() const { return ended && !found(); }
  const std::string& limit() const { return reachedLimit; }
  std::uint32_t target() const;     // found: the one of its start
  std::vector<Move> moves() const;  // found
  std::uint64_t expanded() const { return expandedNodes; }
  std::uint64_t basis() const { return antichain.keptCount(); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // How a demand was found.
  struct Node {
    std::uint32_t parent = kNone;
    std::uint32_t thread = 0;
    std::uint32_t step = 0;      // without a parent: the target
    std::uint32_t renaming = 0;  // from the parent's names of threads to this node's
    std::uint32_t depth = 0;
  };

  void stop(const char* which);
  void checkLimits();
  void expand(std::uint32_t at);
  void stepBack(std::uint32_t at, const Demand& after, std::uint32_t thread, std::uint32_t step);
  void add(Node node, const Demand& demand);
  bool isInitial(const Demand& demand) const;
  std::uint32_t canonical(Demand& demand);

  const System& system;
  const SearchLimits& limits;
  WordStore words;
  MemoryStore memories;
  Predecessors predecessors;
  Antichain antichain;
  std::optional<Forward> forward;
  std::vector<Node> nodes;
  using Item = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // the last is the node
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  // Renamings are permutations of threads; names[i] is the parent's name of thread i.
  std::vector<std::vector<std::uint32_t>> renamings;
  std::map<std::vector<std::uint32_t>, std::uint32_t> renamingIds;
  std::vector<std::vector<std::uint32_t>> twins;  // threads with the same automaton
  std::uint64_t expandedNodes = 0;
  std::uint32_t foundNode = kNone;
  bool ended = false;
  std::string reachedLimit;
};

}  // namespace robur::verify_buffers

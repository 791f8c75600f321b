// One worker of the backward search: a queue of open nodes, an antichain of kept ones, and the
// tables that computing predecessors and pruning need.
#pragma once

#include <queue>

#include "verify/antichain.h"
#include "verify/backward_search.h"
#include "verify/feasibility.h"
#include "verify/forward.h"
#include "verify/predecessors.h"
#include "verify/symmetry.h"

namespace robur::verify {

class BackwardWorker {
 public:
  BackwardWorker(BackwardSearch& search, std::uint32_t me);

  void begin(const std::vector<Start>& starts);
  // Until no node is open, or until all workers together have expanded `most` nodes.
  void run(std::uint64_t most = ~std::uint64_t{0});
  void redistribute();

  const Node& node(std::uint32_t index) const { return nodes[index]; }
  const OptionList& readsOf(const Node& node) const { return predecessors.reads(node.reads); }
  std::vector<std::uint32_t> oldNames(std::uint32_t renaming) const;
  std::uint64_t basis() const;
  std::size_t bytes() const { return used; }

 private:
  struct Message {
    Node node;
    Positions positions;
    std::vector<std::vector<OptionList>> demands;  // per thread
  };

  void checkLimits(std::uint64_t turn);
  void receive();
  void send(std::uint32_t worker, const Node& node, const Positions& positions,
            const Demands& demands);
  void expand(std::uint32_t at);
  void stepBack(std::uint32_t at, const Positions& positions, std::uint32_t t, std::uint32_t m);
  void add(Node node, const Positions& positions, std::uint32_t number, const Demands& wanted);
  void insert(Node node, const Positions& positions, const Demands& demands);
  void broadcast(Node node, const Positions& positions, const Demands& demands);
  bool atStart(const Positions& positions, const Demands& demands) const;

  BackwardSearch& search;
  const std::uint32_t me;
  const ThreadSystem& system;
  const SearchLimits& limits;
  ListStore lists;
  Predecessors predecessors;
  Feasibility feasible;
  std::optional<Forward> forward;
  Symmetry symmetry;
  Antichain antichain;
  std::vector<Node> nodes;
  using Item = std::tuple<std::size_t, std::size_t, std::uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  std::mutex inboxLock;
  std::vector<Message> inbox;  // guarded by inboxLock
  std::atomic<bool> hasMail{false};
  std::atomic<std::size_t> used{0};
  // Buffers of stepBack: the positions before the step, and the demands after it.
  Positions from;
  Demands after;
  // Buffers of add: the node in canonical form.
  Positions canonical;
  Demands renamed;
};

}  // namespace robur::verify

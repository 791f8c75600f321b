// Backward search by one or more workers, each with its own tables.
//
// A node is owned by the worker that its positions hash to, so most nodes that can cover it are in
// the same antichain; nodes with threads anywhere can cover the nodes of other workers and are
// broadcast. Workers share no mutable tables, only inboxes: a node that another worker owns is
// sent there, with its lists written out, because list numbers are local to a worker. The search
// ends when no node is open and no message is pending.
//
// The first worker begins alone, since most questions are answered before parallel work pays off,
// and the result is then deterministic. When the others start, it sends them the nodes they own.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "verify/abstraction.h"
#include "verify/coverability.h"

namespace robur::verify {

class BackwardWorker;

inline constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

struct NodeRef {
  std::uint32_t worker = 0;
  std::uint32_t node = kNoNode;
};

// How a node was found. What it demands is in the antichain of the worker that owns it.
struct Node {
  std::uint32_t positions = 0;
  NodeRef parent;  // none for a start, whose index is in `macro`
  std::uint32_t thread = 0;
  std::uint32_t macro = 0;
  std::uint32_t reads = 0;
  std::uint32_t renaming = 0;  // maps the parent's thread names to this node's
  std::uint32_t depth = 0;
  bool copy = false;  // of a node that another worker owns; covers, is not expanded
  bool done = false;  // its predecessors have been added
};

struct BackwardSearch {
  BackwardSearch(const ThreadSystem& system, const SearchLimits& limits,
                 const Abstraction* abstraction);
  ~BackwardSearch();

  // Returns when a target was found, when a limit was reached, or when no node is open.
  void run(const std::vector<Start>& starts);

  std::uint32_t ownerOf(const Positions& positions) const {
    return static_cast<std::uint32_t>((PositionsHash()(positions) >> 32) % active);
  }
  void stop(std::string_view limit = {});
  void reportFound(NodeRef node);
  std::size_t bytes() const;

  const ThreadSystem& system;
  const SearchLimits& limits;
  const Abstraction* abstraction;  // null: no pruning by forward reachability
  std::vector<std::unique_ptr<BackwardWorker>> workers;
  std::uint32_t active = 1;  // how many workers take part; nodes are distributed among them
  std::atomic<std::int64_t> outstanding{0};  // open nodes and messages that are not yet received
  std::atomic<std::uint64_t> expanded{0};
  std::atomic<bool> ended{false};  // found or stopped: workers return
  std::mutex resultLock;           // guards the two below
  std::string limit;               // which one was reached
  NodeRef found;
};

}  // namespace robur::verify

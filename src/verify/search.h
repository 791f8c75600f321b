// Backward search by one or more members of a team, each with tables of its own.
//
// A node belongs to the member that its places fall to, so that what could cover it is mostly
// found there; nodes with threads anywhere can cover others' nodes and are shown to everybody.
// Members share nothing that is written but letter boxes: a node that falls to somebody else is
// posted, with its lists spelt out. The team is done when nothing is open and nothing on its way.
//
// The first member begins alone, since most questions are answered before it pays to ask for help,
// and then by the same run each time. When the others join, it hands over what falls to them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <queue>

#include "verify/antichain.h"
#include "verify/coverability.h"
#include "verify/forward.h"
#include "verify/plausible.h"
#include "verify/predecessors.h"
#include "verify/symmetry.h"

namespace robur::verify {

class Search;

inline constexpr std::uint32_t kNoNode = ~std::uint32_t{0};

struct NodeRef {
  std::uint32_t member = 0;
  std::uint32_t node = kNoNode;
};

// How a node was found, by the member that took its parent's step back; what it demands is in the
// antichain.
struct Node {
  std::uint32_t places = 0;
  NodeRef parent;  // none for a start: which one is in `macro`
  std::uint32_t thread = 0;
  std::uint32_t macro = 0;
  std::uint32_t reads = 0;
  std::uint32_t renaming = 0;  // from its parent's names of threads, after the step
  std::uint32_t depth = 0;
  bool copy = false;  // another member's, kept to cover others
  bool done = false;  // its steps have been taken back
};

struct Team {
  Team(const Setting& setting, const SearchLimits& limits, const Abstraction* abstraction);
  ~Team();

  // Everybody searches; back when they are done.
  void run(const std::vector<Start>& starts);

  std::uint32_t ownerOf(const Places& places) const {
    return static_cast<std::uint32_t>((PlacesHash()(places) >> 32) % active);
  }
  void end(std::string_view limit = {});
  void find(NodeRef node);
  std::size_t bytes() const;

  const Setting& setting;
  const SearchLimits& limits;
  const Abstraction* abstraction;  // null: nodes are not pruned by it
  std::vector<std::unique_ptr<Search>> members;
  std::uint32_t active = 1;                  // so many of them have begun
  std::atomic<std::int64_t> outstanding{0};  // nodes that are open or on their way
  std::atomic<std::uint64_t> expanded{0};
  std::atomic<bool> ended{false};  // before everything was looked at
  std::mutex telling;
  std::string limit;  // which one was met
  NodeRef found;
};

class Search {
 public:
  Search(Team& team, std::uint32_t me);

  void begin(const std::vector<Start>& starts);
  // Until everything has been looked at, or so many nodes by everybody together.
  void run(std::uint64_t most = ~std::uint64_t{0});
  void handOver();

  const Node& node(std::uint32_t index) const { return nodes[index]; }
  const OptionList& readsOf(const Node& node) const { return predecessors.reads(node.reads); }
  std::vector<std::uint32_t> oldNames(std::uint32_t renaming) const;
  std::uint64_t basis() const;
  std::size_t bytes() const { return used; }

 private:
  struct Letter {
    Node node;
    Places places;
    std::vector<std::vector<OptionList>> demands;  // per thread
  };

  void mind(std::uint64_t turn);
  void read();
  void post(std::uint32_t member, const Node& node, const Places& places, const Demands& demands);
  void expand(std::uint32_t at);
  void back(std::uint32_t at, const Places& places, std::uint32_t t, std::uint32_t m);
  void add(Node node, const Places& places, std::uint32_t number, const Demands& wanted);
  void insert(Node node, const Places& places, const Demands& demands);
  void show(Node node, const Places& places, const Demands& demands);
  bool atStart(const Places& places, const Demands& demands) const;

  Team& team;
  const std::uint32_t me;
  const Setting& setting;
  const SearchLimits& limits;
  ListStore lists;
  Predecessors predecessors;
  Plausible plausible;
  std::optional<Forward> forward;
  Symmetry symmetry;
  Antichain antichain;
  std::vector<Node> nodes;
  using Item = std::tuple<std::size_t, std::size_t, std::uint32_t>;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> open;
  std::mutex box;
  std::vector<Letter> letters;
  std::atomic<bool> posted{false};
  std::atomic<std::size_t> used{0};
  Places from;  // a step that is taken back: where it began, and what was demanded after it
  Demands after;
  Places canonical;  // of the node that is being added
  Demands renamed;
};

}  // namespace robur::verify

// Breadth-first search, level by level, by one or more workers: the part that does not depend on
// how states are expanded.
//
// Breadth first because the first violation found is then a shortest one, and because its
// levels give partial-order reduction its proviso: a reduced set of steps is enough only if
// one of them leads to the next level; otherwise everything is expanded, so that no thread
// is put off indefinitely around a cycle. That depends on the levels alone, hence the number
// of states does not depend on the timing of workers.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "explore/search.h"
#include "explore/search_control.h"
#include "explore/search_space.h"
#include "support/thread_pool.h"

namespace robur {

class Driver {
 public:
  Driver(SearchSpace& space, SearchControl& control);

  // Searches until there is nothing left to expand, or the search is ended, or there are more
  // than so many states; in this last case it is paused and can be continued.
  SearchOutcome run(std::uint64_t pauseAfter = ~std::uint64_t{0});
  bool isPaused() const { return paused; }

  // Expands one level; false if there is none, or if the search has been ended.
  bool advance();
  SearchOutcome outcome() const;

  // For clients that work on the states that there are, between levels: all states below this
  // one have been expanded.
  StateId expanded() const { return nextLevel; }
  // Are the limits kept, with so many bytes more? If not, the search is ended.
  bool keepsLimits(std::uint64_t more);

 private:
  struct alignas(64) Worker {
    std::unique_ptr<Expander> expander;
    StateStore::Ticket ticket = {};
    std::uint64_t transitions = 0;
    std::uint64_t successors = 0;
    std::vector<StateId> piece = {};
    std::vector<StateId> delivered = {};  // numbers of one parent's successors
    std::vector<StateId> again = {};      // states whose successors did not fit into the table
  };

  void addWorker();
  void expandLevel();
  std::size_t expandTogether(std::size_t begin, std::size_t end);
  void expandPiece(Worker& worker, std::size_t begin, std::size_t end);
  void finishCrowded(Worker& worker);
  void flush(Worker& worker);
  bool deliver(Worker& worker, const SuccessorBatch::Parent& parent, std::size_t end,
               bool& progress);
  void auditLevel();
  std::uint64_t bytes() const;

  SearchSpace& space;
  const SearchOptions& options;
  SearchControl& control;
  const std::size_t pieceSize;
  Frontier frontier;
  StateId nextLevel = 0;  // states from here on are new in the current level
  std::uint64_t expansions = 0;
  std::uint64_t clientBytes = 0;
  bool paused = false;
  std::vector<std::unique_ptr<Worker>> workers;
  std::unique_ptr<ThreadPool> pool;
};

}  // namespace robur

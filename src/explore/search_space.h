// What the driver asks of an engine: where states are stored and how they are expanded.
//
// The driver owns the order of the search and all insertions into the store. Expanders see states
// and a batch for their successors, and nothing else. So states that are stored on other
// machines change the driver and the store, and states of another kind need only an engine, such
// as the one of verify.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "explore/search.h"
#include "explore/store/state_store.h"
#include "explore/store/successor_batch.h"

namespace robur {

// The states to expand in a level: a range, less the store's holes, or a list.
class Frontier {
 public:
  void setRange(StateId begin, StateId end) {
    first = begin;
    count = end - begin;
  }
  void setList(std::vector<StateId> states) {
    list = std::move(states);
    count = list.size();
  }
  std::size_t size() const { return count; }
  StateId operator[](std::size_t i) const {
    return list.empty() ? first + static_cast<StateId>(i) : list[i];
  }

 private:
  StateId first = 0;
  std::size_t count = 0;
  std::vector<StateId> list;
};

// Finds successors. Each worker has its own.
class Expander {
 public:
  Expander(const StateStore& store, std::size_t wordsPerState) : batch(store, wordsPerState) {}
  virtual ~Expander() = default;

  // Expands some states into the batch and reports what is wrong there.
  virtual void expand(std::span<const StateId> states) = 0;
  // Makes the steps that were left out of a state, which is in an earlier batch. Called only if
  // some were.
  virtual void expandRest(const SuccessorBatch::Parent& parent);
  // The successors of a parent are in the store now: their numbers. Called only if wanted.
  virtual void deliver(const SuccessorBatch::Parent& parent, std::span<const StateId> successors);
  virtual bool wantsDelivery() const { return false; }

  virtual std::uint64_t bytes() const { return 0; }
  virtual void addTo(SearchStatistics&) const {}

  SuccessorBatch batch;
};

class SearchSpace {
 public:
  // The options must outlive it.
  SearchSpace(const SearchOptions& options, std::size_t wordsPerState)
      : options(options), store(wordsPerState) {}
  virtual ~SearchSpace() = default;
  SearchSpace(const SearchSpace&) = delete;
  SearchSpace& operator=(const SearchSpace&) = delete;

  virtual std::unique_ptr<Expander> makeExpander() = 0;
  // Stores the state in which all runs begin.
  virtual void addInitial() = 0;
  // The states to expand next, given that those from `begin` to `end` are new.
  virtual void nextFrontier(Frontier& frontier, StateId begin, StateId end) {
    frontier.setRange(begin, end);
  }
  // States that a worker takes at a time: their successors are stored together.
  virtual std::size_t pieceSize() const { return 16; }
  // Checks a stored state by other code, if the options want an audit.
  virtual void audit(StateId) {}

  virtual std::uint64_t bytes() const { return store.bytes(); }
  virtual void addTo(SearchOutcome&) const {}

  const SearchOptions& options;
  StateStore store;
  std::uint32_t level = 1;  // the one to which states are being added
};

}  // namespace robur

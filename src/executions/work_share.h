// What the workers of an enumeration share: parts of the search tree that wait for a worker, the
// order of all parts, and the reason for which the enumeration ends.
//
// A part is a graph that can be explored without the one that it was copied from. A worker gives a
// part away, instead of exploring it, if few are waiting. Parts that wait or are being explored are
// kept in the order in which one worker would explore them: a part that is given away comes before
// what its giver explores afterwards. A finding makes the parts behind it needless, but not those
// before it, in which there may be one that would have been met first.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <list>
#include <memory>
#include <mutex>

#include "executions/enumerate.h"
#include "executions/live_graph.h"

namespace robur::executions {

struct Part {
  enum class Entry : std::uint8_t {
    Start,     // the empty graph
    Continue,  // `event` has been added
    AddWrite,  // `event` is an update whose read has been added
    Revisit,   // the graph has been restricted; `event` is the write, `read` reads from it
  };
  Entry entry = Entry::Start;
  EventRef event;
  EventRef read;
  std::uint32_t readStamp = 0;
  bool readIsFence = false;
  std::uint32_t depth = 0;
  std::unique_ptr<LiveGraph> graph;  // unless Start
};

class WorkShare {
 public:
  class Place;  // of a part in the order

  explicit WorkShare(unsigned workers) : workers(workers) {}

  // Is a part welcome? Asked often, hence without a lock.
  bool hungry() const {
    return growing.load(std::memory_order_relaxed) &&
           waiting.load(std::memory_order_relaxed) < workers;
  }

  // The next part, which the worker has to finish; null: there is none and will be none.
  Place* take(Part& part);
  void give(Place& giver, Part part);
  void finish(Place& place);

  // A worker has met a reason to end: nothing behind its place is needed.
  void endAt(Place& place, unsigned worker, Enumeration::End why);
  // Nothing is needed any more.
  void endAll(Enumeration::End why);
  // A worker has thrown an exception, at this place if it had one.
  void fail(Place* place, std::exception_ptr what);

  // The enumeration takes so long that more workers are worth their while.
  void grow();
  // Waits until it is over, or until there is reason to start the other workers: then true.
  bool awaitGrowth();

  // Once all workers are done.
  Enumeration::End end() const { return why; }
  unsigned finder() const { return endedBy; }  // the worker whose finding counts
  void rethrow() const {
    if (failure) std::rethrow_exception(failure);
  }

  // Of parts that wait: calls f with each.
  template <class F>
  void forEachWaiting(const F& f);

 private:
  void dropBehind(std::list<Place>::iterator first);

  const unsigned workers;
  std::mutex mutex;
  std::condition_variable changed;
  std::list<Place> order;
  std::deque<std::list<Place>::iterator> queue;
  bool started = false;
  std::atomic<unsigned> waiting{0};  // the size of the queue
  std::atomic<bool> growing{false};
  Enumeration::End why = Enumeration::End::Complete;
  unsigned endedBy = 0;
  std::exception_ptr failure;
};

class WorkShare::Place {
 public:
  explicit Place(Part part) : part(std::move(part)) {}
  // Has something before it ended the enumeration?
  bool needless() const { return dropped.load(std::memory_order_relaxed); }

 private:
  friend class WorkShare;
  Part part;  // while it waits
  std::atomic<bool> dropped{false};
  std::list<Place>::iterator self;
};

template <class F>
void WorkShare::forEachWaiting(const F& f) {
  const std::lock_guard lock(mutex);
  for (const auto& place : queue) f(place->part);
}

}  // namespace robur::executions

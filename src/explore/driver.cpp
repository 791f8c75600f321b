#include "explore/driver.h"

#include <algorithm>
#include <utility>

namespace robur {

namespace {

constexpr std::size_t kBatch = 4096;          // states between looks at the limits
constexpr std::size_t kParallelBatch = 1024;  // fewer states are not worth waking other workers

// The audit is shown every one of the first states, and one in so many of the others.
constexpr StateId kAuditedFirst = 200, kAuditedStride = 256;

}  // namespace

Driver::Driver(SearchSpace& space, SearchControl& control)
    : space(space), options(space.options), control(control), pieceSize(space.pieceSize()) {
  addWorker();
}

void Driver::addWorker() {
  workers.push_back(std::make_unique<Worker>(Worker{space.makeExpander()}));
}

SearchOutcome Driver::run(std::uint64_t pauseAfter) {
  while (!control.ended() && !(paused = space.store.count() > pauseAfter) && advance()) {
  }
  return outcome();
}

bool Driver::advance() {
  if (space.store.end() == 0) space.addInitial();
  if (control.ended()) return false;
  space.nextFrontier(frontier, nextLevel, space.store.end());
  if (frontier.size() == 0) return false;
  ++space.level;
  if (options.audit) auditLevel();
  nextLevel = space.store.end();
  expandLevel();
  return !control.ended();
}

SearchOutcome Driver::outcome() const {
  SearchOutcome outcome;
  outcome.end = control.why();
  outcome.states = space.store.count();
  outcome.peakBytes = bytes();
  space.addTo(outcome);
  SearchStatistics& s = outcome.statistics;
  s.expansions = expansions;
  for (const auto& worker : workers) {
    outcome.transitions += worker->transitions;
    s.successors += worker->successors;
    worker->expander->addTo(s);
  }
  s.memoHits = s.rowWords == 0 ? 0 : s.successors - std::min(s.successors, s.memoMisses);
  return outcome;
}

bool Driver::keepsLimits(std::uint64_t more) {
  clientBytes = more;
  control.look(space.store.count(), space.store.end() - nextLevel, bytes());
  return !control.ended();
}

std::uint64_t Driver::bytes() const {
  std::uint64_t sum = space.bytes() + clientBytes;
  for (const auto& worker : workers) sum += worker->expander->bytes();
  return sum;
}

void Driver::expandLevel() {
  std::size_t at = 0;
  while (at < frontier.size() && !control.ended()) {
    const std::size_t end = std::min(at + kBatch, frontier.size());
    const std::size_t begin = at;
    if (options.workers > 1 && end - at >= kParallelBatch) {
      at = expandTogether(at, end);
    } else {
      while (at < end && !control.ended()) {
        const std::size_t pieceEnd = std::min(at + pieceSize, end);
        expandPiece(*workers[0], at, pieceEnd);
        finishCrowded(*workers[0]);
        at = pieceEnd;
      }
    }
    expansions += at - begin;
    // A number that a worker has taken and not used counts as a state until it is dropped.
    for (const auto& worker : workers) space.store.drop(worker->ticket);
    control.look(space.store.count(), frontier.size() - at, bytes());
  }
}

// Returns where to go on: a table that fills up ends the batch early.
std::size_t Driver::expandTogether(std::size_t begin, std::size_t end) {
  if (!pool) {
    pool = std::make_unique<ThreadPool>(options.workers);
    while (workers.size() < pool->size()) addWorker();
  }
  space.store.reserve(4 * (end - begin));
  std::atomic<std::size_t> at{begin};
  pool->run([&](unsigned number) {
    Worker& worker = *workers[number];
    while (!control.ended() && worker.again.empty()) {
      const std::size_t piece = at.fetch_add(pieceSize, std::memory_order_relaxed);
      if (piece >= end) return;
      expandPiece(worker, piece, std::min(piece + pieceSize, end));
    }
  });
  for (const auto& worker : workers) finishCrowded(*worker);
  return std::min(at.load(), end);
}

// States whose successors did not fit into the table are in `again` afterwards.
void Driver::expandPiece(Worker& worker, std::size_t begin, std::size_t end) {
  worker.piece.clear();
  for (std::size_t i = begin; i < end; ++i) {
    if (space.store.valid(frontier[i])) worker.piece.push_back(frontier[i]);
  }
  worker.expander->expand(worker.piece);
  flush(worker);
}

// Makes room and expands what is in `again`; the other workers must stand still.
void Driver::finishCrowded(Worker& worker) {
  while (!worker.again.empty() && !control.ended()) {
    space.store.reserve(2 * kBatch);
    worker.piece = std::exchange(worker.again, {});
    worker.expander->expand(worker.piece);
    flush(worker);
  }
}

// Stores the successors in the batch, and those of states that need all their steps after all.
void Driver::flush(Worker& worker) {
  SuccessorBatch& batch = worker.expander->batch;
  std::vector<SuccessorBatch::Parent> unfinished;
  while (!batch.expanded().empty()) {
    for (std::size_t p = 0; p < batch.expanded().size(); ++p) {
      const SuccessorBatch::Parent& parent = batch.expanded()[p];
      bool progress = false;
      if (!deliver(worker, parent, batch.endOf(p), progress)) {
        worker.again.push_back(parent.id);
      } else if (!progress && parent.left != 0) {
        unfinished.push_back(parent);
        unfinished.back().counted = batch.endOf(p) - parent.first;
      }
    }
    batch.clear();
    for (const SuccessorBatch::Parent& parent : unfinished) worker.expander->expandRest(parent);
    unfinished.clear();
  }
}

// Stores the successors of a parent; false if the table was too full for one.
bool Driver::deliver(Worker& worker, const SuccessorBatch::Parent& parent, std::size_t end,
                     bool& progress) {
  const SuccessorBatch& batch = worker.expander->batch;
  worker.delivered.resize(end - parent.first);
  for (std::size_t i = parent.first; i < end; ++i) {
    batch.lookAhead(i);
    const StateId id =
        space.store.insert(batch.state(i), batch.hash(i), parent.id, worker.ticket).id;
    if (id == kNoState) {
      if (parent.counts) worker.transitions -= parent.counted;
      return false;
    }
    worker.delivered[i - parent.first] = id;
    progress |= id >= nextLevel;
  }
  if (worker.expander->wantsDelivery()) worker.expander->deliver(parent, worker.delivered);
  if (parent.counts) worker.transitions += end - parent.first;
  worker.successors += end - parent.first;
  return true;
}

// Outside the loops that have to be fast.
void Driver::auditLevel() {
  for (std::size_t i = 0; i < frontier.size(); ++i) {
    const StateId id = frontier[i];
    const bool sampled = id < kAuditedFirst || (id + space.level) % kAuditedStride == 0;
    if (sampled && space.store.valid(id)) space.audit(id);
  }
}

}  // namespace robur

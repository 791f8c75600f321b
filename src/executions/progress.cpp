#include "executions/progress.h"

#include <algorithm>
#include <tuple>

namespace robur::executions {

namespace {

constexpr std::chrono::milliseconds kBetweenEstimates{50};

}  // namespace

bool ProgressSum::report(unsigned worker, Explored& explored, std::uint64_t bytes) {
  const std::lock_guard lock(mutex);
  take(worker, explored, bytes);
  if (!options.stop) return false;
  estimate(workers[worker], explored);
  return options.stop(sum());
}

void ProgressSum::finish(unsigned worker, Explored& explored, std::uint64_t bytes) {
  const std::lock_guard lock(mutex);
  take(worker, explored, bytes);
  workers[worker].left = 0;
}

void ProgressSum::cut(EventRef at, Pc pc) {
  const std::lock_guard lock(mutex);
  const auto key = [](EventRef e, Pc p) { return std::tuple(e.thread, p, e.index); };
  if (cuts.cut && key(cuts.cutAt, cuts.cutPc) <= key(at, pc)) return;
  cuts.cut = true;
  cuts.cutAt = at;
  cuts.cutPc = pc;
}

void ProgressSum::take(unsigned worker, Explored& explored, std::uint64_t bytes) {
  workers[worker].finals = explored.finals;
  workers[worker].steps = explored.steps;
  workers[worker].peakBytes = std::max(workers[worker].peakBytes, bytes);
  sizes.add(explored.recent);
  explored.recent.clear();
  explored.known = sizes;
}

void ProgressSum::estimate(Worker& worker, const Explored& explored) {
  const Clock::time_point now = Clock::now();
  if (!options.estimateAlways && now - worker.estimated < kBetweenEstimates) return;
  worker.estimated = now;
  worker.left = 0;
  for (const Explored::Branch& b : explored.branches) {
    if (b.left > 0) {
      worker.left += static_cast<double>(b.left) * sizes.finals(Step::Forward, b.events);
    }
  }
  for (const Explored::Revisit& r : explored.revisits) {
    if (!r.begun) worker.left += sizes.finals(Step::Revisit, r.events);
  }
}

Enumeration ProgressSum::sum() const {
  Enumeration out = cuts;
  for (const Worker& worker : workers) {
    out.finals += worker.finals;
    out.steps += worker.steps;
    out.peakBytes += worker.peakBytes;
    out.expectedFinals += worker.left;
  }
  share.forEachWaiting([&](const Part& part) {
    out.expectedFinals += part.entry == Part::Entry::Revisit
                              ? sizes.finals(Step::Revisit, part.graph->trail.size() + 1)
                              : sizes.finals(Step::Forward, part.graph->trail.size());
  });
  out.expectedFinals += static_cast<double>(out.finals);
  return out;
}

}  // namespace robur::executions

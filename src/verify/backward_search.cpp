#include "verify/backward_search.h"

#include <thread>

#include "verify/backward_worker.h"

namespace robur::verify {

BackwardSearch::BackwardSearch(const ThreadSystem& system, const SearchLimits& limits,
                               const Abstraction* abstraction)
    : system(system), limits(limits), abstraction(abstraction) {
  workers.push_back(std::make_unique<BackwardWorker>(*this, 0));
}

BackwardSearch::~BackwardSearch() = default;

void BackwardSearch::run(const std::vector<Start>& starts) {
  workers[0]->begin(starts);
  if (limits.workers < 2) return workers[0]->run();
  workers[0]->run(limits.alone);
  if (ended || outstanding == 0) return;
  active = limits.workers;
  for (std::uint32_t i = 1; i < active; ++i) {
    workers.push_back(std::make_unique<BackwardWorker>(*this, i));
  }
  workers[0]->redistribute();
  std::vector<std::thread> others;
  for (std::uint32_t i = 1; i < active; ++i) {
    others.emplace_back([this, i] { workers[i]->run(); });
  }
  workers[0]->run();
  for (std::thread& other : others) other.join();
}

void BackwardSearch::stop(std::string_view which) {
  const std::lock_guard lock(resultLock);
  if (!ended) limit = which;
  ended = true;
}

void BackwardSearch::reportFound(NodeRef node) {
  const std::lock_guard lock(resultLock);
  if (!ended) found = node;
  ended = true;
}

std::size_t BackwardSearch::bytes() const {
  std::size_t out = 0;
  for (const auto& worker : workers) out += worker->bytes();
  return out;
}

}  // namespace robur::verify

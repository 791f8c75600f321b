#include "executions/enumerate.h"

#include <memory>
#include <new>
#include <vector>

#include "executions/enumerator.h"
#include "support/large_stack.h"

namespace robur::executions {

namespace {

// Enough for kMostDepth levels. It is only reserved, and used as far as the recursion goes.
constexpr std::size_t kStackBytes = std::size_t{1} << 30;

// A visitor for each worker; none if the visitor cannot be divided.
std::vector<std::unique_ptr<Visitor>> forksOf(const Visitor& visitor, unsigned workers) {
  std::vector<std::unique_ptr<Visitor>> forks;
  while (workers > 1 && forks.size() < workers) {
    forks.push_back(visitor.fork());
    if (!forks.back()) return {};
  }
  return forks;
}

}  // namespace

Enumeration enumerate(const Machine& machine, ModelName model, const EnumerationOptions& given,
                      Visitor& visitor) {
  EnumerationOptions options = given;
  const std::vector<std::unique_ptr<Visitor>> forks = forksOf(visitor, options.workers);
  options.workers = forks.empty() ? 1 : options.workers;
  Enumerating common(machine, model, options);
  const auto work = [&](unsigned number) {
    try {
      Enumerator(common, number, forks.empty() ? visitor : *forks[number]).work();
    } catch (...) {
      common.share.fail(nullptr, std::current_exception());
    }
  };
  {
    std::vector<std::unique_ptr<LargeStackThread>> threads;
    const auto startWorker = [&] {
      const auto number = static_cast<unsigned>(threads.size());
      threads.push_back(
          std::make_unique<LargeStackThread>(kStackBytes, [&work, number] { work(number); }));
    };
    startWorker();
    // Small programs are done before other threads would have started.
    const bool grows = options.workers > 1 && common.share.awaitGrowth();
    try {
      while (grows && threads.size() < options.workers) startWorker();
    } catch (const std::bad_alloc&) {
      // So much cannot be reserved: the workers that there are do it.
    }
  }
  common.share.rethrow();
  Enumeration out = common.progress.sum();
  out.end = common.share.end();
  const bool found = out.end == Enumeration::End::Visitor;
  for (unsigned i = 0; i < forks.size(); ++i) {
    visitor.merge(*forks[i], found && i == common.share.finder());
  }
  return out;
}

}  // namespace robur::executions

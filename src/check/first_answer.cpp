#include "check/first_answer.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace robur {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kHeadStart{0.03};

class Contest {
 public:
  Contest(const CheckOptions& options, const AskEngine& ask)
      : options(options), ask(ask), takesTurns(options.workers < 2) {}

  EngineAnswer run() {
    std::thread graphs([this] { runGraphs(); });
    EngineAnswer states;
    std::exception_ptr failure;
    try {
      states = ask(forStates());
    } catch (...) {
      failure = std::current_exception();
    }
    finishStates(!failure && !states.final);
    graphs.join();
    if (failure) std::rethrow_exception(failure);
    if (states.final) return states;
    if (graphsFailure) std::rethrow_exception(graphsFailure);
    if (byGraphs && byGraphs->final) return std::move(*byGraphs);
    return states;
  }

 private:
  enum class Turn : std::uint8_t { States, Graphs };

  double elapsed() const { return Seconds(Clock::now() - started).count(); }

  CheckOptions forStates() {
    CheckOptions out = options;
    out.engine = CheckEngine::States;
    out.abandoned = &statesAbandoned;
    out.onPause = [this](double seconds) {
      giveTurn(Turn::Graphs);
      return !options.onPause || options.onPause(seconds);
    };
    return out;
  }

  CheckOptions forGraphs() {
    CheckOptions out = options;
    out.engine = CheckEngine::Graphs;
    out.abandoned = &graphsAbandoned;
    out.limits.spent += elapsed();
    // The states have the say about progress as long as they are searched.
    out.progress = [this](const Progress& p) {
      if (statesEnded.load() && options.progress) options.progress(p);
    };
    out.onPause = [this](double) {
      giveTurn(Turn::States);
      return !statesEnded.load() || elapsed() < 2 * statesSeconds.load();
    };
    return out;
  }

  // Lets the other engine work, and waits until it gives the turn back or has ended.
  void giveTurn(Turn to) {
    if (!takesTurns) return;
    std::unique_lock lock(mutex);
    if (statesEnded.load() || !graphsWork) return;
    turn = to;
    changed.notify_all();
    changed.wait(lock, [&] { return turn != to || statesEnded.load() || !graphsWork; });
  }

  void runGraphs() {
    {
      std::unique_lock lock(mutex);
      const bool over = changed.wait_for(lock, kHeadStart, [&] { return statesEnded.load(); });
      if (over && !statesGaveUp) return;
      graphsWork = true;
      changed.wait(lock, [&] { return !takesTurns || turn == Turn::Graphs || statesEnded.load(); });
      if (statesEnded.load() && !statesGaveUp) return;
    }
    try {
      EngineAnswer answer = ask(forGraphs());
      if (answer.final) statesAbandoned.store(true);
      byGraphs = std::move(answer);
    } catch (...) {
      graphsFailure = std::current_exception();
      statesAbandoned.store(true);
    }
    const std::lock_guard lock(mutex);
    graphsWork = false;
    changed.notify_all();
  }

  void finishStates(bool gaveUp) {
    const std::lock_guard lock(mutex);
    statesGaveUp = gaveUp;
    statesSeconds.store(elapsed());
    if (!gaveUp) graphsAbandoned.store(true);
    statesEnded.store(true);
    changed.notify_all();
  }

  const CheckOptions& options;
  const AskEngine& ask;
  const bool takesTurns;
  const Clock::time_point started = Clock::now();
  std::atomic<bool> statesAbandoned{false};
  std::atomic<bool> graphsAbandoned{false};
  std::atomic<bool> statesEnded{false};
  std::atomic<double> statesSeconds{0};
  std::mutex mutex;  // guards what follows
  std::condition_variable changed;
  Turn turn = Turn::States;
  bool graphsWork = false;
  bool statesGaveUp = false;
  std::optional<EngineAnswer> byGraphs;  // read when the thread has ended
  std::exception_ptr graphsFailure;
};

}  // namespace

EngineAnswer firstAnswer(const CheckOptions& options, const AskEngine& ask) {
  return Contest(options, ask).run();
}

}  // namespace robur

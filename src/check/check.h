// Decides whether a program is robust against a memory model.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "explore/reductions.h"
#include "program/model_name.h"
#include "program/program.h"
#include "program/transform/spin_loops.h"
#include "result/check_result.h"

namespace robur {

struct Limits {
  std::uint64_t maxStates = 0;  // 0: none
  std::uint64_t maxBytes = 0;
  double seconds = 0;
  double spent = 0;  // seconds of the limit that earlier checks have used
};

struct Progress {
  std::uint64_t states = 0;
  std::uint64_t frontier = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
  const char* unit = "state";  // what `states` counts, in the singular
  double expected = 0;         // about how many there will be in the end; 0: not known
};

// Debug builds always check themselves.
#ifdef NDEBUG
inline constexpr bool kSelfCheckByDefault = false;
#else
inline constexpr bool kSelfCheckByDefault = true;
#endif

// What decides the question (docs/how-it-works.md).
enum class CheckEngine : std::uint8_t {
  States,  // search of the SC states, with a monitor
  Graphs,  // enumeration of the SC execution graphs, for programs whose runs end
  Auto,    // both, and the answer of the one that has it first
};

struct CheckOptions {
  // Graphs is for robustness as such: observational robustness, self-checks, `onViolation` and
  // `everyFinding` need the states. With these, a limit on states or a reduction switched off, Auto
  // is States.
  CheckEngine engine = CheckEngine::States;
  Reductions reductions;
  Limits limits;
  bool exactLoops = false;
  // Compare a sample of the states with what the axioms say of their runs; see audit/row_audit.h.
  bool selfCheck = kSelfCheckByDefault;
  bool hangs = false;          // look for a run after which threads wait forever (Result::hang)
  bool observational = false;  // stale loads are ignored unless their values are used
  unsigned workers = 2;
  std::size_t rememberedSteps = std::size_t{1} << 20;  // of threads, cached by each worker
  std::uint64_t fewStates = 512;   // up to so many, columns are not tried without runs first
  std::uint32_t fewColumns = 128;  // up to so many per state are sets, which are faster than lists
  const std::atomic<bool>* interrupted = nullptr;
  const std::atomic<bool>* abandoned = nullptr;   // once true, nobody needs the answer
  std::function<void(const Progress&)> progress;  // called a few times a second
  // Called a few times a second with the seconds spent so far: the check pauses until it returns,
  // however long that takes. If it returns false, nobody needs the answer any more: the check ends
  // and its verdict is unknown, unless there is a violation already.
  std::function<bool(double seconds)> onPause = {};
  // Called at every violation of robustness and every data race; returns whether to end the check.
  // Without it the first violation ends the check, unless every finding is wanted. Only the first
  // of each kind is in the result, unless every finding is wanted.
  std::function<bool(const Finding&)> onViolation = {};
  // Threads of any number: called with each instance before it is checked. What onViolation is
  // called with refers to the last of them.
  std::function<void(const std::shared_ptr<const Program>&)> onInstance = {};
  // Go on after violations and keep every finding, one for each set of accesses (every_finding.h).
  // The result does not depend on the timing of workers if there is one.
  bool everyFinding = false;
};

// Are all reductions on that only the search of states has?
bool allForStates(const Reductions& reductions);

// Of a program with threads of any number, every instance is meant (any_number.h).
Result check(const Program& program, ModelName model, const CheckOptions& options);

// The program as the model sees it: with locked sc stores, and with waits for spin loops, which are
// added to `loops`.
Program prepared(const Program& program, ModelName model, const CheckOptions& options,
                 std::vector<BlockedLoop>& loops);

}  // namespace robur

// Decides whether a program is robust against a memory model.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "explore/reductions.h"
#include "program/model_name.h"
#include "program/program.h"
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
};

// Debug builds always check themselves.
#ifdef NDEBUG
inline constexpr bool kSelfCheckByDefault = false;
#else
inline constexpr bool kSelfCheckByDefault = true;
#endif

struct CheckOptions {
  Reductions reductions;
  Limits limits;
  bool exactLoops = false;
  // Compare a sample of the states with what the axioms say of their runs; see audit/row_audit.h.
  bool selfCheck = kSelfCheckByDefault;
  bool observational = false;  // stale loads are ignored unless their values are used
  unsigned workers = 2;
  std::size_t rememberedSteps = std::size_t{1} << 20;  // of threads, cached by each worker
  std::uint64_t fewStates = 512;   // up to so many, columns are not tried without runs first
  std::uint32_t fewColumns = 128;  // up to so many per state are sets, which are faster than lists
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Progress&)> progress;  // called a few times a second
  // Called a few times a second with the seconds spent so far: the check pauses until it returns,
  // however long that takes. If it returns false, nobody needs the answer any more: the check ends
  // and its verdict is unknown, unless there is a violation already.
  std::function<bool(double seconds)> onPause = {};
  // Called at every violation of robustness and every data race; returns whether to end the check.
  // Without it the first violation ends the check. Only the first of each kind is in the result.
  std::function<bool(const Finding&)> onViolation = {};
};

Result check(const Program& program, ModelName model, const CheckOptions& options);

}  // namespace robur

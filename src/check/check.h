// The question this project is about: is the program robust against the model?
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "program/model_name.h"
#include "program/program.h"
#include "result/check_result.h"

namespace robur {

struct Reductions {
  bool partialOrder = true;
  bool symmetry = true;
  bool mergeLocal = true;    // local steps ride along with the access before them
  bool clearDead = true;     // registers and locations that nobody will look at again
  bool columns = true;       // independent columns instead of whole monitor states; needs clearDead
  bool fixpoint = true;      // columns first without their runs; needs columns
  bool coarseValues = true;  // value classes by refinement instead of one class per value
  bool delays = true;        // no monitor where fences leave nothing to it
};

struct Limits {
  std::uint64_t maxStates = 0;  // 0: none
  std::uint64_t maxBytes = 0;
  double seconds = 0;
  double spent = 0;  // of these seconds, on the question before this check
};

struct Progress {
  std::uint64_t states = 0;
  std::uint64_t frontier = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

struct CheckOptions {
  Reductions reductions;
  Limits limits;
  bool exactLoops = false;
  bool observational = false;  // stale loads are forgiven while nobody uses their values
  unsigned workers = 2;
  std::size_t rememberedSteps = std::size_t{1} << 20;  // of threads, by each worker
  std::uint64_t fewStates = 512;   // a program with no more is not worth two attempts
  std::uint32_t fewColumns = 128;  // so many are kept as sets, which is quicker than lists
  const std::atomic<bool>* interrupted = nullptr;
  std::function<void(const Progress&)> progress;  // called a few times a second
  // Asked at every violation of robustness and every data race whether to end the check; if
  // nobody is asked, the first ends it. Only the first of each kind is in the result.
  std::function<bool(const Finding&)> onViolation = {};
};

Result check(const Program& program, ModelName model, const CheckOptions& options);

}  // namespace robur

// Which engines are asked, in which order, and about which program.
#include "check/check.h"

#include <fmt/format.h>

#include <atomic>

#include "check/any_number.h"
#include "check/checker.h"
#include "check/mixed_races.h"
#include "program/transform/locked_stores.h"
#include "program/transform/spin_loops.h"

namespace robur {

namespace {

// Are states the only ones that can answer, or the only ones that are asked for?
bool needsStates(bool mixed, const CheckOptions& options) {
  return options.engine == CheckEngine::States || mixed || options.selfCheck ||
         options.onViolation || options.everyFinding || options.limits.maxStates > 0 ||
         !allForStates(options.reductions);
}

// How long executions are enumerated for races that states do not show, if there is no limit.
constexpr double kMostSecondsForRaces = 5;

// Races of plain with atomic accesses that are never about to happen at the same time.
void lookForMixedRaces(const Program& program, ModelName model, const CheckOptions& options,
                       Result& result) {
  if (infoOf(model).races == DataRaces::None) return;
  const Clock::time_point begin = Clock::now();
  const double limit = options.limits.seconds > 0 ? options.limits.seconds - options.limits.spent
                                                  : kMostSecondsForRaces;
  const Machine machine(program);
  MixedRaces found = mixedRacesOf(machine, model, [&] {
    return secondsSince(begin) > limit ||
           (options.interrupted != nullptr && options.interrupted->load());
  });
  result.statistics.seconds += secondsSince(begin);
  if (found.race) {
    result.verdict = Verdict::NotRobust;
    result.findings.push_back(std::move(*found.race));
  } else if (!found.unknown.empty()) {
    result.verdict = Verdict::Unknown;
    result.reason = fmt::format(
        "robust, unless a plain access to an atomic location races with another access, which is "
        "not known: {}",
        found.unknown);
  }
}

Result askRobustness(const Program& program, ModelName model, const CheckOptions& options) {
  const AskEngine ask = [&](const CheckOptions& one) { return Checker(program, model, one).run(); };
  // Races of plain with atomic accesses are looked for in states only.
  const bool mixed = hasPlainAccessToAtomic(program);
  if (options.engine == CheckEngine::Graphs && !mixed) return ask(options).result;
  if (!needsStates(mixed, options)) return firstAnswer(options, ask).result;
  CheckOptions states = options;
  states.engine = CheckEngine::States;
  Result result = ask(states).result;
  if (mixed && result.verdict == Verdict::Robust)
    lookForMixedRaces(program, model, options, result);
  return result;
}

Result checkAsIs(const Program& program, ModelName model, const CheckOptions& options) {
  if (!options.observational || !infoOf(model).observational) {
    return askRobustness(program, model, options);
  }
  // Robustness implies observational robustness and is cheaper to decide, so try it first.
  CheckOptions first = options;
  first.onViolation = nullptr;
  Result result = askRobustness(program, model, first);
  if (result.verdict == Verdict::NotRobust) {
    CheckOptions second = options;
    second.engine = CheckEngine::States;
    second.limits.spent = result.statistics.seconds;
    const Observed observed = observe(program);
    result = Checker(observed.program, model, second, &observed.codes).run().result;
  }
  result.observational = true;
  return result;
}

}  // namespace

bool allForStates(const Reductions& r) {
  return r.partialOrder && r.symmetry && r.mergeLocal && r.clearDead && r.columns && r.fixpoint &&
         r.coarseValues;
}

Program prepared(const Program& program, ModelName model, const CheckOptions& options,
                 std::vector<BlockedLoop>& loops) {
  Program out = program;
  lockScStores(out, model);
  if (!options.exactLoops) loops = blockSpinLoops(out);
  // After the loops: one that prints what it reads is not a spin loop in any mode.
  if (!options.observational) dropObservations(out);
  return out;
}

Result check(const Program& program, ModelName model, const CheckOptions& options) {
  if (hasAnyNumber(program)) return checkAnyNumber(program, model, options);
  const Clock::time_point begin = Clock::now();
  std::vector<BlockedLoop> loops;
  const Program blocking = prepared(program, model, options, loops);
  const double spent = secondsSince(begin);
  Result result = checkAsIs(blocking, model, options);
  result.statistics.phases.analyse += spent;
  for (const BlockedLoop& loop : loops) result.spinLoops.push_back({loop.code, loop.span});
  return result;
}

}  // namespace robur

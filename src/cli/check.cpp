// robur check: is each program robust against each model?
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <new>

#include <fmt/format.h>

#include "check/check.h"
#include "cli/accepting.h"
#include "cli/alternatives.h"
#include "cli/commands.h"
#include "cli/growth.h"
#include "cli/input.h"
#include "cli/progress_line.h"
#include "cli/reporter.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "result/decision.h"
#include "verify/consequence.h"

namespace robur {

namespace {

// With --any and no limit: types of C have so many values that a counter would never end.
constexpr double kSecondsForAny = 30;

bool isObservational(ModelName model) {
  return infoOf(model).observational;
}

Result unknownBecause(std::string reason) {
  Result result;
  result.verdict = Verdict::Unknown;
  result.reason = std::move(reason);
  return result;
}

// "worker" for "worker[2]"
std::string withoutIndex(const std::string& name) {
  return name.substr(0, name.find('['));
}

// The clients of --any in programs that have 1, 2, ... of each: who becomes more.
std::vector<std::string> clientsIn(const std::vector<std::shared_ptr<const Program>>& copies) {
  const auto countIn = [](const Program& program, const std::string& name) {
    return std::ranges::count_if(program.threads,
                                 [&](const Thread& t) { return withoutIndex(t.name) == name; });
  };
  std::vector<std::string> out;
  for (const Thread& thread : copies.front()->threads) {
    const std::string name = withoutIndex(thread.name);
    if (std::ranges::find(out, name) != out.end()) continue;
    if (countIn(*copies.back(), name) > countIn(*copies.front(), name)) out.push_back(name);
  }
  return out.empty() ? std::vector<std::string>{"client"} : out;
}

class Checking {
 public:
  explicit Checking(const CheckSettings& settings)
      : settings_(settings),
        accepting_(settings),
        reporter_(settings),
        progress_(isTerminal(STDERR_FILENO)) {}

  ExitCode run() {
    if (!accepting_.prepare()) return ExitCode::BadInput;
    const std::vector<std::vector<std::string>> programs = programsOf(settings_.files);
    reporter_->begin(planFor(programs));
    ExitCode code = ExitCode::Holds;
    for (const std::vector<std::string>& files : programs) code = worse(code, checkAll(files));
    code = reporter_.finish(code);
    return worse(code, accepting_.finish());
  }

 private:
  std::vector<ModelName> modelsFor(const std::vector<std::string>& files) const {
    std::vector<ModelName> models =
        settings_.models.empty() ? defaultModels(files) : settings_.models;
    if (settings_.observational) std::erase_if(models, std::not_fn(isObservational));
    return models;
  }

  Plan planFor(const std::vector<std::vector<std::string>>& programs) const {
    Plan plan;
    plan.models = settings_.models;
    plan.command = settings_.command;
    for (const std::vector<std::string>& files : programs) {
      plan.files.push_back(titleOf(files));
      const std::vector<ModelName> models = modelsFor(files);
      if (settings_.models.empty() && models.size() > plan.models.size()) plan.models = models;
    }
    return plan;
  }

  ExitCode checkAll(const std::vector<std::string>& files) {
    Loaded loaded = loadProgram(files, settings_);
    refuseModels(loaded, settings_.models);
    copies_.clear();
    if (loaded.needsNumber) loaded = loadCopies(files, std::move(loaded));
    std::optional<accept::Acceptance> acceptance = accepting_.acceptanceFor(loaded);
    if (!loaded.program && loaded.unfinished.empty()) return reporter_.reject(loaded);
    ExitCode code = ExitCode::Holds;
    std::vector<Result> results;
    std::vector<ModelName> models = modelsFor(files);
    if (settings_.models.empty() && !loaded.models.empty()) models = loaded.models;
    for (const ModelName model : models) {
      code = worse(code, guarded(loaded.file + " under " + titleOf(model), [&] {
                     results.push_back(checkOne(loaded, model, *acceptance));
                     return codeFor(decisionOf(results.back(), settings_.acceptHarmless));
                   }));
    }
    if (reporter_->wantsAlternatives()) {
      code = worse(code, guarded(loaded.file + " with changes", [&] {
                     reporter_->alternatives(alternativesTo(files, settings_, loaded, results));
                     return ExitCode::Holds;
                   }));
    }
    if (loaded.program) accepting_.checked(*loaded.program, *acceptance);
    return code;
  }

  // Carries a step out; an internal error ends this step only.
  template <class Step>
  ExitCode guarded(const std::string& title, const Step& step) {
    try {
      return step();
    } catch (const InternalError& error) {
      progress_.clear();
      printInternalError(fmt::format("{}: {}", title, error.what()));
      return ExitCode::Internal;
    }
  }

  Result checkOne(const Loaded& loaded, ModelName model, accept::Acceptance& acceptance) {
    // An accepted violation must not hide another one.
    const bool every = settings_.all || acceptance.any() || !settings_.writeBaseline.empty();
    Result result = !copies_.empty() ? answerForCopies(loaded, model, every)
                    : loaded.program ? answer(*loaded.program, loaded.file, model, every)
                                     : unknownBecause(loaded.unfinished);
    result.file = loaded.file;
    result.model = model;
    result.statistics.phases.read = loaded.readSeconds;
    result.statistics.phases.translate = loaded.translateSeconds;
    // The findings refer to an instance if the program has threads of any number.
    const Program nothing;
    const Program& shown = result.instance  ? *result.instance
                           : loaded.program ? *loaded.program
                                            : nothing;
    if (settings_.consequence) addConsequence(loaded, shown, result);
    if (loaded.program) {
      acceptance.mark(shown, result);
      accepting_.seen(shown, result);
    }
    reporter_->checked(shown, result);
    return result;
  }

  // The client of --any depends on the number of threads: some numbers are checked.
  Loaded loadCopies(const std::vector<std::string>& files, Loaded any) {
    constexpr unsigned kMostCopies = 3;
    CheckSettings settings = settings_;
    for (unsigned n = 1; n <= kMostCopies; ++n) {
      settings.copies = n;
      Loaded one = loadProgram(files, settings);
      if (!one.program) break;
      copies_.push_back(std::make_shared<const Program>(*one.program));
      any.program = std::move(one.program);
    }
    return any;
  }

  Result answerForCopies(const Loaded& loaded, ModelName model, bool every) {
    AnyNumber any;
    any.threads = clientsIn(copies_);
    any.bounds = copies_.front()->bounds;
    Statistics all;
    for (unsigned n = 1; n <= copies_.size(); ++n) {
      Result result = answer(*copies_[n - 1], loaded.file, model, every);
      all.states += result.statistics.states;
      all.seconds += result.statistics.seconds;
      result.statistics.states = all.states;
      result.statistics.seconds = all.seconds;
      if (result.verdict == Verdict::NotRobust || !result.findings.empty()) {
        any.copies.assign(any.threads.size(), n);
        result.anyNumber = std::move(any);
        result.instance = copies_[n - 1];
        return result;
      }
      if (result.verdict == Verdict::Unknown) break;
      any.upTo = n;
    }
    Result result = unknownBecause(loaded.unfinished);
    result.statistics = all;
    result.anyNumber = std::move(any);
    return result;
  }

  // A program that has another error already needs no enumeration to be called wrong.
  void addConsequence(const Loaded& loaded, const Program& shown, Result& result) {
    const bool asked = result.verdict == Verdict::NotRobust && !result.observational;
    if (!asked || !onlyRobustnessIn(result)) return;
    verify::ConsequenceOptions options;
    const bool registers = loaded.language.has_value();
    options.observables = verify::defaultObservables(shown, registers);
    options.observed =
        registers ? "memory and the registers that are never read" : "the memory at the end";
    options.exactLoops = settings_.exactLoops;
    options.workers = settings_.workers;
    options.interrupted = &interruptedFlag();
    if (settings_.limits.seconds > 0) {
      options.seconds = std::min(options.seconds, settings_.limits.seconds);
    }
    result.consequence = verify::consequenceOf(shown, result.model, options);
    // What is harmless in one instance may do harm in a larger one.
    using Answer = Consequence::Answer;
    if (result.anyNumber && result.consequence->answer == Answer::Harmless) {
      result.consequence.reset();
    }
  }

  Result answer(const Program& program, const std::string& file, ModelName model, bool every) {
    if (interruptedFlag()) return unknownBecause("interrupted before this check began");
    CheckOptions options = settings_.checkOptions();
    options.engine = settings_.engine;
    options.everyFinding = every;
    if (every) options.engine = CheckEngine::States;
    const bool unlimited = options.limits.maxStates == 0 && options.limits.maxBytes == 0 &&
                           options.limits.seconds == 0;
    if (!settings_.any.empty() && unlimited) options.limits.seconds = kSecondsForAny;
    options.reductions = settings_.reductions;
    options.exactLoops = settings_.exactLoops;
    options.observational = settings_.observational;
    options.selfCheck = settings_.selfCheck;
    options.interrupted = &interruptedFlag();
    options.progress = [&](const Progress& p) { progress_.show(file, model, p); };
    Result result;
    try {
      result = check(program, model, options);
    } catch (const std::bad_alloc&) {
      result = unknownBecause("there is no memory left for more states");
      result.limitReached = true;
    }
    progress_.clear();
    const Limits& limits = options.limits;
    const bool limited = limits.maxStates > 0 || limits.maxBytes > 0 || limits.seconds > 0;
    if (result.limitReached && limited && !interruptedFlag()) result.reason += growthHint(program);
    return result;
  }

  const CheckSettings& settings_;
  Accepting accepting_;
  Reporter reporter_;
  ProgressLine progress_;
  std::vector<std::shared_ptr<const Program>> copies_;  // with 1, 2, ... copies of the client
};

}  // namespace

ExitCode runCheck(const CheckSettings& settings) {
  catchInterrupts();
  if (settings.observational && !std::ranges::all_of(settings.models, isObservational)) {
    printError(fmt::format("--observational is for the models {}",
                           listOf(modelsWith(&ModelInfo::observational))));
    return ExitCode::BadInput;
  }
  const bool aboutStates = settings.observational || settings.all ||
                           (settings.selfCheck && !kSelfCheckByDefault) ||
                           !allForStates(settings.reductions);
  if (settings.engine == CheckEngine::Graphs && aboutStates) {
    printError(
        "--engine graphs does not search states, so --observational, --all, --self-check and "
        "switches for the search of states have no meaning with it");
    return ExitCode::BadInput;
  }
  return Checking(settings).run();
}

}  // namespace robur

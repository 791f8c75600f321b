// robur repair and robur relax: cheapest robust or safe variants of programs, as diffs or in place.
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/editable.h"
#include "cli/input.h"
#include "cli/progress_line.h"
#include "cli/replace_file.h"
#include "cli/reporter.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "repair/describe.h"
#include "repair/repair.h"
#include "verify/orders_of.h"
#include "verify/verify.h"

namespace robur {

namespace {

// Prices as the command line wants them; says what is wrong, or nothing.
std::string readPrices(const EditSettings& settings, Prices& prices) {
  const auto fileText = [](const std::string& path, std::string& text) {
    const Input input = readText(path);
    text = input.source.text;
    return input.diagnostics.empty() ? "" : input.diagnostics.front().message;
  };
  std::string text;
  if (settings.cost == "size") {
    prices = Prices(Prices::By::Size);
  } else if (settings.cost == "runtime") {
    prices = Prices(Prices::By::Runtime);
  } else if (settings.cost != "kind") {
    if (std::string wrong = fileText(settings.cost, text); !wrong.empty()) {
      return fmt::format("--cost {}: {}; it is kind, size, runtime or a file", settings.cost,
                         wrong);
    }
    if (std::string wrong = prices.readTable(text); !wrong.empty()) {
      return fmt::format("{}: {}", settings.cost, wrong);
    }
  }
  if (settings.profile.empty()) return {};
  if (settings.cost != "runtime") return "--profile needs --cost runtime";
  if (std::string wrong = fileText(settings.profile, text); !wrong.empty()) {
    return fmt::format("--profile {}: {}", settings.profile, wrong);
  }
  const std::string wrong = prices.readProfile(text);
  return wrong.empty() ? wrong : fmt::format("{}: {}", settings.profile, wrong);
}

// States up to which it is found out whether a safe program is robust, too.
constexpr std::uint64_t kMostStatesForRobustness = 100'000;

class Editing {
 public:
  Editing(const EditSettings& settings, const Prices& prices, bool relaxing)
      : settings(settings), prices(prices), relaxing(relaxing), reporter(settings) {
    options.goal = settings.goal;
    options.hangs = !settings.noHangs;
    options.check = settings.checkOptions();
    options.check.exactLoops = settings.exactLoops;
    options.check.interrupted = &interruptedFlag();
    options.all = settings.allSolutions;
  }

  ExitCode run() {
    const std::vector<std::vector<std::string>> programs = programsOf(settings.files);
    Plan plan;
    plan.models = settings.models;
    for (const std::vector<std::string>& files : programs) plan.files.push_back(titleOf(files));
    reporter->begin(plan);
    ExitCode code = ExitCode::Holds;
    for (const std::vector<std::string>& files : programs) code = worse(code, one(files));
    return reporter.finish(code);
  }

 private:
  ExitCode one(const std::vector<std::string>& files) {
    options.check.progress = nullptr;  // was about the program before
    RepairGoal goal;
    goal.allowedFor = [&](const Program& program) {
      options.models = modelsFor(files, program);
      Allowed allowed = settings.allowed;
      allowed.adaptTo(options.models);
      return allowed;
    };
    goal.relaxing = relaxing;
    goal.fulfilled = [this](const Program& program) {
      return std::ranges::all_of(options.models, [&](ModelName model) {
        return reachesGoal(program, model, options, options.check);
      });
    };
    try {
      Loaded loaded;
      const std::optional<Editable> program = editable(files, settings, goal, prices, loaded);
      return program ? edit(*program, loaded) : reporter.reject(std::move(loaded));
    } catch (const InternalError& error) {
      printInternalError(fmt::format("{}: {}", titleOf(files), error.what()));
      return ExitCode::Internal;
    }
  }

  std::vector<ModelName> modelsFor(const std::vector<std::string>& files,
                                   const Program& program) const {
    std::vector<ModelName> models = settings.models;
    if (models.empty() && settings.goal == Goal::Safe) {
      models = {defaultSafetyModel(files, program)};
    }
    if (models.empty()) models = defaultModels(files);
    if (settings.goal == Goal::Robust) {
      std::erase_if(models, [](ModelName model) { return infoOf(model).isReference(); });
    }
    return models;
  }

  // Whether the program is robust against all models, if that is found out soon.
  std::optional<bool> robust(const Program& program) const {
    CheckOptions check = options.check;
    check.limits.maxStates = kMostStatesForRobustness;
    check.progress = nullptr;
    bool known = true;
    for (const ModelName model : options.models) {
      const Verdict verdict = robur::check(program, model, check).verdict;
      if (verdict == Verdict::NotRobust) return false;
      known = known && verdict == Verdict::Robust;
    }
    return known ? std::optional(true) : std::nullopt;
  }

  ExitCode edit(const Editable& program, const Loaded& loaded) {
    const Draft& draft = program.draft;
    ProgressLine progress(isTerminal(STDERR_FILENO));
    options.check.progress = [&](const Progress& p) {
      progress.show(fmt::format("{} ({} checks so far)", program.title, checksSoFar),
                    options.models.front(), p);
    };
    options.progress = [&](std::size_t, unsigned checks) { checksSoFar = checks; };
    const Repair found = repair(draft, options);
    progress.clear();
    RepairResult result = describe(draft, found, program.editor, options.goal);
    result.file = program.title;
    result.hangs = options.hangs;
    result.relaxing = relaxing;
    result.models = options.models;
    result.statistics.phases.read = loaded.readSeconds;
    result.statistics.phases.translate = loaded.translateSeconds;
    for (std::size_t i = 0; i < found.solutions.size(); ++i) {
      const Choice& choice = found.solutions[i].choice;
      result.solutions[i].files = program.changesOf(choice);
      confirm(program, result.solutions[i].files, draft.with(choice), options);
    }
    if (options.goal == Goal::Safe) {
      const Program given = relaxing ? draft.with(everything(draft)) : draft.program;
      for (const ModelName model : options.models) {
        std::string warning = verify::warningAbout(given, model);
        if (!warning.empty()) {
          result.warnings.push_back(std::move(warning));
        }
      }
      if (!found.solutions.empty()) {
        result.robust = robust(draft.with(found.solutions.front().choice));
      }
    }
    result.givenPrice = relaxing ? priceOfAll(draft) : 0;
    ExitCode code = codeFor(decisionOf(result));
    if (settings.inPlace && !result.solutions.empty()) code = worse(code, rewrite(result));
    reporter->repaired(draft.program, result);
    return code;
  }

  static ExitCode rewrite(RepairResult& result) {
    ExitCode code = ExitCode::Holds;
    for (const FileChange& change : result.solutions.front().files) {
      const std::string problem = replaceFile(change.path, change.before, change.after);
      if (problem.empty()) {
        result.written.push_back(change.path);
        continue;
      }
      printError(fmt::format("{}: cannot be rewritten: {}", change.path, problem));
      code = ExitCode::BadInput;
    }
    return code;
  }

  static Choice everything(const Draft& draft) {
    Choice all(draft.options.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }

  // What the user wrote: at each site the strongest that can be given back.
  static std::uint64_t priceOfAll(const Draft& draft) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < draft.options.size(); ++i) {
      const bool last =
          i + 1 == draft.options.size() || draft.options[i + 1].site != draft.options[i].site;
      if (last) sum += draft.options[i].price;
    }
    return sum;
  }

  const EditSettings& settings;
  const Prices& prices;
  bool relaxing;
  Reporter reporter;
  RepairOptions options;
  unsigned checksSoFar = 0;
};

ExitCode runEditing(const EditSettings& settings, bool relaxing) {
  catchInterrupts();
  Prices prices;
  if (const std::string wrong = readPrices(settings, prices); !wrong.empty()) {
    printError(wrong);
    return ExitCode::BadInput;
  }
  return Editing(settings, prices, relaxing).run();
}

}  // namespace

ExitCode runRepair(const EditSettings& settings) {
  return runEditing(settings, false);
}

ExitCode runRelax(const EditSettings& settings) {
  return runEditing(settings, true);
}

}  // namespace robur

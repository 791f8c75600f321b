// robur repair and robur relax: cheapest robust variants of programs, as diffs or in place.
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>

#include "check/check_by_abstraction.h"
#include "cli/commands.h"
#include "cli/editable.h"
#include "cli/input.h"
#include "cli/progress_line.h"
#include "cli/replace_file.h"
#include "cli/reporter.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "program/simplify.h"
#include "program/transform/spin_loops.h"
#include "repair/describe.h"
#include "repair/repair.h"

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

bool isRobust(Program program, ModelName model, const CheckOptions& options) {
  if (!options.exactLoops) blockSpinLoops(program);
  return checkByAbstraction(program, model, options).verdict == Verdict::Robust;
}

// What was proved is about the draft. The text that the user gets must be the same program;
// if it is not to the letter, it is checked on its own.
void confirm(const Editable& program, const std::vector<FileChange>& changes, const Program& proved,
             const RepairOptions& options) {
  const std::optional<Program> changed = program.readWith(changes);
  if (!changed) throw InternalError("the changed program cannot be read");
  if (sameUpToNames(simplified(*changed), simplified(proved))) return;
  for (const ModelName model : options.models) {
    CheckOptions check = options.check;
    check.limits = {};
    if (!isRobust(*changed, model, check)) {
      throw InternalError("the changed program is not what was found to be robust");
    }
  }
}

class Editing {
 public:
  Editing(const EditSettings& settings, const Prices& prices, bool relaxing)
      : settings(settings), prices(prices), relaxing(relaxing), reporter(settings) {
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
    options.models = settings.models.empty() ? defaultModels(files) : settings.models;
    std::erase_if(options.models, [](ModelName model) { return infoOf(model).isReference(); });
    options.check.progress = nullptr;  // was about the program before
    RepairGoal goal;
    goal.allowed = settings.allowed;
    goal.allowed.adaptTo(options.models);
    goal.relaxing = relaxing;
    goal.fulfilled = [this](const Program& program) {
      return std::ranges::all_of(
          options.models, [&](ModelName model) { return isRobust(program, model, options.check); });
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
    RepairResult result = describe(draft, found, program.editor);
    result.file = program.title;
    result.relaxing = relaxing;
    result.models = options.models;
    result.statistics.phases.read = loaded.readSeconds;
    result.statistics.phases.translate = loaded.translateSeconds;
    for (std::size_t i = 0; i < found.solutions.size(); ++i) {
      const Choice& choice = found.solutions[i].choice;
      result.solutions[i].files = program.changesOf(choice);
      confirm(program, result.solutions[i].files, draft.with(choice), options);
    }
    result.givenPrice = relaxing ? priceOfAll(draft) : 0;
    ExitCode code = found.outcome == Repair::Outcome::Unknown      ? ExitCode::Unknown
                    : found.outcome == Repair::Outcome::Impossible ? ExitCode::Violation
                                                                   : ExitCode::Holds;
    if (settings.inPlace && !result.solutions.empty()) code = worse(code, rewrite(result));
    reporter->repaired(draft.program, result);
    return code;
  }

  static ExitCode rewrite(RepairResult& result) {
    ExitCode code = ExitCode::Holds;
    for (const FileChange& change : result.solutions.front().files) {
      const std::string problem = replaceFile(change.path, change.after);
      if (problem.empty()) {
        result.written.push_back(change.path);
        continue;
      }
      printError(fmt::format("{}: cannot be rewritten: {}", change.path, problem));
      code = ExitCode::BadInput;
    }
    return code;
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

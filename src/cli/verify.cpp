// robur verify: can something bad happen under the model, even if the program is not robust?
#include <unistd.h>

#include <new>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/progress_line.h"
#include "cli/reporter.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "verify/orders_of.h"
#include "verify/verify.h"

namespace robur {

namespace {

class Verifying {
 public:
  explicit Verifying(const VerifySettings& settings)
      : settings(settings), reporter(settings), progress(isTerminal(STDERR_FILENO)) {}

  ExitCode run() {
    catchInterrupts();
    Plan plan;
    plan.models = settings.models;
    const std::vector<std::vector<std::string>> programs = programsOf(settings.files);
    for (const std::vector<std::string>& files : programs) plan.files.push_back(titleOf(files));
    reporter->begin(plan);
    ExitCode code = ExitCode::Holds;
    for (const std::vector<std::string>& files : programs) {
      Loaded loaded = loadProgram(files, settings);
      // What these options name are threads, of which there must be a certain number.
      const bool names = !settings.reach.empty() || !settings.observe.empty() || settings.outcomes;
      if (names) refuseAnyNumber(loaded);
      refuseModels(loaded, settings.models);
      code = worse(code, loaded.program ? verifyAll(loaded, files) : reporter.reject(loaded));
    }
    return reporter.finish(code);
  }

 private:
  std::vector<ModelName> modelsFor(const std::vector<std::string>& files,
                                   const Program& program) const {
    if (!settings.models.empty()) return settings.models;
    return {defaultSafetyModel(files, program)};
  }

  // What is wrong with the argument of an option, as with an input file.
  ExitCode rejectArgument(const char* option, const std::string& text,
                          std::vector<Diagnostic> diagnostics) {
    Loaded wrong;
    wrong.file = option;
    wrong.diagnostics = std::move(diagnostics);
    wrong.sources = {{wrong.file, text}};
    printDiagnostics(wrong.sources[0], wrong.diagnostics, settings.colour);
    return reporter.reject(std::move(wrong));
  }

  ExitCode verifyAll(const Loaded& loaded, const std::vector<std::string>& files) {
    const Program& program = *loaded.program;
    const Machine machine(program);
    verify::VerifyOptions options;
    options.check = settings.checkOptions();
    options.check.interrupted = &interruptedFlag();
    options.engine = settings.engine;
    if (!settings.reach.empty()) {
      verify::ParsedReach parsed = verify::parseReach(machine, settings.reach);
      if (!parsed.reach) {
        return rejectArgument("--reach", settings.reach, std::move(parsed.diagnostics));
      }
      options.reach = std::move(parsed.reach);
    }
    if (!settings.observe.empty()) {
      verify::ParsedObservables parsed = verify::parseObservables(machine, settings.observe);
      if (!parsed.observables) {
        return rejectArgument("--observe", settings.observe, std::move(parsed.diagnostics));
      }
      options.outcomes = std::move(parsed.observables);
    } else if (loaded.condition && settings.reach.empty()) {
      options.outcomes = verify::observablesOf(*loaded.condition);
      options.condition = loaded.condition;
    } else if (settings.outcomes) {
      options.outcomes = verify::defaultObservables(program, loaded.language.has_value());
    }
    options.hangs = !settings.noHangs;
    options.unroll = settings.unroll;
    ExitCode code = ExitCode::Holds;
    std::vector<ModelName> models = modelsFor(files, program);
    if (settings.models.empty() && !loaded.models.empty()) models = loaded.models;
    for (const ModelName model : models) {
      options.check.progress = [&](const Progress& p) { progress.show(loaded.file, model, p); };
      code = worse(code, verifyOne(loaded, model, options));
    }
    return code;
  }

  ExitCode verifyOne(const Loaded& loaded, ModelName model, const verify::VerifyOptions& options) {
    Verification v;
    try {
      v = verify::verify(*loaded.program, model, options);
    } catch (const std::bad_alloc&) {
      v.model = model;
      v.reason = "there is no memory left";
    } catch (const InternalError& error) {
      progress.clear();
      printInternalError(fmt::format("{} under {}: {}", loaded.file, titleOf(model), error.what()));
      return ExitCode::Internal;
    }
    progress.clear();
    v.file = loaded.file;
    if (!settings.reach.empty()) v.reach = settings.reach;
    v.statistics.phases.read = loaded.readSeconds;
    v.statistics.phases.translate = loaded.translateSeconds;
    reporter->verified(v.instance ? *v.instance : *loaded.program, v);
    return codeFor(decisionOf(v));
  }

  const VerifySettings& settings;
  Reporter reporter;
  ProgressLine progress;
};

}  // namespace

ExitCode runVerify(const VerifySettings& settings) {
  return Verifying(settings).run();
}

}  // namespace robur

// robur check: every file under every model, told to one observer.
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <new>

#include <fmt/format.h>

#include "check/check.h"
#include "cli/commands.h"
#include "cli/growth.h"
#include "cli/input.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "report/dot.h"
#include "report/json.h"
#include "report/text.h"

namespace robur {

namespace {

std::unique_ptr<Observer> observerFor(const Settings& settings, Output& output) {
  Sink sink = [&output](std::string_view text) { output.write(text); };
  switch (settings.format) {
    case Format::Json:
      return jsonObserver(std::move(sink));
    case Format::Dot:
      return dotObserver(std::move(sink), {settings.explain});
    case Format::Text:
      break;
  }
  TextOptions options;
  options.explain = settings.explain;
  options.quiet = settings.quiet;
  options.paint.colours = wantsColours(settings.colour, STDOUT_FILENO);
  return textObserver(std::move(sink), options);
}

Result unknownBecause(std::string reason) {
  Result result;
  result.verdict = Verdict::Unknown;
  result.reason = std::move(reason);
  return result;
}

Result checkOne(const Program& program, const std::string& file, ModelName model,
                const Settings& settings, ProgressLine& progress) {
  CheckOptions options = settings.check;
  options.interrupted = &interruptedFlag();
  options.progress = [&](const Progress& p) { progress.show(file, model, p); };
  Result result;
  try {
    result = interruptedFlag() ? unknownBecause("interrupted before this check began")
                               : check(program, model, options);
  } catch (const std::bad_alloc&) {
    result = unknownBecause("there is no memory left for more states");
  }
  progress.clear();
  const Limits& limits = options.limits;
  const bool limited = limits.maxStates > 0 || limits.maxBytes > 0 || limits.seconds > 0;
  const bool ended = result.verdict == Verdict::Unknown && !interruptedFlag();
  if (ended && limited) result.reason += growthHint(program);
  result.file = file;
  result.model = model;
  return result;
}

ExitCode codeFor(const Result& result) {
  if (result.verdict == Verdict::NotRobust || !result.findings.empty()) return ExitCode::Violation;
  return result.verdict == Verdict::Unknown ? ExitCode::Unknown : ExitCode::Holds;
}

}  // namespace

ExitCode runCheck(const Settings& settings) {
  catchInterrupts();
  const auto observational = [](ModelName model) { return infoOf(model).observational; };
  if (settings.check.observational && !std::ranges::all_of(settings.models, observational)) {
    printError(fmt::format("--observational is for the models {}",
                           listOf(modelsWith(&ModelInfo::observational))));
    return ExitCode::BadInput;
  }
  Plan plan;
  const std::vector<std::vector<std::string>> programs = programsOf(settings.files);
  plan.models = settings.models;
  const auto modelsFor = [&](const std::vector<std::string>& files) {
    std::vector<ModelName> models =
        settings.models.empty() ? defaultModels(files) : settings.models;
    if (settings.check.observational) std::erase_if(models, std::not_fn(observational));
    return models;
  };
  for (const std::vector<std::string>& files : programs) {
    plan.files.push_back(titleOf(files));
    const std::vector<ModelName> models = modelsFor(files);
    if (settings.models.empty() && models.size() > plan.models.size()) plan.models = models;
  }

  Output output(STDOUT_FILENO);
  const std::unique_ptr<Observer> observer = observerFor(settings, output);
  ProgressLine progress(isTerminal(STDERR_FILENO));
  ExitCode code = ExitCode::Holds;
  observer->begin(plan);
  for (const std::vector<std::string>& files : programs) {
    const Loaded loaded = loadProgram(files, settings);
    if (!loaded.unfinished.empty()) {
      for (const ModelName model : modelsFor(files)) {
        Result result = unknownBecause(loaded.unfinished);
        result.file = loaded.file;
        result.model = model;
        observer->result({}, result);
      }
      code = worse(code, ExitCode::Unknown);
      continue;
    }
    if (!loaded.program) {
      observer->rejected(loaded.file, loaded.diagnostics);
      code = worse(code, ExitCode::BadInput);
      continue;
    }
    for (const ModelName model : modelsFor(files)) {
      try {
        const Result result = checkOne(*loaded.program, loaded.file, model, settings, progress);
        observer->result(*loaded.program, result);
        code = worse(code, codeFor(result));
      } catch (const InternalError& error) {
        progress.clear();
        printInternalError(
            fmt::format("{} under {}: {}", loaded.file, titleOf(model), error.what()));
        code = worse(code, ExitCode::Internal);
      }
    }
  }
  observer->end();
  if (output.failed()) {
    printError(fmt::format("the result cannot be written: {}", output.problem()));
    code = worse(code, ExitCode::BadInput);
  }
  return code;
}

}  // namespace robur

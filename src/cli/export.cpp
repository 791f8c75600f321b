// robur export: a program and one model's monitor, or the program alone as a litmus test, written
// for another checker.
#include <unistd.h>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "litmus/export.h"
#include "program/transform/spin_loops.h"
#include "promela/promela.h"
#include "verify/observables.h"

namespace robur {

namespace {

// "dekker" for "examples/dekker.rob".
std::string testName(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find('.', 1));
}

ExitCode written(const std::string& text) {
  Output output(STDOUT_FILENO);
  output.write(text);
  if (!output.failed()) return ExitCode::Holds;
  printError(fmt::format("the result cannot be written: {}", output.problem()));
  return ExitCode::BadInput;
}

// The condition of a litmus test is kept. Other programs have none, so all their results are
// listed.
ExitCode writeLitmus(const Loaded& loaded) {
  FinalCondition condition;
  if (loaded.condition) {
    condition = *loaded.condition;
  } else {
    condition = verify::conditionOn(
        verify::defaultObservables(*loaded.program, loaded.language.has_value()));
    condition.test = testName(loaded.file);
  }
  try {
    return written(litmus::exportLitmus(*loaded.program, condition));
  } catch (const litmus::ExportError& error) {
    printError(
        fmt::format("{}: cannot be expressed as a litmus test: {}", loaded.file, error.what()));
    return ExitCode::BadInput;
  }
}

}  // namespace

ExitCode runExport(const ExportSettings& settings) {
  if (settings.promela == settings.litmus) {
    printError("export needs to know the language to write: --promela or --litmus");
    return ExitCode::BadInput;
  }
  const std::vector<std::vector<std::string>> programs = programsOf(settings.files);
  if (settings.litmus && (programs.size() != 1 || !settings.models.empty())) {
    printError("export writes one litmus test, for all models: robur export --litmus FILE");
    return ExitCode::BadInput;
  }
  if (settings.promela && (programs.size() != 1 || settings.models.size() != 1)) {
    printError("export writes one file under one model: robur export --promela --model ra FILE");
    return ExitCode::BadInput;
  }
  Loaded loaded = loadProgram(programs.front(), settings);
  refuseAnyNumber(loaded);
  refuseModels(loaded, settings.models);
  if (loaded.program && settings.litmus && !loaded.models.empty()) {
    refuse(loaded, "is in instructions of a machine, and a test in C would mean something else");
  }
  if (!loaded.program) return codeWithoutProgram(loaded);
  if (settings.litmus) return writeLitmus(loaded);
  Program program = *loaded.program;
  if (!settings.exactLoops) blockSpinLoops(program);  // as check does
  try {
    return written(promela::exportPromela(program, settings.models.front(), settings.exporting));
  } catch (const promela::ExportError& error) {
    printError(fmt::format("{}: cannot be expressed in Promela: {}", loaded.file, error.what()));
    return ExitCode::BadInput;
  }
}

}  // namespace robur

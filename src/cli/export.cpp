// robur export: a program and one model's monitor, written for another checker.
#include <unistd.h>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/terminal.h"
#include "program/transform/spin_loops.h"
#include "promela/promela.h"

namespace robur {

ExitCode runExport(const ExportSettings& settings) {
  if (!settings.promela) {
    printError("export needs to know the language to write: --promela");
    return ExitCode::BadInput;
  }
  const std::vector<std::vector<std::string>> programs = programsOf(settings.files);
  if (programs.size() != 1 || settings.models.size() != 1) {
    printError("export writes one file under one model: robur export --promela --model ra FILE");
    return ExitCode::BadInput;
  }
  Loaded loaded = loadProgram(programs.front(), settings);
  refuseAnyNumber(loaded);
  if (!loaded.program) return codeWithoutProgram(loaded);
  Program program = *loaded.program;
  if (!settings.exactLoops) blockSpinLoops(program);  // as check does
  Output output(STDOUT_FILENO);
  try {
    output.write(promela::exportPromela(program, settings.models.front(), settings.exporting));
  } catch (const promela::ExportError& error) {
    printError(fmt::format("{}: cannot be expressed in Promela: {}", loaded.file, error.what()));
    return ExitCode::BadInput;
  }
  if (output.failed()) {
    printError(fmt::format("the model cannot be written: {}", output.problem()));
    return ExitCode::BadInput;
  }
  return ExitCode::Holds;
}

}  // namespace robur

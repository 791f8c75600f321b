// robur fmt: programs in canonical form, on standard output or in place.
#include <unistd.h>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/replace_file.h"
#include "cli/terminal.h"
#include "frontend/rob/format.h"
#include "program/print.h"

namespace robur {

namespace {

std::optional<std::string> formatted(const Input& input, Colour colour) {
  std::vector<Diagnostic> diagnostics;
  std::optional<std::string> text;
  if (*input.language == Language::Rob) {
    text = formatRob(input.source, diagnostics);
  } else {
    const Parsed parsed = parse(*input.language, input.source);
    diagnostics = parsed.diagnostics;
    if (parsed.program) text = printRob(*parsed.program);
  }
  printDiagnostics(input.source, diagnostics, colour);
  return text;
}

ExitCode formatOne(const std::string& name, const FmtSettings& settings, Output& output) {
  const Input input = readInput(name, settings.language);
  if (hasErrors(input.diagnostics)) {
    printDiagnostics(input.source, input.diagnostics, settings.colour);
    return ExitCode::BadInput;
  }
  const std::string& path = input.source.path;
  if (infoOf(*input.language).hasHelper()) {
    printError(fmt::format("{}: programs in {} are not translated to .rob", path,
                           infoOf(*input.language).title));
    return ExitCode::BadInput;
  }
  if ((settings.inPlace || settings.checkOnly) && *input.language != Language::Rob) {
    printError(
        fmt::format("{}: only .rob files have a canonical form; without options, fmt prints "
                    "the file as .rob",
                    path));
    return ExitCode::BadInput;
  }
  if (settings.inPlace && name == "-") {
    printError("standard input cannot be rewritten in place");
    return ExitCode::BadInput;
  }
  const std::optional<std::string> text = formatted(input, settings.colour);
  if (!text) return ExitCode::BadInput;
  const bool same = *text == input.source.text;
  if (settings.checkOnly) {
    if (!same) output.write(fmt::format("{}: not formatted\n", path));
    return same ? ExitCode::Holds : ExitCode::Violation;
  }
  if (!settings.inPlace) {
    output.write(*text);
    return ExitCode::Holds;
  }
  if (same) return ExitCode::Holds;
  const std::string problem = replaceFile(name, input.source.text, *text);
  if (problem.empty()) return ExitCode::Holds;
  printError(fmt::format("{}: cannot be rewritten: {}", path, problem));
  return ExitCode::BadInput;
}

}  // namespace

ExitCode runFmt(const FmtSettings& settings) {
  if (settings.inPlace && settings.checkOnly) {
    printError("--in-place and --check exclude each other");
    return ExitCode::BadInput;
  }
  Output output(STDOUT_FILENO);
  ExitCode code = ExitCode::Holds;
  for (const std::string& name : settings.files) {
    code = worse(code, formatOne(name, settings, output));
  }
  if (output.failed()) {
    printError(fmt::format("the program cannot be written: {}", output.problem()));
    code = worse(code, ExitCode::BadInput);
  }
  return code;
}

}  // namespace robur

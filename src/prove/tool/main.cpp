// robur-prove: the program that `robur prove` runs. It is separate because loading Z3 takes longer
// than most checks.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/reporter.h"
#include "cli/terminal.h"
#include "prove/annotate.h"
#include "prove/lower.h"
#include "prove/result.h"

namespace robur {

namespace {

class Proving {
 public:
  explicit Proving(const ProveSettings& settings) : settings_(settings), reporter_(settings) {
    if (settings.obligationSeconds > 0) {
      options_.smt.milliseconds = static_cast<unsigned>(settings.obligationSeconds * 1000);
    }
    options_.reportInvariants = settings.facts || settings.annotate;
  }

  ExitCode run() {
    if (!settings_.dumpSmt.empty() && ::mkdir(settings_.dumpSmt.c_str(), 0777) != 0 &&
        errno != EEXIST) {
      printError(fmt::format("--dump-smt {}: {}", settings_.dumpSmt, std::strerror(errno)));
      return ExitCode::BadInput;
    }
    reporter_->begin({settings_.files, {ModelName::Tso}});
    ExitCode code = ExitCode::Holds;
    for (std::size_t i = 0; i < settings_.files.size(); ++i) code = worse(code, one(i));
    return reporter_.finish(code);
  }

 private:
  ExitCode one(std::size_t number) {
    const Input input = readInput(settings_.files[number], settings_.language);
    Loaded rejected;
    std::vector<Diagnostic>& diagnostics = rejected.diagnostics;
    diagnostics = input.diagnostics;
    if (!hasErrors(diagnostics) && input.language != Language::Rob) {
      diagnostics.push_back({Diagnostic::Severity::Error,
                             {},
                             "only .rob programs can be proved",
                             "robur fmt translates the others"});
    }
    prove::Lowered lowered;
    if (!hasErrors(diagnostics)) {
      lowered = prove::lower(input.source);
      diagnostics = lowered.diagnostics;
    }
    printDiagnostics(input.source, diagnostics, settings_.colour);
    if (!lowered.system) {
      rejected.file = input.source.path;
      rejected.sources = {input.source};
      return reporter_.reject(std::move(rejected));
    }
    if (!settings_.dumpSmt.empty()) {
      options_.smt.dump = settings_.dumpSmt;
      if (settings_.files.size() > 1) options_.smt.dump += fmt::format("/{}", number + 1);
      ::mkdir(options_.smt.dump.c_str(), 0777);
    }
    const prove::Proof proof = prove::prove(*lowered.system, options_);
    std::optional<prove::Suggestions> suggestions;
    if (settings_.suggest && proof.badAbstractions.empty() &&
        proof.robustness > prove::Robustness::UpToEqualValues) {
      suggestions = prove::suggestAbstractions(*lowered.system, options_);
    }
    const ProofResult result = prove::resultOf(proof, suggestions);
    if (settings_.annotate) {
      reporter_.print(prove::annotated(proof, options_));
    } else {
      reporter_->proved(result);
    }
    return proof.badAbstractions.empty() ? codeFor(decisionOf(result)) : ExitCode::BadInput;
  }

  const ProveSettings& settings_;
  Reporter reporter_;
  prove::ProveOptions options_;
};

ExitCode proveFiles(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"prove"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const CommandLine line = parseCommandLine(words);
  if (!line.command || line.exit != ExitCode::Holds) {
    Output(STDOUT_FILENO).write(line.out);
    Output(STDERR_FILENO).write(line.err);
    return line.exit;
  }
  return Proving(std::get<ProveSettings>(line.settings)).run();
}

}  // namespace

}  // namespace robur

int main(int argc, char** argv) {
  return robur::runMain(argc, argv, robur::proveFiles);
}

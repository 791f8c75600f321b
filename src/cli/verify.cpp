// robur verify: can something bad happen under the model, even if the program is not robust?
#include <unistd.h>

#include <new>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/progress_line.h"
#include "cli/signals.h"
#include "cli/terminal.h"
#include "program/internal_error.h"
#include "program/model_info.h"
#include "verify/verify.h"
#include "verify/verify_report.h"

namespace robur {

namespace {

class Verifying {
 public:
  explicit Verifying(const Settings& settings)
      : settings(settings), output(STDOUT_FILENO), progress(isTerminal(STDERR_FILENO)) {}

  ExitCode run() {
    catchInterrupts();
    ExitCode code = ExitCode::Holds;
    for (const std::vector<std::string>& files : programsOf(settings.files)) {
      const Loaded loaded = loadProgram(files, settings);
      code = worse(code, loaded.program ? verifyAll(loaded) : codeWithoutProgram(loaded));
    }
    if (settings.format == Format::Json) {
      nlohmann::ordered_json document;
      document["results"] = std::move(results);
      const auto keep = nlohmann::ordered_json::error_handler_t::replace;
      output.write(document.dump(1, ' ', false, keep) + "\n");
    }
    if (output.failed()) {
      printError(fmt::format("the result cannot be written: {}", output.problem()));
      code = worse(code, ExitCode::BadInput);
    }
    return code;
  }

 private:
  ExitCode verifyAll(const Loaded& loaded) {
    const Program& program = *loaded.program;
    const Machine machine(program);
    verify::VerifyOptions options;
    options.check = settings.check;
    options.check.interrupted = &interruptedFlag();
    options.engine = settings.engine;
    if (!settings.reach.empty()) {
      verify::ParsedReach parsed = verify::parseReach(machine, settings.reach);
      if (!parsed.reach) {
        printDiagnostics({"--reach", settings.reach}, parsed.diagnostics, settings.colour);
        return ExitCode::BadInput;
      }
      options.reach = std::move(parsed.reach);
    }
    ExitCode code = ExitCode::Holds;
    const std::vector<ModelName> byDefault = modelsWith(&ModelInfo::verifiedByDefault);
    for (const ModelName model : settings.models.empty() ? byDefault : settings.models) {
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
    tell(*loaded.program, v);
    return v.safety == Safety::Safe     ? ExitCode::Holds
           : v.safety == Safety::Unsafe ? ExitCode::Violation
                                        : ExitCode::Unknown;
  }

  void tell(const Program& program, const Verification& v) {
    switch (settings.format) {
      case Format::Json:
        results.push_back(verifyJson(program, v, settings.reach));
        break;
      case Format::Dot:
        output.write(verifyDot(program, v));
        break;
      case Format::Text:
        VerifyTextOptions options;
        options.explain = settings.explain;
        options.quiet = settings.quiet;
        options.paint.colours = wantsColours(settings.colour, STDOUT_FILENO);
        output.write(verifyText(program, v, settings.reach, options));
        break;
    }
  }

  const Settings& settings;
  Output output;
  ProgressLine progress;
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
};

}  // namespace

ExitCode runVerify(const Settings& settings) {
  return Verifying(settings).run();
}

}  // namespace robur

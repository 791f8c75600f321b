#include "cli/reporter.h"

#include <unistd.h>

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/version.h"
#include "report/format.h"

namespace robur {

void addOrigin(ReportOptions& options) {
  std::error_code failed;
  options.directory = std::filesystem::current_path(failed).string();
  options.version = version();
}

Reporter::Reporter(const Showing& showing, const ReportOptions& options) : output_(STDOUT_FILENO) {
  const FormatInfo& format = showing.format != nullptr ? *showing.format : formatTable().front();
  observer_ = format.make([this](std::string_view text) { output_.write(text); }, options);
}

ExitCode Reporter::reject(Loaded loaded) {
  const ExitCode code = codeWithoutProgram(loaded);
  if (!loaded.unfinished.empty()) {
    refuse(loaded, fmt::format("not read to its end: {}", loaded.unfinished));
  }
  observer_->rejected(loaded.file, loaded.sources, loaded.diagnostics);
  return code;
}

ExitCode Reporter::finish(ExitCode code) {
  observer_->end();
  if (!output_.failed()) return code;
  printError(fmt::format("the result cannot be written: {}", output_.problem()));
  return worse(code, ExitCode::BadInput);
}

}  // namespace robur
